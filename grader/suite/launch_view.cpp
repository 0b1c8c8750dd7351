// Looks up arrays and elements. See launch_view.hpp.
#include "suite/launch_view.hpp"

#include <algorithm>

namespace handshake::suite {

int LaunchView::array_of(const Step& step) const {
  for (const Argument& argument : launch_.arguments)
    if (argument.allocation == step.allocation && step.first >= argument.first)
      return array_at(argument.position);
  return -1;
}

int LaunchView::array_at(int position) const {
  for (size_t a = 0; a < kernel_case_.arrays.size(); a++)
    if (kernel_case_.arrays[a].position == position) return static_cast<int>(a);
  return -1;
}

int LaunchView::index_in(const Step& step, int array) const {
  for (const Argument& argument : launch_.arguments)
    if (array >= 0 && array_at(argument.position) == array) return step.first - argument.first;
  return -1;
}

bool LaunchView::touches(const Step& step, int array, int index) const {
  if (!is_access(step) || array_of(step) != array) return false;
  const int first = index_in(step, array);
  return first <= index && index <= first + step.last - step.first;
}

std::vector<ReadValue> LaunchView::reads_of(const Round& round, const Step* until,
                                            const std::vector<int>& wanted) const {
  constexpr size_t kMostReads = 6;
  std::vector<ReadValue> reads;
  for (const Step* step : round.steps) {
    if (step == until || reads.size() >= kMostReads) break;
    const int array = step->kind == StepKind::read ? array_of(*step) : -1;
    if (array < 0 || array >= static_cast<int>(kernel_case_.arrays.size())) continue;
    const std::string& name = kernel_case_.arrays[array].name;
    const int first = index_in(*step, array), last = first + step->last - step->first;
    std::vector<int> indices;
    for (const int index : wanted)
      if (first <= index && index <= last) indices.push_back(index);
    if (indices.empty()) indices = {first};
    for (const int index : indices) {
      const bool is_known = std::any_of(reads.begin(), reads.end(), [&](const ReadValue& known) {
        return known.array == name && known.index == index;
      });
      if (!is_known) reads.push_back(value_of(*step, array, index));
    }
  }
  return reads;
}

// The line that wrote the element last before this read. If there is no such line: the value of the
// element before the launch.
ReadValue LaunchView::value_of(const Step& read, int array, int index) const {
  const Array& known = kernel_case_.arrays[array];
  ReadValue value{known.name, index, {}, {}};
  for (const Step* step = &read; step != launch_.steps.data();) {
    step--;
    if (!is_write(*step) || !touches(*step, array, index)) continue;
    value.written_at = place_of(*step);
    return value;
  }
  const bool is_inside = index >= 0 && index < static_cast<int>(known.values.size());
  if (known.role != Role::out && is_inside) value.value = Value(known.values[index], known.type);
  return value;
}

}  // namespace handshake::suite
