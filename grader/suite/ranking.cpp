// See ranking.hpp.
#include "suite/ranking.hpp"

#include <algorithm>
#include <utility>

#include "suite/repair_hint.hpp"

namespace handshake::suite {

namespace {

constexpr size_t kMostGuesses = 2;

bool is_whole_proof(const Fact& fact) {
  const auto* const repairs = fact.get<Repairs>();
  return repairs && is_whole_mistake(repairs->repairs);
}

}  // namespace

std::vector<Fact> ranked_facts(const Failure& failure) {
  const bool is_proved = std::any_of(failure.what.begin(), failure.what.end(), is_whole_proof);
  std::vector<Fact> ranked;
  size_t guesses = 0;
  for (const Fact& fact : failure.what) {
    const bool is_guess = fact.sure == Sure::guess;
    if (!is_guess || (!is_proved && guesses < kMostGuesses)) ranked.push_back(fact);
    guesses += is_guess;
  }
  return ranked;
}

std::vector<Place> ranked_lines(const Failure& failure) {
  std::vector<std::pair<Sure, Place>> lines;  // a fact says more than the finding alone
  for (const Fact& fact : ranked_facts(failure))
    for (const Place& place : fact.lines) lines.emplace_back(fact.sure, place);
  if (const auto& finding = failure.finding) {
    lines.emplace_back(Sure::cause, Place{finding->file, finding->line});
    lines.emplace_back(Sure::cause, Place{finding->other_file, finding->other_line});
  }
  if (const auto& writer = failure.writer)
    lines.emplace_back(Sure::steps, Place{writer->file, writer->line});
  for (const Place& place : failure.places) lines.emplace_back(Sure::steps, place);
  std::stable_sort(lines.begin(), lines.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  std::vector<Place> ranked;
  for (const auto& [sure, place] : lines)
    if (place.line > 0 && !is_of_runner(place.file) &&
        std::find(ranked.begin(), ranked.end(), place) == ranked.end())
      ranked.push_back(place);
  return ranked;
}

}  // namespace handshake::suite
