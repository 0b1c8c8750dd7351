// Explains failures by the steps of a launch. See history.hpp.
#include "suite/history.hpp"

#include <algorithm>

#include "suite/story.hpp"

namespace handshake::suite {

namespace {

class WrittenInput : Story {
 public:
  using Story::Story;

  void tell() {
    for (const Step& step : launch_.steps) {
      const int array = is_write(step) ? array_of(step) : -1;
      if (array < 0 || array >= static_cast<int>(kernel_case_.arrays.size())) continue;
      const Array& known = kernel_case_.arrays[array];
      if (known.role != Role::in) continue;
      suggest({"only_read", {{"name", known.name}}});
      return say(Told{"writes_input",
                      {{"array", known.name}, {"index", index_in(step, array)}, {"at", at(step)}}});
    }
  }
};

const LaunchHistory* launch_of(const KernelCase& kernel_case, const History& history) {
  for (const LaunchHistory& launch : history.launches)
    if (launch.kernel == kernel_case.kernel->name) return &launch;
  return nullptr;
}

}  // namespace

bool is_write(const Step& step) {
  return step.kind == StepKind::write || step.kind == StepKind::atomic;
}

bool is_access(const Step& step) {
  return is_write(step) || step.kind == StepKind::read || step.kind == StepKind::atomic_in_vain;
}

std::optional<Place> use_of_variable(const History& history, Failure& failure) {
  for (const LaunchHistory& launch : history.launches) {
    for (const Step& step : launch.steps) {
      if (!is_access(step) || step.allocation != 0) continue;
      const Place& place = history.places[step.place];
      add_place(failure, place);
      return place;
    }
  }
  return std::nullopt;
}

bool has_lost_task(const Failure& explained) {
  return has_fact<SharedOut>(explained);
}

std::vector<Place> places_of_writes(const KernelCase& kernel_case, const History& history) {
  std::vector<Place> places;
  const auto is_known = [&](const Place& place) {
    return std::any_of(places.begin(), places.end(), [&](const Place& known) {
      return known.file == place.file && known.line == place.line;
    });
  };
  for (const LaunchHistory& launch : history.launches)
    for (const Argument& argument : launch.arguments)
      for (const Step& step : launch.steps)
        if (argument.position == kernel_case.arrays[kernel_case.output()].position &&
            is_write(step) && launch.kernel == kernel_case.kernel->name &&
            step.allocation == argument.allocation && !is_known(history.places[step.place]))
          places.push_back(history.places[step.place]);
  return places;
}

void explain_with_history(const KernelCase& kernel_case, const History& history, Failure& failure) {
  const LaunchHistory* const launch = launch_of(kernel_case, history);
  if (!history.is_whole || failure.array.empty() || !launch) return;
  WrittenInput(kernel_case, history, *launch, failure).tell();
  if (!tell_writer(kernel_case, history, *launch, failure))
    tell_why_not_written(kernel_case, history, *launch, failure);
}

void explain_endless(const KernelCase& kernel_case, const History& history, ThreadId thread,
                     Failure& failure) {
  if (const LaunchHistory* const launch = launch_of(kernel_case, history))
    tell_endless_rounds(kernel_case, history, *launch,
                        thread.block * launch->threads + thread.thread, failure);
}

}  // namespace handshake::suite
