// For the diagnostic build: marks each `if`, `switch`, `break`, `goto`, early `return` and use of
// threadIdx or blockIdx in device code. With these marks, the history of a run shows why a thread
// did not do something. A condition of ?: gets no mark, because a mark would make g++ read the
// array elements of both branches.
#include "cuda_on_cpu/translate/statements.hpp"
#include "cuda_on_cpu/translate/translator.hpp"

namespace cuda_on_cpu::translate {

// Whether there is a semicolon between this bracket and its partner, outside of other brackets.
bool Translator::has_semicolon(size_t open) const {
  for (size_t i = open + 1; i < source_.partner(open); i++) {
    if (source_.is(i, ";")) return true;
    if (source_.any_of(i, {"(", "[", "{"})) i = source_.partner(i);
  }
  return false;
}

// Whether the text between this bracket and its partner could declare a variable. A declaration is
// not an expression, so it cannot become the argument of a call.
bool Translator::may_declare(size_t open) const {
  for (size_t i = open + 1; i < source_.partner(open); i++) {
    const bool compares = source_.any_of(i - 1, {"=", "!", "<", ">"}) || source_.is(i + 1, "=");
    if (source_.is(i, "{") || (source_.is(i, "=") && !compares)) return true;
    if (source_.any_of(i, {"(", "["})) i = source_.partner(i);
  }
  return false;
}

// Whether a `break` at this place ends a loop, and not a `switch`.
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
// break;       ->   {::cuda_on_cpu_breaks();break;}     if it ends a loop
// goto x;      ->   {::cuda_on_cpu_jumps();goto x;}
// switch (c)   ->   switch (::cuda_on_cpu_selects();c)
// (c ? a : b)[x]  ->  (::cuda_on_cpu::itself(c ? a : b))[x]
// return;      ->   return ::cuda_on_cpu_leaves();     in kernels
// threadIdx    ->   (::cuda_on_cpu_asks_number(),threadIdx)
void Translator::mark_steps(const Body& body) {
  bool returns_nothing = body.is_kernel;
  for (size_t i = body.first; i < body.last; i++) {
    // A class inside of a kernel may have functions that return a value.
    if (source_.any_of(i, {"struct", "class"})) returns_nothing = false;
    if (step_seen_[i]) continue;
    step_seen_[i] = true;
    if (source_.is(i, "if") && source_.is(i + 1, "(") && source_.partner(i + 1) != kNone) {
      if (has_semicolon(i + 1)) continue;
      insert_after(i + 1, "::cuda_on_cpu_decides();");
      if (may_declare(i + 1)) continue;
      insert_after(i + 1, "::cuda_on_cpu_decided(static_cast<bool>(");
      insert_before(source_.partner(i + 1), "))");
    } else if (source_.is(i, "[")) {
      separate_index(i);
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

// g++ computes (c ? a : b)[x] as c ? a[x] : b[x]. If x contains a shift, the instrumented code
// computes x only for a[x], and b[x] uses an undefined x. So this function changes (c ? a : b) into
// (itself(c ? a : b)).
void Translator::separate_index(size_t open) {
  const size_t begin = open > 0 && source_.is(open - 1, ")") ? source_.partner(open - 1) : kNone;
  if (begin == kNone) return;
  for (size_t i = begin + 1; i < open - 1; i++) {
    if (source_.any_of(i, {"(", "[", "{"}) && source_.partner(i) != kNone) i = source_.partner(i);
    if (!source_.is(i, "?")) continue;
    insert_after(begin, "::cuda_on_cpu::itself(");
    insert_before(open - 1, ")");
    return;
  }
}

}  // namespace cuda_on_cpu::translate
