// Reading the flags of the check program.
#include "check/options.hpp"

#include <algorithm>
#include <charconv>
#include <functional>
#include <map>

namespace handshake::check {

namespace {

int parse_number(const std::string& flag, const std::string& text, int largest) {
  int number = 0;
  const char* end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc() || rest != end || number < 1 || number > largest)
    throw UsageError(flag + " " + text + ": not a whole number from 1 to " +
                     std::to_string(largest));
  return number;
}

}  // namespace

bool Options::asks_for(const std::string& part) const {
  return parts.empty() || std::find(parts.begin(), parts.end(), part) != parts.end();
}

Options parse_options(int argc, char** argv) {
  Options options;
  const auto text = [](std::string& to) {
    return [&to](const std::string&, const std::string& value) { to = value; };
  };
  const std::map<std::string, std::function<void(const std::string&, const std::string&)>> flags = {
      {"--programs", text(options.programs.directory)},
      {"--diagnostic", text(options.programs.diagnostic)},
      {"--logs", text(options.programs.logs)},
      {"--backend", text(options.programs.backend)},
      {"--sources", text(options.sources)},
      {"--output", text(options.output)},
      {"--json", text(options.json)},
      {"--trace", text(options.trace)},
      {"--prefix", [&](const std::string&,
                       const std::string& word) { options.programs.prefix.push_back(word); }},
      {"--case",
       [&](const std::string& flag, const std::string& value) {
         options.selection.case_number = parse_number(flag, value, 1'000'000);
       }},
      {"--threads",
       [&](const std::string& flag, const std::string& value) {
         options.threads = parse_number(flag, value, 1 << 20);
       }},
      {"--schedules",
       [&](const std::string& flag, const std::string& value) {
         options.programs.num_schedules = parse_number(flag, value, 1000);
       }},
      {"--time-limit",
       [&](const std::string& flag, const std::string& value) {
         options.programs.limit = std::chrono::seconds(parse_number(flag, value, 3600));
       }},
  };
  for (int at = 1; at < argc; at++) {
    const std::string word = argv[at];
    const auto flag = flags.find(word);
    if (flag != flags.end()) {
      if (++at == argc) throw UsageError(word + ": the value is missing");
      flag->second(word, argv[at]);
    } else if (word == "--verbose") {
      options.is_verbose = true;
    } else if (std::find(std::begin(kParts), std::end(kParts), word) != std::end(kParts)) {
      options.parts.push_back(word);
    } else {
      throw UsageError(word +
                       ": neither a flag nor a part (handshaking filter scan memory match "
                       "extra)");
    }
  }
  if (options.programs.directory.empty()) throw UsageError("the flag --programs is missing");
  if (options.selection.case_number != 0 && options.parts.size() != 1)
    throw UsageError("a case belongs to one part: make check-filter CASE=3");
  options.programs.scratch = options.output;
  return options;
}

}  // namespace handshake::check
