// Tests which bytes of a struct count as pointers: all data pointers that the struct declares, but
// no pointer in a union or in a class with a constructor. Bytes of an integer must never count as
// a pointer.
#include "cuda_on_cpu/include/cuda_on_cpu/members.h"

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace {

using Offsets = std::vector<size_t>;

template <class T>
Offsets pointers_of() {
  static_assert(cuda_on_cpu::IsOpen<T>::value, "members.h does not search this type for pointers");
  const cuda_on_cpu::PointersOf<T> found;
  return Offsets(found.begin(), found.end());
}

struct Graph {
  int nodes, edges;
  int* src;
  const float* weight;
};
struct Nested {
  Graph graph;
  char letter;
  Graph more[2];
  int** end;
};
struct Arrays {
  int count;
  int* all[3];
  double table[2][2];
  void* two[2][2];
};
struct Base {
  int* below;
};
struct Derived : Base {
  short number;
  int* above;
};
struct ConstMembers {
  const int number;
  int* const fixed;
  volatile long changing;
  int* volatile moving;
};
struct Defaults {
  int number = 3;
  int* pointer = nullptr;
};
struct __attribute__((packed)) Packed {
  char letter;
  int* pointer;
};
struct alignas(64) Aligned {
  int* pointer;
};
struct Bits {
  unsigned low : 3, high : 29;
  uint64_t wide : 40;
  int* pointer;
};

}  // namespace

TEST(PointersOfAStruct, AreAllFound) {
  EXPECT_EQ(pointers_of<Graph>(), (Offsets{offsetof(Graph, src), offsetof(Graph, weight)}));
  EXPECT_EQ(pointers_of<Nested>(),
            (Offsets{offsetof(Nested, graph.src), offsetof(Nested, graph.weight),
                     offsetof(Nested, more[0].src), offsetof(Nested, more[0].weight),
                     offsetof(Nested, more[1].src), offsetof(Nested, more[1].weight),
                     offsetof(Nested, end)}));
  EXPECT_EQ(pointers_of<Arrays>(),
            (Offsets{offsetof(Arrays, all[0]), offsetof(Arrays, all[1]), offsetof(Arrays, all[2]),
                     offsetof(Arrays, two[0][0]), offsetof(Arrays, two[0][1]),
                     offsetof(Arrays, two[1][0]), offsetof(Arrays, two[1][1])}));
  EXPECT_EQ(pointers_of<Derived>(), (Offsets{0, 16}));
  EXPECT_EQ(pointers_of<ConstMembers>(),
            (Offsets{offsetof(ConstMembers, fixed), offsetof(ConstMembers, moving)}));
  EXPECT_EQ(pointers_of<Defaults>(), (Offsets{offsetof(Defaults, pointer)}));
  EXPECT_EQ(pointers_of<Packed>(), (Offsets{offsetof(Packed, pointer)}));
  EXPECT_EQ(pointers_of<Aligned>(), (Offsets{0}));
  EXPECT_EQ(pointers_of<Bits>(), (Offsets{offsetof(Bits, pointer)}));
  EXPECT_EQ((pointers_of<std::array<int*, 2>>()), (Offsets{0, 8}));
}

namespace {

enum class Color : short { red };
struct NoPointers {
  uint64_t number;
  uintptr_t address;
  double real;
  bool flag;
  Color color;
  void (*function)(int);
  int Graph::* member;
  std::nullptr_t null;
};
union Either {
  int* pointer;
  uint64_t number;
};
struct HasUnion {
  int tag;
  Either either;
  int* pointer;
};
struct HasNamelessUnion {
  int tag;
  union {
    int* pointer;
    uint64_t number;
  };
  int* last;
};
struct Constructed {
  explicit Constructed(int* pointer) : inside(pointer) {}
  int* inside;
};
struct HasConstructed {
  Constructed first;
  int* last;
};
union WithoutDefault {
  Constructed constructed;
  uint64_t number;
};
struct HasWithoutDefault {
  int tag;
  WithoutDefault either;
  int* last;
};
struct Large {
  float table[500];
  int* last;
};
class Private {
 public:
  int* get() const { return pointer_; }

 private:
  int* pointer_;
};

template <class T>
constexpr bool is_open() {
  return cuda_on_cpu::IsOpen<T>::value;
}

}  // namespace

TEST(PointersOfAStruct, DoNotIncludeMembersThatMayHoldAnotherType) {
  EXPECT_EQ(pointers_of<NoPointers>(), Offsets{});
  EXPECT_EQ(pointers_of<HasUnion>(), (Offsets{offsetof(HasUnion, pointer)}));
  EXPECT_EQ(pointers_of<HasNamelessUnion>(), (Offsets{offsetof(HasNamelessUnion, last)}));
  EXPECT_EQ(pointers_of<HasConstructed>(), (Offsets{offsetof(HasConstructed, last)}));
  EXPECT_EQ(pointers_of<HasWithoutDefault>(), (Offsets{offsetof(HasWithoutDefault, last)}));
  EXPECT_EQ(pointers_of<Large>(), (Offsets{offsetof(Large, last)}));
}

TEST(PointersOfAStruct, AreNotSearchedForInATypeThatMayHideThem) {
  int* captured = nullptr;
  const auto closure = [captured] { return captured; };
  EXPECT_FALSE(is_open<decltype(closure)>());
  EXPECT_FALSE(is_open<Private>());
  EXPECT_FALSE(is_open<Constructed>());
  EXPECT_FALSE(is_open<Either>());
  EXPECT_FALSE(is_open<int*>());
  EXPECT_FALSE(is_open<uint64_t>());
}
