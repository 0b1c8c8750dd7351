// JSON goes out and comes in unchanged, and what is no JSON is refused.
#include "check/json.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

namespace handshake::check {
namespace {

TEST(Json, ComesBackAsItWasWritten) {
  const Json value = Json::object({{"text", "a \"quote\", a \\ and\na line"},
                                   {"numbers", std::vector<int>{1, -2, 3}},
                                   {"nothing", Json()},
                                   {"yes", true},
                                   {"empty", Json::list()}});

  EXPECT_EQ(Json::parse(value.dump()).dump(), value.dump());
}

TEST(Json, EscapesControlCharacters) {
  EXPECT_EQ(Json("\033[31m").dump(), "\"\\u001b[31m\"\n");
}

TEST(Json, RefusesWhatIsNotJson) {
  for (const char* text : {"", "{", "[1,", "{\"a\" 1}", "\"open", "1 2", "nul", "{\"a\":}"})
    EXPECT_THROW(Json::parse(text), std::runtime_error) << text;
}

TEST(Json, RefusesEndlessDepth) {
  EXPECT_THROW(Json::parse(std::string(100000, '[')), std::runtime_error);
}

}  // namespace
}  // namespace handshake::check
