// Writes the counts as JSON.
#include "extensions/b_matching/distributed/messages.hpp"

namespace handshake::b_matching {

std::string json_members(const Counts& all, int ranks, std::int64_t most_proposals) {
  const auto number = [](const char* name, std::int64_t value) {
    return std::string(", \"") + name + "\": " + std::to_string(value);
  };
  return number("ranks", ranks) + number("supersteps", all.supersteps) +
         number("proposals", all.proposals) + number("rejections", all.rejections) +
         number("annulments", all.annulments) + number("local_offers", all.local_offers) +
         number("most_proposals", most_proposals);
}

}  // namespace handshake::b_matching
