// Marks ifs, switches, conditions of ?:, breaks, gotos, early returns and uses of threadIdx in device
// code, for the diagnostic build. With these marks, the history of a run shows why a thread did not do something.
#include "cuda_on_cpu/translate/statements.hpp"
#include "cuda_on_cpu/translate/translator.hpp"

namespace cuda_on_cpu::translate {

// Whether there is a semicolon between these brackets that is not inside other brackets.
bool Translator::has_semicolon(size_t open) const {
  for (size_t i = open + 1; i < source_.partner(open); i++) {
    if (source_.is(i, ";")) return true;
    if (source_.any_of(i, {"(", "[", "{"})) i = source_.partner(i);
  }
  return false;
}

// Whether a variable may be declared between these brackets: a declaration is not an expression.
bool Translator::may_declare(size_t open) const {
  for (size_t i = open + 1; i < source_.partner(open); i++) {
    const bool compares = source_.any_of(i - 1, {"=", "!", "<", ">"}) || source_.is(i + 1, "=");
    if (source_.is(i, "{") || (source_.is(i, "=") && !compares)) return true;
    if (source_.any_of(i, {"(", "["})) i = source_.partner(i);
  }
  return false;
}

// Where the condition of this ?: begins; kNone if that is not certain.
size_t Translator::condition_start(size_t question, size_t body) const {
  if (source_.is(question + 1, ":")) return kNone;  // a ?: b is a itself
  size_t first = question;
  while (first > body + 1) {
    const size_t i = first - 1;
    if (source_.is(i, "}")) return source_.is(first, "(") ? kNone : first;
    if (source_.any_of(i, {")", "]"})) {
      const size_t open = source_.partner(i);
      if (open == kNone || source_.any_of(open - 1, {"if", "for", "while", "switch", "constexpr"}))
        return open == kNone ? kNone : first;
      first = open;
    } else if (source_.is(i, ">") && source_.opening_angle(i) != kNone) {
      first = source_.opening_angle(i);
    } else if (ends_before_condition(i)) {
      return first;
    } else {
      first = i;
    }
  }
  return first;
}

// Whether an expression that begins after this token does not contain it.
bool Translator::ends_before_condition(size_t i) const {
  if (source_.any_of(i, {"(", "[", "{", ",", ";", "?", "return", "else", "do", "case", "throw"}))
    return true;
  if (source_.is(i, ":")) return !source_.is(i - 1, ":") && !source_.is(i + 1, ":");
  if (source_.is(i, "<")) return source_.closing_angle(i) != kNone;
  if (!source_.is(i, "=") || source_.is(i + 1, "=")) return false;
  const bool shifts =
      source_.any_of(i - 1, {"<", ">"}) && source_.spelling(i - 2) == source_.spelling(i - 1);
  return shifts || !source_.any_of(i - 1, {"=", "!", "<", ">"});
}

// Whether the innermost statement around it that a break ends is a loop.
bool Translator::is_in_loop(size_t at_break, size_t body) const {
  for (size_t i = at_break; i-- > body;) {
    if (!source_.any_of(i, {"for", "while", "do", "switch"})) continue;
    const size_t end = statement_end(source_, i);
    if (end != kNone && end >= at_break) return !source_.is(i, "switch");
  }
  return false;
}

// if (c)       ->   if (::cuda_on_cpu_decides();::cuda_on_cpu_decided(static_cast<bool>(c)))
// if (T x = e) ->   if (::cuda_on_cpu_decides();T x = e)
// c ? a : b    ->   ::cuda_on_cpu::chooses(static_cast<bool>(c)) ? a : b
// break;       ->   {::cuda_on_cpu_breaks();break;}     out of loops
// goto x;      ->   {::cuda_on_cpu_jumps();goto x;}
// switch (c)   ->   switch (::cuda_on_cpu_selects();c)
// return;      ->   return ::cuda_on_cpu_leaves();     in kernels
// threadIdx    ->   (::cuda_on_cpu_asks_number(),threadIdx)
void Translator::mark_steps(const Body& body) {
  bool returns_nothing = body.is_kernel;
  std::map<size_t, size_t> questions;  // by the first tokens of their conditions
  for (size_t i = body.first; i < body.last; i++) {
    const size_t first = source_.is(i, "?") && !step_seen_[i] ? condition_start(i, body.first) : i;
    if (first < i) questions[first] = i;
  }
  for (size_t i = body.first; i < body.last; i++) {
    // The functions of a class may return a value.
    if (source_.any_of(i, {"struct", "class"})) returns_nothing = false;
    if (step_seen_[i]) continue;
    step_seen_[i] = true;
    if (const auto found = questions.find(i); found != questions.end()) {
      insert_before(i, "::cuda_on_cpu::chooses(static_cast<bool>(");
      insert_before(found->second, "))");
    }
    if (source_.is(i, "if") && source_.is(i + 1, "(") && source_.partner(i + 1) != kNone) {
      if (has_semicolon(i + 1)) continue;
      insert_after(i + 1, "::cuda_on_cpu_decides();");
      if (may_declare(i + 1)) continue;
      insert_after(i + 1, "::cuda_on_cpu_decided(static_cast<bool>(");
      insert_before(source_.partner(i + 1), "))");
    } else if (source_.is(i, "break") && source_.is(i + 1, ";") && is_in_loop(i, body.first)) {
      insert_before(i, "{::cuda_on_cpu_breaks();");
      insert_after(i + 1, "}");
    } else if (source_.is(i, "switch") && source_.is(i + 1, "(") && !has_semicolon(i + 1)) {
      insert_after(i + 1, "::cuda_on_cpu_selects();");
    } else if (source_.is(i, "goto") && source_.is(i + 2, ";")) {
      insert_before(i, "{::cuda_on_cpu_jumps();");
      insert_after(i + 2, "}");
    } else if (source_.is(i, "return") && source_.is(i + 1, ";") && returns_nothing) {
      insert_after(i, " ::cuda_on_cpu_leaves()");
    } else if (source_.any_of(i, {"threadIdx", "blockIdx"}) && !source_.is(i - 1, ".")) {
      replace(i, "(::cuda_on_cpu_asks_number()," + source_.spelling(i) + ")");
    }
  }
}

}  // namespace cuda_on_cpu::translate
