// Reads the text format, and decides which reader a file needs.
#include "extensions/stable_marriage/read_preferences.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numeric>
#include <vector>

#include "extensions/stable_marriage/binary_preferences.hpp"
#include "graph/file_bytes.hpp"
#include "graph/text_lines.hpp"

namespace handshake::marriage {
namespace {

constexpr std::int64_t kMostPersons = 1 << 30;
constexpr std::string_view kHeader = "%%preferences";

class TextReader {
 public:
  TextReader(std::string_view text, const std::string& path)
      : lines_(text), bytes_(static_cast<std::int64_t>(text.size())), path_(path) {}

  Problem read() {
    const std::string kind = read_header();
    read_size();
    if (kind == "shared") return read_shared();
    Preferences p =
        kind == "lists" ? read_all(&TextReader::read_list) : read_all(&TextReader::read_scores);
    while (lines_.next()) {
      if (!is_empty_or_comment(lines_.line()))
        fail("there are more lines than persons", "remove this line");
    }
    return make_problem(p);
  }

 private:
  [[noreturn]] void fail(const std::string& what, const std::string& hint) const {
    throw InputError(path_, lines_.number(), what + "; " + hint);
  }

  std::string read_header() {
    const bool any = lines_.next();
    const auto words = any ? split_words(lines_.line()) : std::vector<std::string_view>();
    if (words.size() == 2 && words[0] == kHeader) {
      for (const char* kind : {"lists", "scores", "shared"}) {
        if (words[1] == kind) return kind;
      }
    }
    fail("the first line is not \"%%preferences KIND\" (KIND: lists, scores or shared)",
         "see docs/extensions/stable_marriage.md, or use -graph for a graph");
  }

  void read_size() {
    while (lines_.next()) {
      if (is_empty_or_comment(lines_.line())) continue;
      const auto words = split_words(lines_.line());
      if (words.size() != 2)
        fail("the line must hold the numbers of men and of women", "write both");
      men_ = read_number(words[0], kMostPersons, "the number of men");
      women_ = read_number(words[1], kMostPersons, "the number of women");
      if (std::int64_t{men_} + women_ > bytes_) {
        fail("the file is too short for that many persons", "give one line or number per person");
      }
      return;
    }
    fail("the file ends before the numbers of men and women", "check that it is complete");
  }

  Person read_number(std::string_view word, std::int64_t largest, const std::string& what) const {
    std::int64_t number = 0;
    if (!parse_count(word, &number) || number > largest) {
      fail(
          what + " " + quote(word) + " must be a whole number from 0 to " + std::to_string(largest),
          "counting starts at 0");
    }
    return static_cast<Person>(number);
  }

  // Reads the line of this person. Comments may be anywhere. An empty line is an empty list.
  void next_line_of(const std::string& whom) {
    do {
      if (!lines_.next()) {
        fail("the file ends before the line of " + whom, "give one line per person, men first");
      }
    } while (!lines_.line().empty() && lines_.line()[0] == '%');
  }

  Preferences read_all(void (TextReader::*read_line)(Person others)) {
    Preferences p;
    p.men = men_;
    p.women = women_;
    std::vector<std::int64_t> offsets = {0};
    const std::int64_t persons = std::int64_t{men_} + women_;
    stamps_.assign(std::max(men_, women_), -1);
    for (person_ = 0; person_ < persons; ++person_) {
      const bool is_man = person_ < men_;
      next_line_of((is_man ? "man " : "woman ") +
                   std::to_string(is_man ? person_ : person_ - men_));
      words_ = split_words(lines_.line());
      read_places();
      (this->*read_line)(is_man ? women_ : men_);
      offsets.push_back(static_cast<std::int64_t>(lists_.size()));
    }
    p.offsets = Buffer<std::int64_t>(offsets.size());
    std::copy(offsets.begin(), offsets.end(), p.offsets.begin());
    p.lists = Buffer<Person>(lists_.size());
    std::copy(lists_.begin(), lists_.end(), p.lists.begin());
    p.places = std::move(places_);
    return p;
  }

  // Reads the number of places: "*2" at the start of a line means two places.
  void read_places() {
    std::int32_t places = 1;
    if (!words_.empty() && words_[0][0] == '*') {
      constexpr std::int64_t kMostPlaces = 1 << 20;
      places = read_number(words_[0].substr(1), kMostPlaces, "the number of places");
      words_.erase(words_.begin());
    }
    places_.push_back(places);
  }

  void read_list(Person others) {
    for (const std::string_view word : words_) {
      if (others == 0) fail("there is no person to rank", "leave the line empty");
      const Person other = read_number(word, others - 1, "the person");
      if (stamps_[other] == person_) {
        fail("person " + std::to_string(other) + " appears twice in the list", "keep one of them");
      }
      stamps_[other] = person_;
      lists_.push_back(other);
    }
  }

  // Ranks the persons of the other side by their scores. A larger score is better; among equal
  // scores, the person with the smaller number is better.
  void read_scores(Person others) {
    if (static_cast<std::int64_t>(words_.size()) != others) {
      fail("the line has " + std::to_string(words_.size()) + " scores and needs " +
               std::to_string(others),
           "give one score for each person of the other side");
    }
    std::vector<double> scores;
    for (const std::string_view word : words_) {
      const std::string text(word);
      char* end = nullptr;
      scores.push_back(std::strtod(text.c_str(), &end));
      if (*end != '\0' || !std::isfinite(scores.back())) {
        fail("the score " + quote(word) + " is not a finite number", "write it as 0.25 or 3e-2");
      }
    }
    std::vector<Person> order(others);
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(),
                     [&](Person a, Person b) { return scores[a] > scores[b]; });
    lists_.insert(lists_.end(), order.begin(), order.end());
  }

  // Reads two lines: the women, best first, and the men, best first. Each line must have every
  // person of one side once.
  Problem read_shared() {
    Problem problem;
    problem.men = men_;
    problem.women = women_;
    stamps_.assign(std::max(men_, women_), -1);
    const Buffer<Person> women = read_order(0, women_, "the women");
    Buffer<Person> men = read_order(1, men_, "the men");
    while (lines_.next()) {
      if (!is_empty_or_comment(lines_.line()))
        fail("there are more than two lists", "remove this line");
    }
    problem.lists = SharedLists{Buffer<Person>(0), std::move(men)};
    auto& kept = std::get<SharedLists>(problem.lists);
    kept.women = Buffer<Person>(women.size());
    std::copy(women.begin(), women.end(), kept.women.begin());
    return problem;
  }

  Buffer<Person> read_order(std::int64_t which, Person count, const std::string& whom) {
    next_line_of(whom);
    words_ = split_words(lines_.line());
    person_ = which;
    lists_.clear();
    read_list(count);
    if (static_cast<std::int64_t>(lists_.size()) != count) {
      fail("the list of " + whom + " has " + std::to_string(lists_.size()) + " of " +
               std::to_string(count) + " persons",
           "name each person once");
    }
    Buffer<Person> order(lists_.size());
    std::copy(lists_.begin(), lists_.end(), order.begin());
    return order;
  }

  LineReader lines_;
  std::int64_t bytes_;
  const std::string& path_;
  Person men_ = 0;
  Person women_ = 0;
  std::int64_t person_ = 0;  // the person of the current line
  std::vector<std::string_view> words_;
  std::vector<std::int64_t> stamps_;  // for each person: the last list that named this person
  std::vector<Person> lists_;
  std::vector<std::int32_t> places_;
};

bool any_start(std::string_view) {
  return true;
}

}  // namespace

Problem read_problem(const std::string& path) {
  return read_problem(read_file(path, any_start), path);
}

Problem read_problem(FileBytes file, const std::string& path) {
  if (is_gzip(file.bytes())) file = unpack_gzip(file.bytes(), path);
  if (is_binary_preferences(file.bytes())) return read_binary_preferences(file.bytes(), path);
  return TextReader(file.bytes(), path).read();
}

}  // namespace handshake::marriage
