// Tests files of every kind, generators, one-sided entries (only one of two persons lists the
// other), and the verifier, which must notice every fault.
#include "instances.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <numeric>
#include <random>
#include <set>
#include <sstream>

#include "extensions/stable_marriage/binary_preferences.hpp"
#include "extensions/stable_marriage/generate_problem.hpp"
#include "extensions/stable_marriage/read_preferences.hpp"
#include "extensions/stable_marriage/scan_women.hpp"
#include "extensions/stable_marriage/verify_marriage.hpp"

namespace handshake::marriage {
namespace {

// A file that no other test uses. The destructor removes it.
class File {
 public:
  explicit File(const std::string& content, const std::string& end = "") {
    char name[] = "/tmp/stable_marriage_test_XXXXXX";
    close(mkstemp(name));
    taken_ = name;
    path = taken_ + end;
    std::ofstream(path, std::ios::binary) << content;
  }
  ~File() {
    std::remove(path.c_str());
    std::remove(taken_.c_str());
  }
  std::string content() const {
    std::ostringstream text;
    text << std::ifstream(path, std::ios::binary).rdbuf();
    return text.str();
  }
  std::string path;

 private:
  std::string taken_;
};

ListsOfPersons lists_of(const Problem& problem) {
  const Preferences p = preferences_of(problem);
  ListsOfPersons lists;
  for (std::int64_t i = 0; i < std::int64_t{p.men} + p.women; ++i) {
    lists.emplace_back(p.lists.begin() + p.offsets[i], p.lists.begin() + p.offsets[i + 1]);
  }
  return lists;
}

std::string fault_of(const std::string& content) {
  const File file(content);
  try {
    read_problem(file.path);
  } catch (const InputError& error) {
    return std::string(error.what()).substr(file.path.size());
  }
  return "";
}

TEST(Instances, InTextFilesMayHavePlacesCommentsAndEmptyLists) {
  const File file("%%preferences lists\n% two men\n2 3\n2 0 1\n\n*2 0 1\n%\n0\n1 0\n");
  const Problem problem = read_problem(file.path);
  EXPECT_EQ(problem.men, 2);
  EXPECT_EQ(problem.women, 3);
  EXPECT_EQ(problem.women_places.count(0), 2);
  EXPECT_EQ(problem.women_places.count(1), 1);
  EXPECT_EQ(lists_of(problem), (ListsOfPersons{{2, 0, 1}, {}, {0}, {0}, {0}}));
  EXPECT_EQ(problem.purged, 2) << "women 0 and 2 rank man 1, who ranks no woman";
}

TEST(Instances, WithScoresSortPersonsByFallingScoreAndThenByNumber) {
  const File file("%%preferences scores\n2 3\n0.5 2 0.5\n-1 -1 -3e2\n1 1\n1 2\n0 -0\n");
  EXPECT_EQ(lists_of(read_problem(file.path)),
            (ListsOfPersons{{1, 0, 2}, {0, 1, 2}, {0, 1}, {1, 0}, {0, 1}}));
}

TEST(Instances, WithSharedListsHaveTheSameListForAllPersonsOfASide) {
  const File file("%%preferences shared\n2 3\n2 0 1\n1 0\n");
  EXPECT_EQ(lists_of(read_problem(file.path)),
            (ListsOfPersons{{2, 0, 1}, {2, 0, 1}, {1, 0}, {1, 0}, {1, 0}}));
}

TEST(Instances, AreRefusedWithTheLineAndTheReasonIfTheFileIsFaulty) {
  const std::string lists = "%%preferences lists\n";
  const std::string scores = "%%preferences scores\n";
  const std::string shared = "%%preferences shared\n";
  const auto told = [](const std::string& content, const std::string& line,
                       const std::string& why) {
    const std::string fault = fault_of(content);
    EXPECT_EQ(fault.rfind(":" + line + ": ", 0), 0u) << fault;
    EXPECT_NE(fault.find(why), std::string::npos) << fault;
  };
  told(lists + "2 2\n0 1\n1 2\n0\n1\n", "4", "\"2\" must be a whole number from 0 to 1");
  told(lists + "2 2\n0 1\n1 1\n0\n1\n", "4", "person 1 appears twice");
  told(lists + "2 2\n0 x\n1\n0\n1\n", "3", "\"x\"");
  told(lists + "2 2\n0 -1\n1\n0\n1\n", "3", "\"-1\"");
  told(lists + "2 2\n*a 0\n1\n0\n1\n", "3", "number of places");
  told(lists + "2 2\n0 1\n1\n0\n", "5", "before the line of woman 1");
  told(lists + "2 2\n0\n1\n0\n1\n1\n", "7", "more lines than persons");
  told(lists + "2\n", "2", "numbers of men and of women");
  told(lists + "1000000 1000000\n", "2", "too short");
  told(lists + "99999999999 1\n", "2", "number of men");
  told(lists, "1", "ends before the numbers");
  told("\n", "1", "first line");
  EXPECT_NE(fault_of("").find("first line"), std::string::npos);
  told("%%preferences nonsense\n1 1\n", "1", "lists, scores or shared");
  told(scores + "1 2\n1\n1\n1\n", "3", "has 1 scores and needs 2");
  told(scores + "1 1\nnan\n1\n", "3", "finite");
  told(scores + "1 1\n1\n1e999\n", "4", "finite");
  told(shared + "2 2\n0 1\n1\n", "4", "has 1 of 2");
  told(shared + "2 2\n0 0\n1 0\n", "3", "twice");
}

TEST(Instances, AreTheSameAfterWritingAndReading) {
  std::mt19937 random(1);
  std::vector<Problem> problems;
  problems.push_back(random_instance(random, 20, 30, 0.5, 3).problem());
  problems.push_back(random_instance(random, 9, 9, 1).problem());
  for (const char* spec : {"hard:9", "easy:50"}) problems.push_back(generate_problem(spec));
  for (const Problem& problem : problems) {
    for (const char* end : {".txt", ".bin"}) {
      const File file("", end);
      write_problem(file.path, problem);
      const Problem again = read_problem(file.path);
      EXPECT_EQ(lists_of(again), lists_of(problem));
      EXPECT_EQ(again.lists.index(), problem.lists.index());
      EXPECT_EQ(again.men_places.starts(), problem.men_places.starts());
      EXPECT_EQ(again.women_places.starts(), problem.women_places.starts());
      EXPECT_EQ(again.purged, 0);
    }
  }
}

TEST(Instances, InDamagedBinaryFilesAreRefused) {
  std::mt19937 random(2);
  const std::string whole = binary_preferences(random_instance(random, 5, 6, 0.7, 2).problem());
  EXPECT_EQ(fault_of(whole), "");
  for (std::size_t size = 8; size < whole.size(); ++size) {
    EXPECT_NE(fault_of(whole.substr(0, size)), "") << size;
  }
  EXPECT_NE(fault_of(whole + "x"), "");
  for (std::size_t at = 0; at < whole.size(); ++at) {
    std::string damaged = whole;
    damaged[at] = static_cast<char>(damaged[at] ^ (1 << random() % 8));
    EXPECT_NE(fault_of(damaged), "") << at;
  }
}

TEST(Instances, LoseAnEntryIfOnlyOneOfTwoPersonsListsTheOther) {
  PlainInstance instance{{{0, 1}, {1}}, {{1, 0}, {0}}, {1, 1}, {1, 1}};
  const Problem problem = instance.problem();
  EXPECT_EQ(problem.purged, 2) << "woman 1 does not rank man 1, and he does not rank woman 0";
  EXPECT_EQ(lists_of(problem), (ListsOfPersons{{0, 1}, {}, {0}, {0}}));
}

TEST(Instances, OfFiveKindsHaveCompleteLists) {
  for (const char* kind : {"random", "perfect", "congested", "solo", "group"}) {
    const auto lists = lists_of(generate_problem(std::string(kind) + ":37"));
    ASSERT_EQ(lists.size(), 74u);
    for (std::vector<Person> list : lists) {
      std::sort(list.begin(), list.end());
      std::vector<Person> all(37);
      std::iota(all.begin(), all.end(), 0);
      EXPECT_EQ(list, all) << kind;
    }
  }
}

TEST(Instances, OfTheKindEasyHaveOneToTwoTimesLnNEntriesPerMan) {
  const Problem problem = generate_problem("easy:1000:seed=5");
  const auto lists = lists_of(problem);
  std::size_t entries = 0;
  for (Person m = 0; m < 1000; ++m) {
    EXPECT_GE(lists[m].size(), 7u);
    EXPECT_LE(lists[m].size(), 14u);
    EXPECT_EQ(std::set<Person>(lists[m].begin(), lists[m].end()).size(), lists[m].size());
    entries += lists[m].size();
  }
  EXPECT_NEAR(static_cast<double>(entries) / 1000, 1.5 * std::log(1000) + .5, .3);
}

TEST(Instances, ThatAreGeneratedDependOnTheSeed) {
  for (const char* kind : {"easy:30", "hard:30", "random:30", "group:30"}) {
    const std::string spec = kind;
    EXPECT_EQ(lists_of(generate_problem(spec)), lists_of(generate_problem(spec + ":seed=1")));
    EXPECT_NE(lists_of(generate_problem(spec)), lists_of(generate_problem(spec + ":seed=2")));
  }
}

// A measurement can be repeated only if the instance is the same on every machine and in every
// version.
TEST(Instances, OfTheSameSpecAreTheSameOnEveryMachineAndInEveryVersion) {
  const std::pair<const char*, std::uint64_t> specs[] = {
      {"easy:40:seed=5", 12293413946548481320u},  {"hard:40:seed=5", 7478600050543622245u},
      {"random:40:seed=5", 2027608116122366459u}, {"perfect:40:seed=5", 10201631121860029093u},
      {"solo:40:seed=5", 584287562811354131u},    {"congested:40:seed=5", 7478600050543622245u},
      {"group:40:seed=5", 7944638308287514367u},
  };
  for (const auto& [spec, expected] : specs) {
    std::uint64_t digest = 14695981039346656037u;  // FNV-1a
    for (const auto& list : lists_of(generate_problem(spec))) {
      for (const Person other : list)
        digest = (digest ^ static_cast<unsigned>(other)) * 1099511628211u;
      digest = (digest ^ 1000u) * 1099511628211u;
    }
    EXPECT_EQ(digest, expected) << spec;
  }
}

TEST(Instances, WithGroupsHaveListsThatAreShuffledOnlyWithinGroups) {
  const auto lists = lists_of(generate_problem("group:23:size=4"));
  const auto groups_of = [&](int person) {
    std::vector<std::set<Person>> groups;
    for (int i = 0; i < 23; ++i) {
      if (i % 4 == 0) groups.emplace_back();
      groups.back().insert(lists[person][i]);
    }
    return groups;
  };
  for (int m = 1; m < 23; ++m) EXPECT_EQ(groups_of(m), groups_of(0));
  for (int w = 24; w < 46; ++w) EXPECT_EQ(groups_of(w), groups_of(23));
  EXPECT_NE(lists[0], lists[1]);
}

TEST(Instances, ThatCannotBeMadeAreRefused) {
  for (const char* spec : {"easy:0", "easy:x", "hard:-1", "easy:5:seed", "easy:5:size=2",
                           "solo:5:", "group:5:size=0", "random:1000000"}) {
    EXPECT_THROW(generate_problem(spec), InputError) << spec;
  }
  EXPECT_FALSE(is_problem_spec("nonsense:5"));
  EXPECT_FALSE(is_problem_spec("easy"));
}

TEST(Scans, FindTheFirstWomanWhoAcceptsWhereverSheIs) {
  std::mt19937 random(3);
  for (const int size : {0, 1, 15, 16, 17, 40, 255, 256, 257, 600, 1100}) {
    for (int hit = -1; hit < size; hit += 1 + static_cast<int>(random() % 13)) {
      std::vector<std::uint32_t> suitors(size, 0x80000007u);
      std::vector<NarrowWord> narrow(size);
      std::vector<WideWord> wide(size), wide_suitors(size, Packed<WideWord>::word(5, 1));
      for (int i = 0; i < size; ++i) {
        narrow[i] = Packed<NarrowWord>::word(0x8000, size - 1 - i);
        wide[i] = Packed<WideWord>::word(5, size - 1 - i);
      }
      if (hit >= 0) suitors[hit] = 0x80000008u;
      EXPECT_EQ(first_above(suitors.data(), 0, size, 0x80000007u), hit < 0 ? size : hit);
      if (hit >= 0) suitors[hit] = 0x80000007u, suitors[size - 1 - hit] = 0x80000008u;
      EXPECT_EQ(first_taker(narrow.data(), 0, size, suitors.data(), 7), hit < 0 ? size : hit);
      if (hit >= 0) wide_suitors[size - 1 - hit] = Packed<WideWord>::word(5, 2);
      EXPECT_EQ(first_taker(wide.data(), 0, size, wide_suitors.data(), 1), hit < 0 ? size : hit);
    }
  }
}

Marriage marriage_of(const std::vector<Person>& partners) {
  Marriage marriage{Buffer<Person>(partners.size())};
  std::copy(partners.begin(), partners.end(), marriage.partners.begin());
  return marriage;
}

TEST(Verifier, FindsEveryKindOfFault) {
  const PlainInstance instance{{{0, 1}, {0, 1}, {1}}, {{1, 0}, {0, 1}}, {1, 1, 1}, {1, 1}};
  const Problem problem = instance.problem();
  EXPECT_EQ(marriage_fault(problem, marriage_of({1, 0, -1})), "");
  EXPECT_NE(marriage_fault(problem, marriage_of({0, 1, -1})), "")
      << "man 1 and woman 0 prefer each other";
  EXPECT_NE(marriage_fault(problem, marriage_of({-1, 0, -1})), "")
      << "man 0 and woman 1 are both free";
  EXPECT_NE(marriage_fault(problem, marriage_of({1, 0, 1})), "")
      << "man 2 is not in the list of woman 1";
  EXPECT_NE(marriage_fault(problem, marriage_of({0, 0, -1})), "") << "woman 0 has two men";
  EXPECT_NE(marriage_fault(problem, marriage_of({1, 0})), "") << "one man is missing";
  EXPECT_NE(marriage_fault(problem, marriage_of({7, 0, -1})), "") << "no such woman";
}

TEST(Verifier, NamesTheRightPersonsIfTheListsAreShared) {
  const File file("%%preferences shared\n3 2\n1 0\n2 0 1\n");
  const Problem problem = read_problem(file.path);
  EXPECT_EQ(marriage_fault(problem, marriage_of({0, -1, 1})), "");
  EXPECT_EQ(marriage_fault(problem, marriage_of({1, -1, 0})),
            "man 2 and woman 1 would prefer each other");
  EXPECT_EQ(marriage_fault(problem, marriage_of({0, 0, 1})),
            "man 1 has a partner, but all women must marry better men");
}

TEST(Verifier, AgreesWithTheDefinitionOfStabilityOnRandomPairs) {
  std::mt19937 random(4);
  int stable = 0;
  for (int i = 0; i < 2000; ++i) {
    PlainInstance instance = random_instance(random, 3, 3, 0.8, 2);
    const Problem problem = instance.problem();
    Pairs pairs;
    std::vector<Person> partners;
    for (Person m = 0; m < 3; ++m) {
      int left = instance.men_places[m];
      for (const Person w : instance.men[m]) {
        if (left == 0 || random() % 3 == 0) continue;
        --left;
        pairs.emplace_back(m, w);
        partners.push_back(w);
      }
      partners.insert(partners.end(), left, kNobody);
    }
    const bool is = is_stable(instance, pairs);
    EXPECT_EQ(marriage_fault(problem, marriage_of(partners)).empty(), is);
    stable += is;
  }
  EXPECT_GT(stable, 50);
}

}  // namespace
}  // namespace handshake::marriage
