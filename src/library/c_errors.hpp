// Turns the exceptions of the engines into the status, the text and the place that C programs ask
// for. Each thread has its own.
#pragma once

#include <exception>
#include <new>
#include <string>

#include "graph/graph_error.hpp"
#include "graph/memory.hpp"
#include "graph/stop.hpp"
#include "library/handshake.h"

namespace handshake {

// An argument that is not allowed; what() names the function and the argument.
class BadArgument : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// The callback for the progress has thrown an exception.
class CallbackThrew : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

struct LastFault {
  std::string message;
  std::int64_t row = -1, column = -1;
};

inline LastFault& last_fault() {
  thread_local LastFault fault;
  return fault;
}

inline hs_status fail(hs_status status, const char* message, std::int64_t row = -1,
                      std::int64_t column = -1) noexcept {
  try {
    last_fault() = {message, row, column};
  } catch (...) {  // there is not even memory for the text
    last_fault().message.clear();
  }
  return status;
}

// Calls run(), and returns HS_OK, or the status of the exception.
template <class Run>
hs_status guarded(const Run& run) noexcept {
  try {
    run();
    return HS_OK;
  } catch (const GraphError& error) {
    return fail(HS_BAD_GRAPH, error.what(), error.row, error.column);
  } catch (const InputError& error) {
    return fail(HS_BAD_ARGUMENT, error.what());
  } catch (const BadArgument& error) {
    return fail(HS_BAD_ARGUMENT, error.what());
  } catch (const Stopped& error) {
    return fail(HS_STOPPED, error.what());
  } catch (const CallbackThrew& error) {
    return fail(HS_STOPPED, error.what());
  } catch (const NotEnoughMemory& error) {
    return fail(HS_NO_MEMORY, error.what());
  } catch (const std::bad_alloc&) {
    return fail(HS_NO_MEMORY, "there is not enough memory; use a smaller graph, or free memory");
  } catch (const std::exception& error) {
    return fail(HS_INTERNAL, error.what());
  } catch (...) {
    return fail(HS_INTERNAL, "an unknown exception");
  }
}

}  // namespace handshake
