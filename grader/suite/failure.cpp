// The words for verdicts, and the source lines that a failure names.
#include "suite/failure.hpp"

#include <algorithm>

namespace handshake::suite {

namespace {

constexpr size_t kMostPlaces = 3;

}  // namespace

const char* to_string(Verdict verdict) {
  static const char* const kWords[] = {"OK",     "WRONG",    "CRASH",       "RACE",       "SLOW",
                                       "MEMORY", "NO_BUILD", "NOT STARTED", "NOT CHECKED"};
  return kWords[static_cast<int>(verdict)];
}

std::vector<Place> told_lines(const Failure& failure) {
  std::vector<Place> lines = failure.places;
  for (const Fact& fact : failure.what)
    lines.insert(lines.end(), fact.lines.begin(), fact.lines.end());
  return lines;
}

void add_place(Failure& failure, const Place& place) {
  if (told_lines(failure).size() < kMostPlaces) add_sure_place(failure, place);
}

void add_sure_place(Failure& failure, const Place& place) {
  const auto& known = failure.places;
  if (place.line > 0 && std::find(known.begin(), known.end(), place) == known.end())
    failure.places.push_back(place);
}

}  // namespace handshake::suite
