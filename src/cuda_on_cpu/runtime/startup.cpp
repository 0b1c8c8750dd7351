// The work before main: reads the settings, reserves the address space, installs the handlers of
// faults, and so on.
#include "cuda_on_cpu/runtime/access.hpp"
#include "cuda_on_cpu/runtime/address_space.hpp"
#include "cuda_on_cpu/runtime/exceptions.hpp"
#include "cuda_on_cpu/runtime/faults.hpp"
#include "cuda_on_cpu/runtime/settings.hpp"
#include "cuda_on_cpu/runtime/shared_declarations.hpp"
#include "cuda_on_cpu/runtime/symbols.hpp"

namespace cuda_on_cpu {
namespace {

// Runs early, so that constructors of the program's global objects can already use the API.
__attribute__((constructor(200))) void start() {
  settings();
  reserve_address_space();
  choose_protection();
  keep_initial_symbols();
  list_shared_variables();
  catch_faults();
  explain_exceptions();
  prepare_thread_for_faults();
}

}  // namespace
}  // namespace cuda_on_cpu
