// Looks in the launches of whole passes for the reason why a case failed.
#include "labs/matching/wrapper_history.hpp"

#include <algorithm>
#include <optional>
#include <set>

#include "labs/matching/edges_of_node.hpp"
#include "labs/matching/facts.hpp"
#include "labs/matching/pass_launches.hpp"

namespace handshake::suite {

namespace {

// If one kernel is launched this often in a row, a loop does not end: no pass over a small graph
// needs so many launches.
constexpr int kLaunchesOfALoop = 200;

bool touches(const Step& step, const Argument& array, int index) {
  return is_access(step) && step.allocation == array.allocation &&
         step.first <= array.first + index && array.first + index <= step.last;
}

Place at(const History& history, int number, Failure& failure) {
  add_place(failure, history.places[number]);
  return history.places[number];
}

void tell_writer(const History& history, const LaunchHistory& launch, const Step& step,
                 Failure& failure) {
  const Place& place = history.places[step.place];
  failure.writer =
      Writer{step.thread / launch.threads, step.thread % launch.threads, place.file, place.line};
  failure.what.push_back(Told{
      "value_from", {{"kernel", launch.kernel}, {"launch", at(history, launch.place, failure)}}});
}

bool writes(const LaunchHistory& launch, const Argument& array) {
  return std::any_of(launch.steps.begin(), launch.steps.end(), [&](const Step& step) {
    return is_write(step) && step.allocation == array.allocation;
  });
}

// Where the first int that a step reads comes from: the last write to it before the step, in the
// same launch or in an earlier one, perhaps of an earlier pass.
struct Source {
  const LaunchHistory* launch;
  const Step* step;
};
std::optional<Source> source_of(const History& history, const LaunchHistory& launch,
                                const Step& read) {
  const Argument element{0, read.allocation, read.first};
  for (const LaunchHistory* one = &launch;; one--) {
    const Step* const end = one == &launch ? &read : one->steps.data() + one->steps.size();
    for (const Step* step = end; step != one->steps.data() && !is_stand_in(*one);)
      if (step--; is_write(*step) && touches(*step, element, 0)) return Source{one, step};
    if (one == history.launches.data()) return std::nullopt;
  }
}

bool tell_source(const History& history, const PassLaunches& pass, const LaunchHistory& launch,
                 const Step& read, Failure& failure) {
  const std::optional<Source> source = source_of(history, launch, read);
  if (!source) return false;
  const bool is_of_pass =
      std::find(pass.own.begin(), pass.own.end(), source->launch) != pass.own.end();
  failure.what.push_back(Told{"read_from",
                              {{"kernel", source->launch->kernel},
                               {"at", at(history, source->step->place, failure)},
                               {"earlier", !is_of_pass}}});
  if (!is_of_pass) add_place(failure, history.places[source->launch->place]);
  return true;
}

// Reports which thread wrote the value that this step read from shared memory.
void tell_shared(const History& history, const LaunchHistory& launch, const Step& read,
                 Failure& failure) {
  for (const Step* step = &read; step != launch.steps.data();) {
    step--;
    const bool is_of_block = step->thread / launch.threads == read.thread / launch.threads;
    if (step->kind != StepKind::shared_write || !is_of_block || step->first > read.first ||
        read.first > step->last)
      continue;
    const Place changed = at(history, step->place, failure);
    failure.what.push_back(
        Told{"read_shared",
             {{"read", at(history, read.place, failure)},
              {"changed", changed},
              {"thread", ThreadId{step->thread / launch.threads, step->thread % launch.threads}}}});
    return;
  }
}

// Reports where the written value comes from. It probably comes from the last element that the
// thread read in shared memory or in an array that the submission's kernels write. If there is no
// such element, reports kernels that changed nothing. Returns false if nothing was reported.
bool tell_origin(const History& history, const PassLaunches& pass, const LaunchHistory& launch,
                 const Step& written, Failure& failure) {
  for (const Step* step = &written; step != launch.steps.data();) {
    step--;
    if (step->thread != written.thread) continue;
    if (step->kind == StepKind::shared_read) {
      tell_shared(history, launch, *step, failure);
      return true;
    }
    if (step->kind != StepKind::read || step->allocation == written.allocation) continue;
    const Argument array{0, step->allocation, 0};
    const bool is_own = std::any_of(
        history.launches.begin(), history.launches.end(),
        [&](const LaunchHistory& other) { return !is_stand_in(other) && writes(other, array); });
    if (!is_own) continue;
    tell_source(history, pass, launch, *step, failure);
    return true;
  }
  return false;
}

// Says which kernel of the first pass is not launched in this pass.
void tell_missing_launch(const History& history, const PassLaunches& pass, Failure& failure) {
  for (const LaunchHistory* first : launches_of(history, 1).own) {
    const bool is_again = std::any_of(pass.own.begin(), pass.own.end(), [&](const auto* launch) {
      return launch->kernel == first->kernel;
    });
    if (is_again) continue;
    failure.what.push_back(
        Told{"not_launched_again",
             {{"kernel", first->kernel}, {"at", at(history, first->place, failure)}}});
    return;
  }
}

// Adds the last condition that the thread reached before it wrote.
void tell_if_before(const History& history, const LaunchHistory& launch, const Step& written,
                    Failure& failure) {
  for (const Step* step = &written; step != launch.steps.data();) {
    step--;
    if (step->thread != written.thread) continue;
    if (step->kind != StepKind::holds && step->kind != StepKind::fails) continue;
    failure.what.push_back(
        LastCondition{{step->thread / launch.threads, step->thread % launch.threads},
                      at(history, step->place, failure),
                      step->kind == StepKind::holds});
    return;
  }
}

bool find_writer(const History& history, const PassLaunches& pass, const Argument& strongest,
                 Failure& failure) {
  for (auto launch = pass.own.rbegin(); launch != pass.own.rend(); ++launch) {
    const std::vector<Step>& steps = (*launch)->steps;
    const auto last = std::find_if(steps.rbegin(), steps.rend(), [&](const Step& step) {
      return is_write(step) && touches(step, strongest, failure.index);
    });
    if (last == steps.rend()) continue;
    tell_writer(history, **launch, *last, failure);
    // If a kernel only copies a result, its conditions are rarely the reason for the failure.
    if (!tell_origin(history, pass, **launch, *last, failure))
      tell_if_before(history, **launch, *last, failure);
    return true;
  }
  return false;
}

void tell_no_writer(const History& history, const PassLaunches& pass, const Argument& strongest,
                    Failure& failure) {
  for (const LaunchHistory* launch : pass.own) {
    for (const Step& step : launch->steps) {
      if (!is_write(step) || step.allocation != strongest.allocation) continue;
      failure.what.push_back(
          Told{"not_written_in_pass", {{"others", at(history, step.place, failure)}}});
      return;
    }
  }
  failure.what.push_back(Told{"not_written_in_pass", {{"others", Slot()}}});
}

// Looks for a kernel in which no atomic function changed the element of node failure.index: no edge
// was better than the value that the element had before.
void tell_vain_atomics(const History& history, const PassLaunches& pass, Failure& failure) {
  for (const LaunchHistory* launch : pass.own) {
    const Step* vain = nullptr;
    bool is_changed = false;
    for (const Step& step : launch->steps) {
      const int ints = step.last - step.first + 1;
      if (step.allocation == 0 || step.first != failure.index * ints) continue;
      is_changed |= step.kind == StepKind::atomic;
      if (step.kind == StepKind::atomic_in_vain && !vain) vain = &step;
    }
    if (!vain || is_changed) continue;
    const std::optional<Source> source = source_of(history, *launch, *vain);
    if (!source) continue;
    const bool is_of_pass =
        std::find(pass.own.begin(), pass.own.end(), source->launch) != pass.own.end();
    const Place place = at(history, vain->place, failure);
    failure.what.push_back(
        Told{"vain_atomics",
             {{"thread", ThreadId{vain->thread / launch->threads, vain->thread % launch->threads}},
              {"at", place},
              {"kernel", source->launch->kernel},
              {"set", at(history, source->step->place, failure)},
              {"earlier", !is_of_pass},
              {"element", failure.index}}});
    return;
  }
}

// Whether another thread changed the element between the previous access by `step.thread` and this
// step.
bool is_overtaken(const LaunchHistory& launch, const Step& step) {
  bool is_changed = false;
  for (const Step* before = &step; before != launch.steps.data();) {
    before--;
    const bool is_same =
        is_access(*before) && before->allocation == step.allocation && before->first == step.first;
    if (is_same && before->thread == step.thread) return is_changed;
    is_changed |= is_same && is_write(*before);
  }
  return false;
}

void tell_overtaken(const History& history, const PassLaunches& pass, Failure& failure) {
  for (const LaunchHistory* launch : pass.own) {
    const auto last =
        std::find_if(launch->steps.rbegin(), launch->steps.rend(), [&](const Step& step) {
          const int ints = step.last - step.first + 1;
          const bool is_of_node = step.first == failure.index * ints;
          return step.kind == StepKind::atomic_in_vain && is_of_node && is_overtaken(*launch, step);
        });
    if (last == launch->steps.rend()) continue;
    const ThreadId thread{last->thread / launch->threads, last->thread % launch->threads};
    failure.what.push_back(
        Told{"overtaken", {{"thread", thread}, {"at", at(history, last->place, failure)}}});
    return;
  }
}

void explain_strongest(const std::vector<Pass>& passes, const History& history, Failure& failure) {
  const PassLaunches pass = launches_of(history, failure.pass);
  const Argument* const strongest = argument_of(pass.handshaking, 1);
  if (!strongest) return;
  if (failure.hint->thought == "changed_in_between") return tell_overtaken(history, pass, failure);
  tell_missing_launch(history, pass, failure);
  if (tell_unseen_edge(history, pass, passes[failure.pass - 1].edges, failure)) return;
  if (tell_given_keys(history, pass, passes[failure.pass - 1].edges, failure)) return;
  tell_vain_atomics(history, pass, failure);
  if (find_writer(history, pass, *strongest, failure)) return;
  tell_no_writer(history, pass, *strongest, failure);
  if (failure.pass == 1 || failure.got != passes[failure.pass - 2].strongNeighbor[failure.index])
    return;
  for (int earlier = failure.pass - 1; earlier > 0; earlier--)
    if (find_writer(history, launches_of(history, earlier), *strongest, failure)) break;
  failure.hint.refine({"earlier_pass"});
}

// Whether the history has all steps of the submission in this pass.
bool keeps(const History& history, int pass) {
  const LaunchHistory* const end = launches_of(history, pass).filter;
  return history.is_whole || (end && end <= history.launches.data() + history.whole_launches);
}

// Shows the launches of the first pass. This is all that is shown if there were too many steps to
// keep.
void tell_launches(const History& history, Failure& failure) {
  std::set<std::pair<std::string, int>> told;
  for (const LaunchHistory* launch : launches_of(history, 1).own) {
    const Place& place = history.places[launch->place];
    if (!told.emplace(place.file, place.line).second) continue;
    add_sure_place(failure, place);
    failure.what.push_back(Told{"launched_at", {{"kernel", launch->kernel}, {"at", place}}});
  }
}

void explain_slow(const History& history, Failure& failure) {
  int in_a_row = 0;
  const auto last = history.launches.rbegin();
  for (auto launch = last; launch != history.launches.rend(); ++launch, in_a_row++)
    if (launch->kernel != last->kernel) break;
  if (in_a_row < kLaunchesOfALoop) return;
  failure.what.push_back(Told{
      "launched_again", {{"kernel", last->kernel}, {"at", at(history, last->place, failure)}}});
}

}  // namespace

void explain_wrapper(const WrapperCase& wrapper_case, const std::vector<Pass>& passes,
                     const History& history, Failure& failure) {
  if (!history.refused.empty()) {
    const RefusedLaunch& refused = history.refused.front();
    // The refused launch explains why a kernel was never launched, or why an element was never
    // written.
    failure.what.insert(failure.what.begin(),
                        LaunchRefused{refused.kernel, at(history, refused.place, failure),
                                      refused.blocks, refused.threads, refused.shared_bytes});
    failure.what.erase(
        std::remove_if(failure.what.begin(), failure.what.end(),
                       [](const Fact& fact) { return fact.get<NeverLaunched>() != nullptr; }),
        failure.what.end());
    failure.hint.propose(Hint{"configuration"}.from(Sure::steps));
    return;
  }
  if (history.exit >= 0 && failure.verdict == Verdict::crash)
    failure.what.push_back(ProgramEnded{at(history, history.exit, failure), {}});
  if (failure.verdict == Verdict::slow) explain_slow(history, failure);
  const bool is_explained = wrapper_case.extra && failure.array == "strongNeighbor" &&
                            failure.pass > 0 && failure.pass <= static_cast<int>(passes.size()) &&
                            failure.index >= 0;
  if (is_explained && keeps(history, failure.pass))
    explain_strongest(passes, history, failure);
  else if (is_explained)
    tell_launches(history, failure);
}

}  // namespace handshake::suite
