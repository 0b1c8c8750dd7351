// Counts accesses to arrays in one launch. See work_shares.hpp.
#include "suite/work_shares.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <tuple>

#include "suite/run_case.hpp"

namespace handshake::suite {

namespace {

// The launch: several blocks, each of one warp, and fewer threads than elements.
constexpr Shape kShape{4, 32};
constexpr size_t kFewestElements = 130, kMostElements = 300;
// If the threads together access more than this number of elements for each element of the output,
// several threads do the same work. A kernel needs at most half of this number.
constexpr long kManyAccesses = 10;

const LaunchHistory* launch_of(const History& history, const Kernel& kernel) {
  for (const LaunchHistory& launch : history.launches)
    if (launch.kernel == kernel.name) return &launch;
  return nullptr;
}

// The line with the most accesses to arrays.
std::optional<Place> busiest_line(const History& history, const LaunchHistory& launch) {
  std::map<std::pair<std::string, int>, long> accesses;
  for (const Step& step : launch.steps) {
    const Place& place = history.places.at(step.place);
    if (is_access(step) && step.allocation != 0 && place.line > 0)
      accesses[{place.file, place.line}]++;
  }
  const auto most = std::max_element(accesses.begin(), accesses.end(),
                                     [](auto& a, auto& b) { return a.second < b.second; });
  if (most == accesses.end()) return std::nullopt;
  return Place{most->first.first, most->first.second};
}

// The largest number of writes to one element of the output.
int most_writes(RunnerSource& source, const KernelCase& kernel_case, Shape shape) {
  const auto runner = source.open_recorded(*kernel_case.kernel, source.schedules().front());
  if (!runner) return 0;
  run_case(*runner, kernel_case, recorded_run(shape));
  runner->finish();
  const History history = runner->history();
  const LaunchHistory* launch = launch_of(history, *kernel_case.kernel);
  if (!launch || !history.is_whole) return 0;

  std::map<int, int> writes;
  for (const Argument& argument : launch->arguments)
    for (const Step& step : launch->steps)
      if (argument.position == kernel_case.arrays[kernel_case.output()].position &&
          is_write(step) && step.allocation == argument.allocation)
        for (int element = step.first; element <= step.last; element++) writes[element]++;
  int most = 0;
  for (const auto& [element, times] : writes) most = std::max(most, times);
  return most;
}

}  // namespace

int most_writes(RunnerSource& source, const KernelCase& kernel_case) {
  int most = 0;
  for (const Shape few : {Shape{1, 1}, Shape{1, 3}})  // so that a thread has several elements
    most = std::max(most, most_writes(source, kernel_case, few));
  return most;
}

std::optional<Note> note_on_shares(RunnerSource& source, const std::vector<KernelCase>& cases) {
  const auto chosen = std::find_if(cases.begin(), cases.end(), [](const KernelCase& one) {
    return one.expected.size() >= kFewestElements && one.expected.size() <= kMostElements;
  });
  // Other kernels may need one thread for each element.
  if (chosen == cases.end() || !takes_any_shape(*chosen)) return std::nullopt;
  const auto runner = source.open_recorded(*chosen->kernel, source.schedules().front());
  if (!runner) return std::nullopt;
  if (run_case(*runner, *chosen, recorded_run(kShape)).failure) return std::nullopt;
  runner->finish();
  const History history = runner->history();
  const LaunchHistory* launch = launch_of(history, *chosen->kernel);
  if (!launch || !history.is_whole) return std::nullopt;

  std::vector<long> of_thread(kShape.total());
  // A thread may read an element several times, so each pair of thread and element counts once.
  std::set<std::tuple<int, int, int>> touched;
  for (const Step& step : launch->steps)
    if (is_access(step) && step.allocation != 0 && step.thread < kShape.total()) {
      of_thread[step.thread]++;
      touched.emplace(step.thread, step.allocation, step.first);
    }
  const long elements = static_cast<long>(chosen->expected.size());
  const long accesses = std::accumulate(of_thread.begin(), of_thread.end(), 0L);
  const long busiest = *std::max_element(of_thread.begin(), of_thread.end());
  const Slots slots = {{"kernel", chosen->kernel->name},
                       {"array", chosen->arrays[chosen->output()].name},
                       {"shape", kShape},
                       {"elements", elements},
                       {"accesses", accesses},
                       {"each", accesses / elements},
                       {"busiest", busiest},
                       {"line", slot(busiest_line(history, *launch))}};
  // Threads may take their elements from a counter. Then, on the CPU, the first thread takes all
  // elements. On a GPU it does not, so this gives no note.
  const bool has_atomics =
      std::any_of(launch->steps.begin(), launch->steps.end(), [](const Step& step) {
        return step.kind == StepKind::atomic || step.kind == StepKind::atomic_in_vain;
      });
  if (busiest * 2 > accesses && !has_atomics) return Note{"one_thread", slots};
  if (static_cast<long>(touched.size()) > kManyAccesses * elements)
    return Note{"work_again", slots};
  return std::nullopt;
}

bool explain_slowness(const Note& note, Failure& failure) {
  const auto number = [&](const char* slot) { return std::get<long>(note.slots.at(slot)); };
  if (number("accesses") <= kManyAccesses * number("elements")) return false;
  failure.what.push_back(Told{note.id, note.slots});
  failure.hint.propose(Hint{"shared_work"}.from(Sure::steps));
  return true;
}

}  // namespace handshake::suite
