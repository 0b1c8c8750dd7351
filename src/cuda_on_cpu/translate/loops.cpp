// Marks loops in device code, for the diagnostic build: calls inform the library when a loop
// begins, at every iteration, and when the loop ends. With these calls, the counters know which
// accesses of a warp belong together, and endless loops are found.
#include "cuda_on_cpu/translate/statements.hpp"
#include "cuda_on_cpu/translate/translator.hpp"

namespace cuda_on_cpu::translate {

// A number for the loop, computed only from the program's text: the name of the file, the line, and
// the position of the loop among the loops of this line.
std::string Translator::loop_id(size_t i) {
  const Location where = source_.location(i);
  std::string place =
      where.file.substr(where.file.rfind('/') + 1) + ':' + std::to_string(where.line);
  place += ':' + std::to_string(loops_of_line_[place]++);
  uint64_t hash = 0xcbf29ce484222325u;
  for (const char c : place) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
  return std::to_string(hash) + "ull";
}

// for (..) body  ->  if(::cuda_on_cpu::Loop l{id}){}else
//                      for (..) if(::cuda_on_cpu::next_turn()){}else body
// Because of the empty branches, `break`, `continue` and a dangling `else` still mean what they
// meant before.
void Translator::mark_loops(const Body& body) {
  const std::string turn = " if(::cuda_on_cpu::next_turn()){}else ";
  for (size_t i = body.first; i < body.last; i++) {
    const bool is_do = source_.is(i, "do");
    if (!is_do && !source_.any_of(i, {"for", "while"})) continue;
    if (loop_seen_[i]) continue;
    loop_seen_[i] = true;
    const size_t before_body = is_do ? i : source_.partner(i + 1);
    if (before_body == kNone || statement_end(source_, i) == kNone) continue;
    if (is_do) {
      // The `while` that closes a `do` is not a separate loop.
      const size_t closing_while = statement_end(source_, i + 1) + 1;
      loop_seen_[closing_while] = true;
    }
    insert_before(i, "if(::cuda_on_cpu::Loop cuda_on_cpu_loop{" + loop_id(i) + "}){}else ");
    insert_after(before_body, turn);
  }
}

}  // namespace cuda_on_cpu::translate
