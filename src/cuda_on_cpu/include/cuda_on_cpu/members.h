// Finds the pointers among the members of a struct, so that a host pointer in a struct is refused
// like a host pointer that is an argument.
//
// C++17 cannot list the members of a type. But an aggregate (a struct without constructors) can be
// initialized with objects that convert to any type. Two objects are built: all data pointers have
// one value in the first object and another value in the second, and everything else is zero. At
// each place where the two objects hold these two values, there is a pointer. An integer is zero in
// both objects, so it is never mistaken for a pointer.
//
// Pointers in some types are not found: in classes with constructors or private members and in
// closures (they are not aggregates), and in unions (only one member can be initialized).
#pragma once
#pragma GCC system_header
#include <stddef.h>

#include <new>
#include <type_traits>

namespace cuda_on_cpu {

template <class T>
struct IsDataPointer
    : std::integral_constant<bool,
                             std::is_pointer<T>::value &&
                                 !std::is_function<typename std::remove_pointer<T>::type>::value> {
};

// Whether the members of T are searched for pointers. Types that cannot be copied byte by byte are
// left out, because they cannot be arguments of a kernel.
template <class T>
struct IsOpen : std::integral_constant<bool, __is_aggregate(T) && std::is_class<T>::value &&
                                                 std::is_trivially_copy_constructible<T>::value> {};

// Makes a T in which every data pointer that can be found has the given value.
template <class T, bool is_pointer = IsDataPointer<T>::value, bool is_open = IsOpen<T>::value>
struct Filled;

// Converts to the type of any member of a Whole.
template <class Whole>
struct AnyMember {
  unsigned long long pointers;
  template <class T, class = typename std::enable_if<!std::is_same<T, Whole>::value>::type>
  operator T() const {
    return Filled<T>::make(pointers);
  }
};

// The numbers 0, 1, 2, ... as a type, like std::index_sequence, which C++11 does not have.
template <size_t... index>
struct Indices {
  typedef Indices<index..., sizeof...(index) + index...> Twice;
  typedef Indices<index..., sizeof...(index) + index..., 2 * sizeof...(index)> TwiceAndOne;
};
template <size_t count>
struct IndicesTo {
  typedef typename IndicesTo<count / 2>::type Half;
  typedef typename std::conditional<count % 2 == 0, typename Half::Twice,
                                    typename Half::TwiceAndOne>::type type;
};
template <>
struct IndicesTo<0> {
  typedef Indices<> type;
};

template <class T, size_t... index>
auto build(Indices<index...>, unsigned long long pointers)
    -> decltype(T{AnyMember<T>{(index, pointers)}...}) {
  return T{AnyMember<T>{(index, pointers)}...};
}

template <class T, size_t count, class = void>
struct IsBuiltFrom : std::false_type {};
template <class T, size_t count>
struct IsBuiltFrom<T, count, decltype((void)build<T>(typename IndicesTo<count>::type(), 0))>
    : std::true_type {};

// The largest n, from `least` to `most`, such that n values can initialize a T. All smaller numbers
// work as well, so binary search finds the largest number.
template <class T, size_t least, size_t most, bool is_found = least == most>
struct MemberCount {
  static constexpr size_t middle = least + (most - least + 1) / 2;
  static constexpr bool will_do = IsBuiltFrom<T, middle>::value;
  static constexpr size_t value = MemberCount < T, will_do ? middle : least,
                          will_do ? most : middle - 1 > ::value;
};
template <class T, size_t least, size_t most>
struct MemberCount<T, least, most, true> : std::integral_constant<size_t, least> {};

template <class T>
struct Filled<T, true, false> {
  static T make(unsigned long long pointers) { return (T)pointers; }
};
template <class T>
struct Filled<T, false, true> {
  static T make(unsigned long long pointers) {
    constexpr size_t count = MemberCount<T, 0, sizeof(T)>::value;
    return build<T>(typename IndicesTo<count>::type(), pointers);
  }
};
template <class T>
struct Filled<T, false, false> {
  static T make(unsigned long long) { return zero(std::is_copy_constructible<T>()); }
  static T zero(std::true_type) {
    alignas(T) char bytes[sizeof(T)] = {};
    return *(T*)bytes;
  }
  static T zero(std::false_type) { return {}; }  // not copyable: in g++, an unnamed union
};

// The offsets of the pointers in a T.
template <class T>
class PointersOf {
 public:
  PointersOf() {
    const unsigned long long values[] = {0x5a5b5c5d5e5fu, 0x6a6b6c6d6e6fu};
    // Both arrays begin as zeros, because the bytes between members may keep their old values.
    alignas(T) unsigned char one[sizeof(T)] = {}, other[sizeof(T)] = {};
    ::new ((void*)one) T(Filled<T>::make(values[0]));
    ::new ((void*)other) T(Filled<T>::make(values[1]));
    for (size_t at = 0; at + sizeof(void*) <= sizeof(T); at++) {
      if (!holds(one, at, values[0]) || !holds(other, at, values[1])) continue;
      offset_[count_++] = (unsigned short)at;
    }
  }
  const unsigned short* begin() const { return offset_; }
  const unsigned short* end() const { return offset_ + count_; }

 private:
  static bool holds(const unsigned char* whole, size_t at, unsigned long long value) {
    unsigned long long there;
    __builtin_memcpy(&there, whole + at, sizeof there);
    return there == value;
  }
  size_t count_ = 0;
  unsigned short offset_[sizeof(T) / sizeof(void*) + 1];
};

}  // namespace cuda_on_cpu
