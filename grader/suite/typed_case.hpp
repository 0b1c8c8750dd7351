// Makes the cases of a kernel from a serial function that has the kernel's signature.
#pragma once

#include <algorithm>
#include <cfenv>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

#include "suite/case.hpp"

namespace handshake::suite {

template <class Signature>
class CasesOf;

// CasesOf<decltype(kernel)> gets all arguments of a launch in the order of the signature: a vector
// for each array, before the launch. The oracle then changes the array that is not `in` as a right
// kernel does.
template <class... Parameters>
class CasesOf<void(Parameters...)> {
 public:
  CasesOf(const Kernel& kernel, void (*oracle)(Parameters...)) : kernel_(kernel), oracle_(oracle) {}

  template <class... Given>
  KernelCase operator()(const std::string& title, Given... given) const {
    static_assert(sizeof...(Given) == sizeof...(Parameters), "a value for each parameter");
    KernelCase made{&kernel_, title, {}, {}, {}};
    const auto writes = [](const suite::Parameter& array) { return array.role != Role::in; };
    if (std::count_if(kernel_.arrays.begin(), kernel_.arrays.end(), writes) != 1)
      fail(made, "must name exactly one array that the kernel writes");
    int position = 0;
    (add<Parameters>(made, given, ++position), ...);
    if (made.arrays.size() != kernel_.arrays.size()) fail(made, "has more arrays than the kernel");
    // A result that is rounded would depend on the order of the additions, and NaN on the processor.
    std::feclearexcept(FE_ALL_EXCEPT);
    oracle_(argument(given)...);
    if (std::fetestexcept(FE_INEXACT) != 0) fail(made, "has a case in which the oracle rounds");
    if (std::fetestexcept(FE_INVALID | FE_DIVBYZERO | FE_OVERFLOW) != 0)
      fail(made, "has a case whose result is not a finite number");
    size_t array = 0;
    (keep_result(made, given, array), ...);
    return made;
  }

 private:
  [[noreturn]] void fail(const KernelCase& made, const std::string& why) const {
    throw std::logic_error("the description of " + kernel_.name + " (" + kernel_.file + ") " + why +
                           ": " + made.title);
  }

  template <class Parameter, class T>
  void add(KernelCase& made, const std::vector<T>& values, int position) const {
    using Element = std::remove_pointer_t<Parameter>;
    static_assert(std::is_same_v<std::remove_const_t<Element>, T>,
                  "not the elements of this array");
    if (made.arrays.size() == kernel_.arrays.size()) fail(made, "has fewer arrays than the kernel");
    const suite::Parameter& described = kernel_.arrays[made.arrays.size()];
    if (std::is_const_v<Element> && described.role != Role::in)
      fail(made, "says that the kernel writes " + described.name + ", which is const");
    made.arrays.push_back({described, words_of(values), type_of<T>(), position});
    made.arrays.back().is_kept = described.role == Role::in;
  }
  template <class Parameter, class T>
  void add(KernelCase& made, T number, int /*position*/) const {
    type_of<Parameter>();
    if (static_cast<T>(static_cast<Parameter>(number)) != number)
      fail(made, "has a case with a number that the kernel's argument cannot hold");
    made.scalars.push_back(word_of(static_cast<Parameter>(number)));
  }

  template <class T>
  static T* argument(std::vector<T>& values) {
    return values.data();
  }
  template <class T>
  static T argument(T number) {
    return number;
  }

  template <class T>
  static void keep_result(KernelCase& made, const std::vector<T>& values, size_t& array) {
    if (static_cast<int>(array++) == made.output()) made.expected = words_of(values);
  }
  template <class T>
  static void keep_result(KernelCase&, T, size_t&) {}

  const Kernel& kernel_;
  void (*oracle_)(Parameters...);
};

}  // namespace handshake::suite
