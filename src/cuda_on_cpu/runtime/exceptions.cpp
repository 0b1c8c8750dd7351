// Explains a C++ exception that leaves a kernel. The program has no code that could catch it,
// because the stack of a CUDA thread begins with the kernel. So the C++ library calls
// std::terminate. Its handler, which is in this file, stops the launch. Only this file is compiled
// with exceptions.
#include "cuda_on_cpu/runtime/exceptions.hpp"

#include <cxxabi.h>

#include <cstdlib>
#include <exception>

#include "cuda_on_cpu/runtime/block.hpp"
#include "cuda_on_cpu/runtime/launch.hpp"

namespace cuda_on_cpu {
namespace {

std::terminate_handler handler_of_host;

// Adds the message of the exception that is being handled, if it has one.
void describe_exception(Finding* finding) {
  try {
    throw;
  } catch (const std::exception& exception) {
    finding->message.add(": %s", exception.what());
  } catch (...) {
  }
}

[[noreturn]] void on_terminate() {
  Thread* thread = this_thread;
  if (thread == nullptr) {
    handler_of_host();
    std::abort();
  }
  Finding finding = this_worker->finding_about(Kind::uncaught_exception, *thread,
                                               {this_worker->launch().kernel->site, nullptr});
  finding.advice = "do not use exceptions in device code: nvcc refuses throw, try and catch";
  if (abi::__cxa_current_exception_type() != nullptr) {
    finding.message.add("a C++ exception left the kernel");
    this_thread = nullptr;  // what(), which is called next, is not part of the kernel
    describe_exception(&finding);
    this_thread = thread;
    abi::__cxa_end_catch();  // called here, because `stop` below does not return
  } else {
    finding.message.add("the kernel called std::terminate()");
  }
  this_worker->stop(finding, cudaErrorLaunchFailure);
}

}  // namespace

void explain_exceptions() {
  handler_of_host = std::set_terminate(on_terminate);
}

}  // namespace cuda_on_cpu
