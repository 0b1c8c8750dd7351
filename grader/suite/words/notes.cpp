// What is right, but could be better: see table.hpp.
#include "suite/words/table.hpp"

namespace handshake::suite::words {

const char* const kNotes = R"(
changed_input: {kernel} writes elements of {array}, which is an input (see {header}). No later step
  reads this array, so this does no harm. But another thread may read the array at the same time.
one_thread: {kernel}: in a launch of {shape} for {elements|element}, one thread made {busiest} of
  {accesses} accesses to arrays{?line: ; no line makes more accesses than {line}}. The result is
  right, but the other threads have little to do: a GPU is fast only if all threads share the work.
  This costs no points if all runs end in time.
work_again: {kernel}: in a launch of {shape} for {elements|element}, the threads made {accesses}
  accesses to arrays, at least {each} times the number of elements of {array}{?line: ; no line makes
  more accesses than {line}}. The result is right, but several threads or blocks do the same work:
  one thread per element is enough. This costs no points if all runs end in time.
harmless_race: {kernel}: {race} ({at} and {other}). By the rules of CUDA, either of the two accesses
  may come first. This costs no points.
not_diagnosed: {file} was checked on the GPU only, because CUDA on the CPU does not build
  it{?message:  ({message})}. On a GPU, you seldom notice data races and accesses outside of arrays:
  look for them with compute-sanitizer (docs/debugging.md).
changed_file: {file} was changed after this check began, so the check is about the earlier version,
  but it may quote lines of the new version. Check again.
)";

}  // namespace handshake::suite::words
