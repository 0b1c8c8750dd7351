// Tests how a program ends after a fault: with the exit code for this kind of fault, and with one
// line that names the program.
#include "graph/run_program.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <stdexcept>
#include <string>

namespace handshake {
namespace {

class Rejected : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

struct End {
  int code;
  std::string said;
};

End end_of(const std::function<void()>& run) {
  testing::internal::CaptureStderr();
  const int code = run_program("match", run, ExitsWith<Rejected>{kExitWrong});
  return {code, testing::internal::GetCapturedStderr()};
}

template <class Error, class... Words>
End end_with(Words... words) {
  return end_of([&] { throw Error(words...); });
}

TEST(RunProgram, TurnsAnExceptionIntoOneLineAndAnExitCode) {
  EXPECT_EQ(end_of([] {}).code, 0);
  EXPECT_EQ(end_of([] {}).said, "");
  EXPECT_EQ(end_with<UsageError>("-x is odd").code, 2);
  EXPECT_EQ(end_with<UsageError>("-x is odd").said, "match: -x is odd; see match -help\n");
  EXPECT_EQ(end_with<InputError>("a.mtx", 3, "no number").code, 3);
  EXPECT_EQ(end_with<InputError>("a.mtx", 3, "no number").said, "match: a.mtx:3: no number\n");
  EXPECT_EQ(end_with<OutputError>("out.txt", "no room").code, 6);
  EXPECT_EQ(end_with<std::bad_alloc>().code, 3);
}

TEST(RunProgram, EndsWithCode70UnlessTheExceptionHasACode) {
  EXPECT_EQ(end_with<Rejected>("wrong").code, 5);
  EXPECT_EQ(end_with<std::runtime_error>("lost").code, 70);
  EXPECT_EQ(end_with<std::logic_error>("lost").said, "match: lost\n");
}

}  // namespace
}  // namespace handshake
