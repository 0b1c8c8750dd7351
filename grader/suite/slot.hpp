// The values that go into the slots of a sentence. The sentences are in words/.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "suite/finding.hpp"
#include "suite/value.hpp"

namespace handshake::suite {

struct Place {
  std::string file;
  int line = 0;
};
inline bool operator==(const Place& a, const Place& b) {
  return a.file == b.file && a.line == b.line;
}

struct Task {
  std::string thing;  // what an index counts: "node", "edge", "element"
  int index;
};
struct ReadValue {
  std::string array;
  int index;
  std::optional<Value> value = {};       // before the launch
  std::optional<Place> written_at = {};  // by an earlier step of the launch
};
// What a thread read, and the `if` or `switch` that it reached next.
struct Deed {
  std::vector<ReadValue> reads = {};
  std::optional<Place> decision = {};
  std::optional<bool> held = {};  // whether the condition was true, if this is known
  bool is_switch = false;
  std::vector<std::pair<Place, bool>> earlier = {};  // at most two conditions before `decision`
};

// The size of a grid or of a block.
struct Size {
  int x = 1, y = 1, z = 1;
  constexpr int count() const { return x * y * z; }
};

// The shape of a launch: how many blocks the grid has, and how many threads each block has.
struct Shape {
  constexpr Shape(int its_blocks, int its_threads) : Shape(Size{its_blocks}, Size{its_threads}) {}
  constexpr Shape(Size its_grid, Size its_block)
      : blocks(its_grid.count()), threads(its_block.count()), grid(its_grid), block(its_block) {}
  int total() const { return blocks * threads; }
  bool is_line() const { return blocks == grid.x && threads == block.x; }

  int blocks, threads;
  Size grid, block;
};
inline bool operator==(const Shape& a, const Shape& b) {
  const auto is_same = [](Size one, Size other) {
    return one.x == other.x && one.y == other.y && one.z == other.z;
  };
  return is_same(a.grid, b.grid) && is_same(a.block, b.block);
}

// For each of these blocks, the smallest grid that has a thread for each element of a matrix.
inline std::vector<Shape> grids_that_cover(int columns, int rows, const std::vector<Size>& blocks) {
  std::vector<Shape> shapes;
  for (const Size block : blocks)
    shapes.emplace_back(Size{(columns + block.x - 1) / block.x, (rows + block.y - 1) / block.y},
                        block);
  return shapes;
}

// The numbers of a block and of a thread in it: x counts first, then y, then z.
struct ThreadId {
  int block, thread;
  Shape shape{0, 0};  // of the launch, if this is known
};

using Slot = std::variant<std::monostate, bool, long, std::string, Place, ThreadId, Task, Shape,
                          Value, std::vector<Place>, Deed, Finding>;
using Slots = std::map<std::string_view, Slot>;

template <class T>
Slot slot(const std::optional<T>& value) {
  return value ? Slot(*value) : Slot();
}

}  // namespace handshake::suite
