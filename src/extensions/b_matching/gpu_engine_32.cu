// The engine for nodes that keep 32 neighbors.
#include "extensions/b_matching/gpu_engine.cuh"

namespace handshake::b_matching {

template BMatching run_with<32>(const Problem&, const std::int32_t*, const Layout&, const Options&,
                                Measures*);

}  // namespace handshake::b_matching
