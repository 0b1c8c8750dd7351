// Reads a history. See history_file.hpp.
#include "check/history_file.hpp"

#include <cstring>
#include <limits>
#include <sstream>

#include "check/shown_text.hpp"

namespace handshake::check {

namespace {

constexpr long kMostThreads = 1 << 24;
constexpr long kMostBytes = 1l << 40;
constexpr size_t kMostPlaces = 10000;

class Reader {
 public:
  suite::History read(const std::string& text) {
    std::istringstream lines(text);
    std::string line;
    while (std::getline(lines, line)) read_line(line);
    return std::move(history_);
  }

 private:
  void read_line(const std::string& line) {
    std::istringstream words(line);
    std::string word;
    words >> word;
    if (word == "place") return read_place(words);
    if (word == "launch") return read_launch(words);
    if (word == "full") return read_full();
    if (word == "exit") take_place(words, history_.exit);
    if (word == "refused") read_refused(words);
    if (history_.launches.empty()) return;
    if (word == "argument") read_argument(words);
    if (word.size() == 1 && std::strchr(kSteps, word[0]))
      read_step(static_cast<StepKind>(word[0]), words);
  }

  // The recording became full in the last launch: only the launches before it have all their steps.
  void read_full() {
    history_.is_whole = false;
    history_.whole_launches = history_.launches.empty() ? 0 : history_.launches.size() - 1;
  }

  // Reads a number. Returns false if the text is not a number from 0 to `most`.
  static bool take(std::istream& words, long most, long& number) {
    return static_cast<bool>(words >> number) && number >= 0 && number <= most;
  }

  // Reads the number of a place in the code. Places are numbered from 1, in the order in which the
  // history lists them.
  bool take_place(std::istream& words, int& place) const {
    long number = 0;
    if (!take(words, static_cast<long>(history_.places.size()), number) || number == 0)
      return false;
    place = static_cast<int>(number) - 1;
    return true;
  }

  void read_place(std::istream& words) {
    long number = 0, line = 0;
    std::string file;
    const bool is_good = take(words, kMostPlaces, number) &&
                         number == static_cast<long>(history_.places.size()) + 1 &&
                         take(words, kMostThreads, line);
    if (!is_good) return;
    std::getline(words >> std::ws, file);
    history_.places.push_back({short_path(file), static_cast<int>(line)});
  }

  void read_launch(std::istream& words) {
    suite::LaunchHistory launch;
    long number = 0, blocks = 0, threads = 0;
    const bool is_good = take(words, std::numeric_limits<long>::max(), number) &&
                         words >> launch.kernel && take(words, kMostThreads, blocks) &&
                         take(words, kMostThreads, threads) && threads > 0 &&
                         take_place(words, launch.place);
    if (!is_good) return;
    launch.blocks = static_cast<int>(blocks);
    launch.threads = static_cast<int>(threads);
    history_.launches.push_back(std::move(launch));
  }

  void read_refused(std::istream& words) {
    suite::RefusedLaunch refused{};
    constexpr long kMost = std::numeric_limits<long>::max();
    if (take_place(words, refused.place) && words >> refused.kernel &&
        take(words, kMost, refused.blocks) && take(words, kMost, refused.threads) &&
        take(words, kMost, refused.shared_bytes))
      history_.refused.push_back(refused);
  }

  void read_argument(std::istream& words) {
    long position = 0, allocation = 0, byte = 0;
    if (!take(words, 1000, position) || !take(words, kMostThreads, allocation) ||
        !take(words, kMostBytes, byte))
      return;
    history_.launches.back().arguments.push_back(
        {static_cast<int>(position), static_cast<int>(allocation), static_cast<int>(byte / 4)});
  }

  void read_step(StepKind kind, std::istream& words) {
    long thread = 0, allocation = 0, byte = 0, bytes = 0;
    suite::Step step{};
    if (!take(words, kMostThreads, thread) || !take_place(words, step.place) ||
        !take(words, kMostThreads, allocation) || !take(words, kMostBytes, byte) ||
        !take(words, kMostBytes, bytes))
      return;
    step.kind = kind;
    step.thread = static_cast<int>(thread);
    step.allocation = static_cast<int>(allocation);
    const bool is_shared = kind == StepKind::shared_read || kind == StepKind::shared_write;
    const int unit = is_shared ? 1 : 4;
    step.first = static_cast<int>(byte / unit);
    step.last = static_cast<int>((byte + (bytes > 0 ? bytes - 1 : 0)) / unit);
    step.given = read_given(words);
    history_.launches.back().steps.push_back(step);
  }

  // Reads the GivenValue at the end of a step's line, for example "max i -3".
  static std::optional<suite::GivenValue> read_given(std::istream& words) {
    std::string order, type;
    long long with_sign = 0;
    unsigned long long without = 0;
    const bool is_order = words >> order >> type && (order == "max" || order == "min");
    const bool is_good =
        is_order && (type == "i" ? static_cast<bool>(words >> with_sign)
                                 : type == "u" && static_cast<bool>(words >> without));
    if (!is_good) return std::nullopt;
    return suite::GivenValue{order == "max", type == "i",
                             type == "i" ? static_cast<unsigned long long>(with_sign) : without};
  }

  suite::History history_;
};

}  // namespace

suite::History parse_history(const std::string& text) {
  return Reader().read(text);
}

}  // namespace handshake::check
