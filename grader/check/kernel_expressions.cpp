// Looks for expressions that are easily misread. See kernel_expressions.hpp. What the check says
// about an expression is true in every program that contains it. The student decides whether the
// expression is the mistake.
#include "check/kernel_expressions.hpp"

#include <algorithm>
#include <cctype>
#include <map>

#include "check/kernel_values.hpp"
#include "check/source_facts.hpp"
#include "check/source_text.hpp"
#include "check/source_words.hpp"

namespace handshake::check {

namespace {

using Lines = std::vector<std::string>;

// The lines that the failure shows: for each statement, the first line of it that is shown.
std::map<int, int> shown_lines(const Lines& lines, const suite::Failure& failure,
                               const std::string& file) {
  std::map<int, int> shown;
  const auto add = [&](const std::string& of, int line) {
    const int first = of == file ? statement_at(lines, line) : 0;
    if (first > 0) shown.emplace(first, line);
  };
  if (failure.writer) add(failure.writer->file, failure.writer->line);
  if (failure.finding) add(failure.finding->file, failure.finding->line);
  for (const suite::Place& place : failure.places) add(place.file, place.line);
  return shown;
}

// ---- a number as a condition

bool is_node_array(const std::string& name) {
  return name == "matches" || name == "strongNeighbor";
}

// Whether the nearest definition above sets the variable to an element of matches or
// strongNeighbor: `int NAME = matches[...];`.
bool is_partner(const Lines& lines, int line, const std::string& name) {
  for (int above = line - 1; above >= 1; above--) {
    const std::string& text = lines[above - 1];
    const size_t at = text.find("int " + name + " = ");
    if (at == std::string::npos) continue;
    const std::string value = text.substr(at + name.size() + 7);
    const bool is_element = begins_with(value, "matches[") || begins_with(value, "strongNeighbor[");
    return is_element && ends_with(trimmed(value), "];") &&
           value.find_first_of("=<>?&|+") == std::string::npos;
  }
  return false;
}

// The position after the element or variable that begins at `first`.
size_t end_of_operand(const std::string& text, size_t first) {
  size_t end = first;
  while (end < text.size() && is_name_letter(text[end])) end++;
  if (end == text.size() || text[end] != '[') return end;
  int open = 0;
  for (; end < text.size(); end++) {
    open += (text[end] == '[') - (text[end] == ']');
    if (open == 0) return end + 1;
  }
  return end;
}

// Whether the operand is used as true or false: it is an operand of !, && or ||, the condition of
// ?:, or the whole condition of an `if` or `while`.
bool is_truth_value(std::string before, std::string after) {
  before = trimmed(before);
  after = trimmed(after);
  if (ends_with(before, "!")) return true;
  const bool joins = begins_with(after, "&&") || begins_with(after, "||");
  if (ends_with(before, "&&") || ends_with(before, "||"))
    return joins || after.empty() || is_one_of(after.substr(0, 1), {")", ";", "?"});
  const bool is_set = ends_with(before, "=") && before.size() > 1 &&
                      std::string("=!<>").find(before[before.size() - 2]) == std::string::npos;
  if (joins || begins_with(after, "?"))
    return is_set || ends_with(before, "(") || ends_with(before, "return");
  return begins_with(after, ")") && (ends_with(before, "if (") || ends_with(before, "if(") ||
                                     ends_with(before, "while (") || ends_with(before, "while("));
}

std::string truth_of_number(const Lines& lines, int line) {
  const std::string& text = lines[line - 1];
  for (size_t first = 0; first < text.size(); first++) {
    const bool is_start =
        is_name_letter(text[first]) && (first == 0 || !is_name_letter(text[first - 1]));
    if (!is_start) continue;
    const size_t end = end_of_operand(text, first);
    const std::string operand = text.substr(first, end - first);
    const size_t bracket = operand.find('[');
    const bool is_node = bracket != std::string::npos ? is_node_array(operand.substr(0, bracket))
                                                      : is_partner(lines, line, operand);
    if (is_node && is_truth_value(text.substr(0, first), text.substr(end))) return operand;
  }
  return "";
}

// ---- two comparisons in one, such as a < b < c

// The comparison operator at this position of the text; empty: there is none.
std::string comparison_at(const std::string& text, size_t at) {
  for (const char* sign : {"<<", ">>", "->"})
    if (text.compare(at, 2, sign) == 0 || (at > 0 && text.compare(at - 1, 2, sign) == 0)) return "";
  for (const char* sign : {"<=", ">=", "==", "!="})
    if (text.compare(at, 2, sign) == 0) return sign;
  const bool is_single = (text[at] == '<' || text[at] == '>');
  return is_single ? text.substr(at, 1) : "";
}

// The left operand of a comparison. `text` is everything before the operator: if it is `a && b`,
// the operand is `b`.
std::string left_operand(const std::string& text) {
  const size_t cut = text.find_last_of("(&|?:;,{=! ");
  return trimmed(cut == std::string::npos ? text : text.substr(cut + 1));
}
std::string right_operand(const std::string& text) {
  return trimmed(text.substr(0, text.find_first_of(")&|?:;,}=!<> ")));
}

std::optional<suite::TwoComparisons> two_comparisons(const std::string& text) {
  std::string last;
  size_t at = 0, end = 0;  // of the last comparison
  for (size_t i = 0; i < text.size(); i++) {
    const std::string sign = comparison_at(text, i);
    if (sign.empty()) continue;
    const std::string between = trimmed(text.substr(end, i - end));
    const bool is_same_kind =
        !last.empty() &&
        (sign[0] == last[0] ||
         (sign[1] == '=' && (is_one_of(sign, {"==", "!="}) && is_one_of(last, {"==", "!="}))));
    const std::string left = left_operand(trimmed(text.substr(0, at)));
    const std::string right = right_operand(trimmed(text.substr(i + sign.size())));
    if (is_same_kind && is_plain_operand(between) && is_plain_operand(left) &&
        is_plain_operand(right))
      return suite::TwoComparisons{{}, left + " " + last + " " + between, right};
    last = sign;
    at = i;
    end = i + sign.size();
    i = end - 1;
  }
  return std::nullopt;
}

// ---- a sum as a condition

// If the condition of the first `?:` in the text is a sum without a comparison, returns this sum.
std::string sum_as_condition(const std::string& text) {
  const size_t question = text.find('?');
  if (question == std::string::npos) return "";
  int closed = 0;
  size_t first = question;
  bool is_sum = false;
  for (; first > 0; first--) {
    const char c = text[first - 1];
    closed += (c == ')' || c == ']') - (c == '(' || c == '[');
    if (closed < 0) break;
    if (closed > 0) continue;
    const bool is_assignment =
        c == '=' && (first < 2 || std::string("=!<>").find(text[first - 2]) == std::string::npos) &&
        (first == text.size() || text[first] != '=');
    if (is_assignment || c == ',' || c == ';') break;
    if (std::string("=<>&|").find(c) != std::string::npos) return "";
    is_sum |= (c == '+' || c == '-') && first > 1 && text[first - 2] == ' ' && text[first] == ' ';
  }
  std::string condition = trimmed(text.substr(first, question - first));
  if (begins_with(condition, "return ")) condition = condition.substr(7);
  return is_sum ? condition : "";
}

// ---- a right shift of a signed number

// Whether the line has a right shift of a value that does not look unsigned.
bool shifts_signed_number(const std::string& text) {
  const size_t sign = text.find(" >> ");
  if (sign == std::string::npos || has(text, "unsigned") || has(text, "uint")) return false;
  for (const char* name : {"threadIdx.x", "blockIdx.x", "blockDim.x", "gridDim.x"})
    if (ends_with(text.substr(0, sign), name)) return false;
  const size_t first = text.find_last_not_of("0123456789abcdefABCDEFxXuUlL", sign - 1) + 1;
  const std::string operand = text.substr(first, sign - first);
  const bool is_literal = !operand.empty() && std::isdigit(static_cast<unsigned char>(operand[0]));
  return !is_literal || operand.find_first_of("uU") == std::string::npos;
}

// ---- one line

const char* const kVotes[] = {"__all_sync(", "__any_sync(", ".all(", ".any("};

// `line`: the first line of the statement that contains the shown line.
void tell_line(const Lines& lines, int line, const suite::Place& at, suite::Failure& failure) {
  const std::string& text = lines[line - 1];
  if (const std::string name = truth_of_number(lines, line); !name.empty())
    failure.what.push_back(suite::TruthOfNumber{at, name});
  if (auto both = two_comparisons(text)) {
    both->at = at;
    failure.what.push_back(*both);
  }
  if (const std::string sum = sum_as_condition(text); !sum.empty())
    failure.what.push_back(suite::SumAsCondition{at, sum});
  const bool is_untouched = failure.array == "matches" && !failure.writer;
  if (shifts_signed_number(text) && !is_untouched && failure.got && *failure.got < 0 &&
      failure.expected >= 0)
    failure.what.push_back(suite::SignIsShifted{at});
  for (const char* vote : kVotes) {
    if (!has(text, vote)) continue;
    const std::string name = vote;
    failure.what.push_back(suite::VoteOfWarp{at, name.substr(0, name.size() - 1)});
    if (!failure.finding && !suite::has_fact<suite::Repairs>(failure))
      failure.hint.propose({suite::Thought::vote});
  }
  const bool is_missing = suite::has_fact<suite::SharedOut>(failure) || !failure.got;
  if (!is_missing || failure.array.empty()) return;
  if (auto quotient = rounded_down(lines, failure, text)) {
    quotient->at = at;
    failure.what.push_back(*quotient);
  }
}

}  // namespace

void tell_expressions(const std::vector<std::string>& lines, const std::string& file,
                      suite::Failure& failure) {
  if (failure.verdict != suite::Verdict::wrong && failure.verdict != suite::Verdict::memory) return;
  if (suite::has_fact<suite::LaunchRefused>(failure)) return;
  if (failure.verdict == suite::Verdict::wrong) tell_copied_parameter(lines, file, failure);
  for (const auto& [line, shown] : shown_lines(lines, failure, file))
    tell_line(lines, line, {file, shown}, failure);
}

}  // namespace handshake::check
