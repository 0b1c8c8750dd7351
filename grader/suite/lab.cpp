// See lab.hpp.
#include "suite/lab.hpp"

namespace handshake::suite {

static const Explainer kPlain;
const Explainer* const kPlainExplainer = &kPlain;

namespace {

int seed_of_cases = 0;

}  // namespace

int case_seed() {
  return seed_of_cases;
}

void set_case_seed(int seed) {
  seed_of_cases = seed;
}

const Kernel* kernel_of(const std::string& part) {
  for (const Kernel* kernel : lab().kernels)
    if (kernel->id == part) return kernel;
  return nullptr;
}

}  // namespace handshake::suite
