// Finds the launches of a pass. See pass_launches.hpp.
#include "labs/matching/pass_launches.hpp"

#include <algorithm>
#include <set>

namespace handshake::suite {

bool is_stand_in(const LaunchHistory& launch) {
  static const char* const kNames[] = {"check_handshaking_gpu", "markFilterEdges_gpu",
                                       "exclusive_prefix_sum_gpu", "packGraph_gpu", "set_playback"};
  return std::any_of(std::begin(kNames), std::end(kNames),
                     [&](const char* name) { return launch.kernel == name; });
}

PassLaunches launches_of(const History& history, int pass) {
  PassLaunches found;
  int number = 1;
  for (const LaunchHistory& launch : history.launches) {
    if (launch.kernel == "markFilterEdges_gpu") {
      if (number == pass) found.filter = &launch;
      number++;
    }
    if (launch.kernel == "packGraph_gpu" && number == pass + 1) found.pack = &launch;
    if (number != pass || found.filter) continue;
    if (launch.kernel == "check_handshaking_gpu") found.handshaking = &launch;
    if (!is_stand_in(launch)) found.own.push_back(&launch);
  }
  return found;
}

const Argument* argument_of(const LaunchHistory* launch, int position) {
  if (!launch) return nullptr;
  for (const Argument& argument : launch->arguments)
    if (argument.position == position) return &argument;
  return nullptr;
}

const Argument* weights_of(const History& history, const PassLaunches& pass, int number) {
  if (pass.pack || number == 1) return argument_of(pass.pack, 6);
  return argument_of(launches_of(history, number - 1).pack, 5);
}

std::optional<Argument> read_weights(const History& history, const PassLaunches& pass, int number) {
  if (const Argument* const known = weights_of(history, pass, number)) return *known;
  std::set<int> read, others;
  for (const LaunchHistory* launch : pass.own)
    for (const Step& step : launch->steps)
      if (step.kind == StepKind::read && step.allocation > 0) read.insert(step.allocation);
  for (const LaunchHistory& launch : history.launches)
    for (const Step& step : launch.steps)
      if (is_write(step) && !is_stand_in(launch)) others.insert(step.allocation);
  for (const Argument* array :
       {argument_of(pass.filter, 1), argument_of(pass.filter, 2), argument_of(pass.handshaking, 1)})
    if (array) others.insert(array->allocation);
  std::optional<Argument> only;
  for (const LaunchHistory* launch : pass.own) {
    for (const Argument& argument : launch->arguments) {
      if (read.count(argument.allocation) == 0 || others.count(argument.allocation) > 0) continue;
      const bool is_same =
          only && only->allocation == argument.allocation && only->first == argument.first;
      if (only && !is_same) return std::nullopt;
      only = argument;
    }
  }
  return only;
}

}  // namespace handshake::suite
