// The communicators of NCCL. Errors of NCCL are thrown as exceptions.
#pragma once

#include <nccl.h>

#include <string>
#include <utility>
#include <vector>

#include "extensions/multi_gpu_ld/engine.hpp"

namespace handshake::ld {

#define NCCL_CHECK(call) ::handshake::ld::throw_on_nccl_error((call), #call)

inline void throw_on_nccl_error(ncclResult_t result, const char* call) {
  if (result == ncclSuccess) return;
  throw DeviceError(std::string(call) + " failed: " + ncclGetErrorString(result));
}

// One communicator per GPU. Each is freed exactly once: by the destructor, or by abort().
class Communicators {
 public:
  explicit Communicators(int gpus) : all_(gpus) {
    NCCL_CHECK(ncclCommInitAll(all_.data(), gpus, nullptr));  // for the GPUs 0, 1, ..
  }
  ~Communicators() {
    for (ncclComm_t communicator : all_) ncclCommDestroy(communicator);
  }
  Communicators(const Communicators&) = delete;
  Communicators& operator=(const Communicators&) = delete;

  ncclComm_t of(int gpu) const { return all_[gpu]; }

  // Ends all NCCL operations that may still be running on the GPUs. Afterwards, no thread may use a
  // communicator.
  void abort() {
    for (ncclComm_t communicator : std::exchange(all_, {})) ncclCommAbort(communicator);
  }

 private:
  std::vector<ncclComm_t> all_;
};

}  // namespace handshake::ld
