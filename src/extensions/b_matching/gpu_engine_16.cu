// The engine for nodes that keep 16 neighbors.
#include "extensions/b_matching/gpu_engine.cuh"

namespace handshake::b_matching {

template BMatching run_with<16>(const Problem&, const std::int32_t*, const Layout&, const Options&,
                                Measures*);

}  // namespace handshake::b_matching
