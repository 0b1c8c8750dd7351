// Reads a strategy from its name.
#include "extensions/b_matching/distributed/strategy.hpp"

#include <regex>

#include "flags/flags.hpp"

namespace handshake::b_matching {

Strategy parse_strategy(const std::string& text) {
  static const std::regex kForm("b(all|half|share|adaptive|[0-9]+)_N([0-9]+)_([US])");
  std::smatch words;
  if (!std::regex_match(text, words, kForm)) {
    throw UsageError("-strategy " + text + ": not of the form " + kStrategyHelp);
  }
  Strategy strategy;
  const std::string batch = words[1];
  if (batch == "half") {
    strategy.batch = Strategy::Batch::kHalf;
  } else if (batch == "share") {
    strategy.batch = Strategy::Batch::kShare;
  } else if (batch == "adaptive") {
    strategy.batch = Strategy::Batch::kAdaptive;
  } else if (batch != "all") {
    strategy.batch = Strategy::Batch::kConstant;
    strategy.constant = static_cast<std::int32_t>(parse_number("strategy", batch, 1, 2147483647));
  }
  strategy.subsets =
      static_cast<std::int32_t>(parse_number("strategy", std::string(words[2]), 1, 1000000));
  strategy.is_ordered = words[3] == "S";
  return strategy;
}

}  // namespace handshake::b_matching
