// Graphs of random points in the unit square. Two points are joined if their distance is less than
// a radius. The square is divided into a grid, whose cells are at least as wide as the radius; the
// nodes are numbered cell by cell.

// A fused multiply-add rounds once instead of twice, and not every machine uses it. So two points
// whose distance is almost exactly the radius could be joined on one machine, but not on another.
#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#elif defined(__GNUC__)
#pragma GCC optimize("fp-contract=off")
#endif

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "graph/generate_bits.hpp"
#include "graph/generate_csr.hpp"
#include "graph/generate_kinds.hpp"

namespace handshake {
namespace {

constexpr std::int64_t kPointsPerBlock = 65536;

// Adds to a counter that several threads share, and returns the value before the addition.
std::uint32_t fetch_add(std::uint32_t& counter, std::uint32_t amount) {
  std::uint32_t before;
#ifdef _OPENMP
#pragma omp atomic capture
#endif
  {
    before = counter;
    counter += amount;
  }
  return before;
}

class Points {
 public:
  Points(std::int64_t num_points, double radius, std::uint64_t key);

  // Visits every point within the radius around point v, in any order.
  template <class Visit>
  void operator()(Node v, Visit visit) const {
    const std::int64_t column = column_of(x_of(names_[v]));
    const std::int64_t row = column_of(y_of(names_[v]));
    for (std::int64_t r = std::max<std::int64_t>(row - 1, 0); r <= std::min(row + 1, side_ - 1);
         ++r) {
      const std::int64_t first = r * side_ + std::max<std::int64_t>(column - 1, 0);
      const std::int64_t last = r * side_ + std::min(column + 1, side_ - 1);
      for (EdgeIndex u = cell_offsets_[first]; u < cell_offsets_[last + 1]; ++u) {
        const float dx = x_[v] - x_[u];
        const float dy = y_[v] - y_[u];
        if (u != v && dx * dx + dy * dy < squared_radius_) visit(static_cast<Node>(u));
      }
    }
  }

 private:
  static double unit_number(std::uint64_t bits) {
    return static_cast<double>(bits >> 11) / 9007199254740992.0;
  }
  double x_of(std::uint64_t name) const { return unit_number(mix_bits(2 * name + key_)); }
  double y_of(std::uint64_t name) const { return unit_number(mix_bits(2 * name + 1 + key_)); }
  std::int64_t column_of(double coordinate) const {
    const auto column = static_cast<std::int64_t>(coordinate * static_cast<double>(side_));
    return std::min(column, side_ - 1);
  }
  std::int64_t cell_of(std::uint64_t name) const {
    return column_of(y_of(name)) * side_ + column_of(x_of(name));
  }
  void put_points_into_cells();

  std::int64_t num_points_;
  std::uint64_t key_;
  float squared_radius_;
  std::int64_t side_;  // number of cells in a row of the grid
  Buffer<EdgeIndex> cell_offsets_;
  Buffer<Node> names_;  // [node] the number from which its coordinates are made
  Buffer<float> x_;
  Buffer<float> y_;
};

Points::Points(std::int64_t num_points, double radius, std::uint64_t key)
    : num_points_(num_points),
      key_(key),
      squared_radius_(static_cast<float>(radius * radius)),
      side_(
          std::clamp<std::int64_t>(static_cast<std::int64_t>(std::floor(1.0 / radius)), 1, 30000)),
      names_(num_points),
      x_(num_points),
      y_(num_points) {
  put_points_into_cells();
  for_each_number(num_points_, kPointsPerBlock, kAllThreads, [&](std::int64_t v) {
    x_[v] = static_cast<float>(x_of(names_[v]));
    y_[v] = static_cast<float>(y_of(names_[v]));
  });
}

void Points::put_points_into_cells() {
  const std::int64_t num_cells = side_ * side_;
  Buffer<std::uint32_t> open_places(num_cells);
  for_each_number(num_cells, kPointsPerBlock, kAllThreads,
                  [&](std::int64_t i) { open_places[i] = 0; });
  for_each_number(num_points_, kPointsPerBlock, kAllThreads,
                  [&](std::int64_t i) { fetch_add(open_places[cell_of(i)], 1); });
  cell_offsets_ = offsets_of_counts(open_places);
  for_each_number(num_points_, kPointsPerBlock, kAllThreads, [&](std::int64_t i) {
    const std::int64_t cell = cell_of(i);
    constexpr std::uint32_t kMinusOne = ~std::uint32_t{0};
    const std::uint32_t place = fetch_add(open_places[cell], kMinusOne) - 1;
    names_[cell_offsets_[cell] + place] = static_cast<Node>(i);
  });
  // The threads fill the cells in any order. So names_ is sorted within each cell afterwards.
  for_each_number(num_cells, kRowsPerBlock, kAllThreads, [&](std::int64_t cell) {
    std::sort(names_.data() + cell_offsets_[cell], names_.data() + cell_offsets_[cell + 1]);
  });
}

}  // namespace

CsrGraph geometric_rows(const GraphSpec& spec) {
  constexpr double kPi = 3.14159265358979323846;
  const std::int64_t nodes = std::int64_t{1} << spec.size;
  // On average, `deg` other points are within the radius of a point.
  const double radius = std::sqrt(spec.deg / (kPi * static_cast<double>(nodes)));
  const Points points(nodes, radius, mix_bits(spec.seed) | 1);
  return csr_from_rows(static_cast<Node>(nodes),
                       [&points](Node v, auto visit) { points(v, visit); });
}

}  // namespace handshake
