// See lab.hpp.
#include "suite/lab.hpp"

namespace handshake::suite {

const Kernel* kernel_of(const std::string& part) {
  for (const Kernel* kernel : lab().kernels)
    if (kernel->id == part) return kernel;
  return nullptr;
}

}  // namespace handshake::suite
