// The engine for nodes that keep 32 neighbors.
#include "extensions/b_matching/gpu_engine.cuh"

namespace handshake {

template BMatching run_with<32>(const BProblem&, const std::int32_t*, const Layout&,
                                const BOptions&, BMeasures*);

}  // namespace handshake
