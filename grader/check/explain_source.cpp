// See explain_source.hpp.
#include "check/explain_source.hpp"

#include "check/declarations.hpp"
#include "check/kernel_macros.hpp"
#include "check/settings.hpp"
#include "check/source_outline.hpp"
#include "check/surroundings.hpp"

namespace handshake::check {

void explain_source(const std::vector<SourceFile>& files, suite::Failure& failure) {
  using suite::Verdict;
  std::vector<SourceOutline> outlines;
  for (const SourceFile& file : files) outlines.emplace_back(file.path, file.parts);
  for (const auto tell :
       {tell_barrier, ask_about_lost_change, tell_small_type, tell_shared_array, tell_condition})
    for (const SourceOutline& one : outlines) tell(one, failure);
  const bool is_of_value = failure.verdict == Verdict::wrong || failure.verdict == Verdict::memory;
  if (is_of_value)
    for (const SourceOutline& one : outlines) tell_second_variable(one, failure);
  tell_settings(outlines, failure);
  for (const SourceOutline& one : outlines) {
    tell_torn_macro(one, failure);
    tell_called_function(one, failure);
    tell_around(one, failure);
    if (is_of_value) tell_quotient(one, failure);
    if (is_of_value) tell_definitions(one, failure);
    show_whole_launches(one, failure);
  }
}

}  // namespace handshake::check
