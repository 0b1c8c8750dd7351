// A JSON value that is written and read again stays the same. Text that is not JSON is refused.
#include "check/json.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <locale>
#include <stdexcept>
#include <string>

namespace handshake::check {
namespace {

TEST(Json, IsReadBackAsItWasWritten) {
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

TEST(Json, RefusesTextThatIsNotJson) {
  for (const char* text : {"", "{", "[1,", "{\"a\" 1}", "\"open", "1 2", "nul", "{\"a\":}"})
    EXPECT_THROW(Json::parse(text), std::runtime_error) << text;
}

TEST(Json, RefusesNumbersThatAreNotJsonOrAreTooLarge) {
  for (const char* text : {"nan", "inf", "-inf", "infinity", "0x10", "01", "-", "+1", ".5", "1.",
                           "1e", "1e+", "1e999", "1,5", "--1"})
    EXPECT_THROW(Json::parse(text), std::runtime_error) << text;
}

TEST(Json, ReadsTheNumbersOfJson) {
  for (const char* text : {"0", "-0.500", "2147483647", "12.25", "1e2", "1E+2", "25e-2"})
    EXPECT_EQ(std::stod(Json::parse(text).dump()), std::stod(text)) << text;
}

TEST(Json, WritesAndReadsNumbersInTheSameWayInEveryLocale) {
  struct Comma : std::numpunct<char> {
    char do_decimal_point() const override { return ','; }
    char do_thousands_sep() const override { return '.'; }
    std::string do_grouping() const override { return "\3"; }
  };
  const std::locale before = std::locale::global(std::locale(std::locale(), new Comma));
  EXPECT_EQ(Json::parse("1234567.5").dump(), "1234567.500\n");
  std::locale::global(before);
}

TEST(Json, WritesNullForNumbersThatAreNotFinite) {
  EXPECT_EQ(Json(std::nan("")).dump(), "null\n");
  EXPECT_EQ(Json(-HUGE_VAL).dump(), "null\n");
}

TEST(Json, WritesNumbersOfEverySize) {
  for (const double value : {1e300, 9007199254740993.0, -4503599627370495.5, 0.25, -0.25, 1e-9})
    EXPECT_NEAR(std::stod(Json(value).dump()), value, 0.0005) << value;
}

TEST(Json, ReadsEscapesAndPairsOfSurrogates) {
  EXPECT_EQ(Json::parse(R"("\"\\\/\b\f\n\r\t\u00e9\ud83d\ude00")").text(),
            "\"\\/\b\f\n\r\t\u00e9\U0001f600");
}

TEST(Json, ReadsHalfOfASurrogatePairAsTheReplacementCharacter) {
  EXPECT_EQ(Json::parse(R"("\ud83d")").text(), "\ufffd");
  EXPECT_EQ(Json::parse(R"("\ude00\ud83dx")").text(), "\ufffd\ufffdx");
  EXPECT_EQ(Json::parse(R"("\ud83d\u0041")").text(), "\ufffdA");
}

TEST(Json, RefusesEscapesThatJsonDoesNotHave) {
  for (const char* text : {R"("\x41")", R"("\u12")", R"("\u12g4")", R"("\")", "\"\n\"", "\"\001\""})
    EXPECT_THROW(Json::parse(text), std::runtime_error) << text;
}

TEST(Json, IsAlwaysUtf8) {
  EXPECT_EQ(Json(std::string("a\xff\xc3\0b", 5)).dump(), "\"a\ufffd\ufffd\\u0000b\"\n");
}

TEST(Json, RefusesListsThatAreNestedTooDeeply) {
  EXPECT_THROW(Json::parse(std::string(100000, '[')), std::runtime_error);
}

}  // namespace
}  // namespace handshake::check
