// See lab.hpp.
#include "suite/lab.hpp"

namespace handshake::suite {

static const Explainer kPlain;
const Explainer* const kPlainExplainer = &kPlain;

const Kernel* kernel_of(const std::string& part) {
  for (const Kernel* kernel : lab().kernels)
    if (kernel->id == part) return kernel;
  return nullptr;
}

}  // namespace handshake::suite
