// Launches a kernel of any signature whose arguments are arrays and numbers.
#pragma once

#include <cstring>
#include <tuple>
#include <type_traits>

#include "runner/launch.hpp"

namespace handshake::runner {

// Gives the parameters of a kernel, from left to right, their arguments: a pointer gets the next
// array, and any other parameter the next number.
class NextArgument {
 public:
  explicit NextArgument(const LaunchArguments& launch) : launch_(launch) {}

  template <class Type>
  Type get() {
    if constexpr (std::is_pointer_v<Type>) {
      return static_cast<Type>(launch_.arrays.at(arrays_++));
    } else {
      const int& bits = launch_.scalars.at(scalars_++);
      static_assert(sizeof(Type) == sizeof bits, "a number has 32 bits");
      Type value;
      std::memcpy(&value, &bits, sizeof value);
      return value;
    }
  }

 private:
  const LaunchArguments& launch_;
  size_t arrays_ = 0, scalars_ = 0;
};

template <class... Types>
void launch_with(void (*kernel)(Types...), const LaunchArguments& launch) {
  NextArgument next(launch);
  // The braces guarantee the order.
  const std::tuple<std::remove_cv_t<Types>...> given{next.get<std::remove_cv_t<Types>>()...};
  const auto size = [](const int(&of)[3]) { return dim3(of[0], of[1], of[2]); };
  std::apply([&](const auto&... one) { kernel<<<size(launch.grid), size(launch.block)>>>(one...); },
             given);
}

}  // namespace handshake::runner
