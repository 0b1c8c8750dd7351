// Reads the command lines of all programs of this project: flags -name and -name VALUE, in any
// order.
#pragma once

#include <charconv>
#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace handshake {

// Thrown if the command line is wrong. The program then ends with exit code 2.
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Reads `text`, the value of the flag -name: a whole number from `smallest` to `largest`. Throws
// UsageError.
inline std::int64_t parse_number(const std::string& name, std::string_view text,
                                 std::int64_t smallest, std::int64_t largest) {
  std::int64_t number = 0;
  const char* end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, number);
  if (error == std::errc() && rest == end && number >= smallest && number <= largest) return number;
  throw UsageError("-" + name + " " + std::string(text) + ": not a whole number from " +
                   std::to_string(smallest) + " to " + std::to_string(largest));
}

// The words that a flag may have as its value, and the meaning of each word.
template <class Value>
using Choices = std::vector<std::pair<const char*, Value>>;

// The list of the words: "a, b or c".
template <class Value>
std::string words_of(const Choices<Value>& choices) {
  std::string words;
  for (const auto& choice : choices) {
    const bool is_last = &choice == &choices.back();
    words += std::string(words.empty() ? "" : is_last ? " or " : ", ") + choice.first;
  }
  return words;
}

template <class Value>
Value parse_choice(const std::string& name, const std::string& text,
                   const Choices<Value>& choices) {
  for (const auto& choice : choices) {
    if (text == choice.first) return choice.second;
  }
  throw UsageError("-" + name + " " + text + ": the value must be " + words_of(choices));
}

// Returns the word that means this value.
template <class Value>
std::string word_for(Value value, const Choices<Value>& choices) {
  for (const auto& choice : choices) {
    if (choice.second == value) return choice.first;
  }
  return "";
}

// A flag, and the variable that gets its value. The variable must live longer than the flag.
struct Flag {
  std::string name;
  bool has_value;
  std::function<void(const std::string& value)> take;

  Flag(std::string name, bool& is_given)
      : name(std::move(name)), has_value(false), take([&is_given](auto&) { is_given = true; }) {}
  // An empty value is refused. Otherwise, the program would behave as if the flag were missing, and
  // a result could be lost.
  Flag(const std::string& name, std::string& text)
      : name(name), has_value(true), take([name, &text](auto& value) {
          if (value.empty()) throw UsageError("-" + name + ": the value is empty");
          text = value;
        }) {}
  Flag(std::string name, std::optional<std::string>& text)
      : name(std::move(name)), has_value(true), take([&text](auto& value) { text = value; }) {}
  // This flag may be given several times; `texts` gets the values in their order.
  Flag(std::string name, std::vector<std::string>& texts)
      : name(std::move(name)),
        has_value(true),
        take([&texts](auto& value) { texts.push_back(value); }) {}
  Flag(const std::string& name, int& number, int smallest, int largest)
      : name(name), has_value(true), take([name, &number, smallest, largest](auto& value) {
          number = static_cast<int>(parse_number(name, value, smallest, largest));
        }) {}
  template <class Value>
  Flag(const std::string& name, Value& value, const Choices<Value>& choices)
      : name(name),
        has_value(true),
        take([name, &value, choices](auto& text) { value = parse_choice(name, text, choices); }) {}
  Flag(std::string name, std::function<void(const std::string&)> take)
      : name(std::move(name)), has_value(true), take(std::move(take)) {}
  // A flag without a value: `act` is called when the flag is given.
  Flag(std::string name, const std::function<void()>& act)
      : name(std::move(name)), has_value(false), take([act](auto&) { act(); }) {}
};

// Reads the words after the name of the program. take_word gets the words that are neither a flag
// nor the value of a flag; without take_word, such words are an error. Flags must be written in
// full: there is no short form and no "=". Returns the names of the flags that were given. Throws
// UsageError.
inline std::set<std::string> read_flags(
    int argc, char** argv, const std::vector<Flag>& flags,
    const std::function<void(const std::string&)>& take_word = {}) {
  std::set<std::string> given;
  for (int at = 1; at < argc; at++) {
    const std::string word = argv[at];
    if (word.size() < 2 || word[0] != '-') {
      if (!take_word) throw UsageError("unexpected word: " + word);
      take_word(word);
      continue;
    }
    const Flag* found = nullptr;
    for (const Flag& flag : flags)
      if (word == "-" + flag.name || word == "--" + flag.name) found = &flag;
    if (!found) throw UsageError("unknown flag: " + word);
    if (found->has_value && at + 1 == argc) throw UsageError(word + ": the value is missing");
    found->take(found->has_value ? argv[++at] : "");
    given.insert(found->name);
  }
  return given;
}

// A flag that has no effect is a mistake. If `fits` is false and a flag of `names` is in `given`,
// throws a UsageError that says what this flag needs.
inline void need(bool fits, const std::string& needed, const std::set<std::string>& given,
                 const std::vector<std::string>& names) {
  for (const std::string& name : names) {
    if (!fits && given.count(name) > 0) throw UsageError("-" + name + " needs " + needed);
  }
}

}  // namespace handshake
