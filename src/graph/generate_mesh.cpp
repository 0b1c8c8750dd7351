// Graphs of three-dimensional grids. Each point of the grid is joined with the points around it (at
// most 26). In mesh81, every point has three nodes. They are joined with one another, and with
// all nodes of the points around this point.
#include <algorithm>
#include <cstdint>

#include "graph/generate_csr.hpp"
#include "graph/generate_kinds.hpp"

namespace handshake {
namespace {

struct MeshRows {
  std::int64_t nx, ny, nz;
  std::int64_t nodes_per_point;

  template <class Visit>
  void operator()(Node v, Visit visit) const {
    const std::int64_t point = v / nodes_per_point;
    const std::int64_t x = point % nx;
    const std::int64_t y = point / nx % ny;
    const std::int64_t z = point / (nx * ny);
    for (std::int64_t c = std::max<std::int64_t>(z - 1, 0); c <= std::min(z + 1, nz - 1); ++c) {
      for (std::int64_t b = std::max<std::int64_t>(y - 1, 0); b <= std::min(y + 1, ny - 1); ++b) {
        // Points that are next to each other in direction x have consecutive numbers.
        const std::int64_t line = nx * (b + ny * c);
        const std::int64_t first = (line + std::max<std::int64_t>(x - 1, 0)) * nodes_per_point;
        const std::int64_t end = (line + std::min(x + 1, nx - 1) + 1) * nodes_per_point;
        for (std::int64_t u = first; u < end; ++u) {
          if (u != v) visit(static_cast<Node>(u));
        }
      }
    }
  }
};

}  // namespace

CsrGraph mesh_rows(const GraphSpec& spec) {
  const std::int64_t nodes_per_point = spec.kind == GraphKind::kMesh81 ? 3 : 1;
  const MeshRows rows{spec.size, spec.ny, spec.nz, nodes_per_point};
  return csr_from_rows(static_cast<Node>(spec.size * spec.ny * spec.nz * nodes_per_point), rows);
}

}  // namespace handshake
