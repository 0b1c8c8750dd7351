// Cuts pieces out of arrays. See shown_array.hpp.
#include "suite/shown_array.hpp"

#include <algorithm>

namespace handshake::suite {

ShownArray show(const std::string& name, const std::string& what, const std::string& of,
                const std::vector<std::optional<int>>& values, int index, Type type) {
  ShownArray shown{name, what, of, 0, static_cast<int>(values.size()), values, type};
  if (shown.length <= kWhole) return shown;
  shown.first = std::clamp(index - kAround, 0, shown.length - 1);
  const int end = std::clamp(index + kAround + 1, shown.first, shown.length);
  shown.values.assign(values.begin() + shown.first, values.begin() + end);
  return shown;
}

ShownArray show(const std::string& name, const std::string& what, const std::string& of,
                const std::vector<int>& values, int index, Type type) {
  return show(name, what, of, std::vector<std::optional<int>>(values.begin(), values.end()), index,
              type);
}

}  // namespace handshake::suite
