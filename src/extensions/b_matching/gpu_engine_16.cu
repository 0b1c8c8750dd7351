// The engine for nodes that keep 16 neighbors.
#include "extensions/b_matching/gpu_engine.cuh"

namespace handshake {

template BMatching run_with<16>(const BProblem&, const std::int32_t*, const Layout&,
                                const BOptions&, BMeasures*);

}  // namespace handshake
