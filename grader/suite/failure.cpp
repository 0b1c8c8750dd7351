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

void add_place(Failure& failure, const Place& place) {
  if (failure.places.size() < kMostPlaces) add_sure_place(failure, place);
}

void add_sure_place(Failure& failure, const Place& place) {
  const bool is_known = std::any_of(
      failure.places.begin(), failure.places.end(),
      [&](const Place& known) { return known.file == place.file && known.line == place.line; });
  if (!is_known && place.line > 0) failure.places.push_back(place);
}

}  // namespace handshake::suite
