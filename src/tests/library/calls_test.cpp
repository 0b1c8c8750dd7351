// Calls from several threads at once, and calls whose caller asks for the progress: each thread gets
// its own answer and its own fault, and a call that stops leaves nothing behind.
#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "extensions/common/team.hpp"
#include "graph/progress.hpp"
#include "library/handshake.h"
#include "library/handshake.hpp"
#include "oracles.hpp"

namespace handshake {
namespace {

using Answer = std::vector<Node>;

constexpr Node kNodes = 3000;
constexpr Node kNothing = -7;  // an element to which a call has not written

Answer nothing() {
  return Answer(kNodes, kNothing);
}

class Calls : public testing::Test {
 protected:
  using Call = std::function<void(Answer*)>;

  const PlainGraph<std::int64_t, double> graph_ = random_graph<std::int64_t, double>(
      kNodes, 12 * kNodes, 1,
      [](auto& random) { return 1.0 + static_cast<double>(random() % 100000); });
  const marriage::Side side_{kNodes, graph::Span<std::int64_t>(graph_.offsets), graph_.neighbors};
  const std::vector<std::int32_t> b_ = std::vector<std::int32_t>(kNodes, 2);

  // The functions of C++, by their names.
  std::vector<std::pair<std::string, Call>> calls(int threads) const {
    return {
        {"check", [=](Answer*) { check_graph(graph_.view()); }},
        {"match",
         [=](Answer* to) { suitor::match(graph_.view(), {TieRule::kIndex, threads}, to->data()); }},
        {"quality",
         [=](Answer* to) {
           suitor::match(graph_.view(), {TieRule::kIndex, threads, 4}, to->data());
         }},
        {"b_match",
         [=](Answer* to) {
           const BMatching found = b_matching::match(graph_.view(), b_, {TieRule::kHash, threads});
           to->assign(found.partners.begin(), found.partners.end());
         }},
        {"louvain",
         [=](Answer* to) { louvain::find(graph_.view(), {{1, 1}, threads}, to->data()); }},
        {"stable", [=](Answer* to) { marriage::match(side_, side_, {threads}, to->data()); }},
    };
  }
};

TEST_F(Calls, OfSeveralThreadsAtOnceGiveTheSameAnswers) {
  std::vector<Answer> expected;
  for (const auto& [name, call] : calls(1)) {
    expected.push_back(nothing());
    call(&expected.back());
  }
  std::vector<std::vector<Answer>> found(4);
  {
    std::vector<std::thread> threads;
    for (auto& mine : found) {
      threads.emplace_back([&] {
        for (const auto& [name, call] : calls(2)) {
          mine.push_back(nothing());
          call(&mine.back());
        }
      });
    }
    for (std::thread& thread : threads) thread.join();
  }
  for (const auto& mine : found) EXPECT_EQ(mine, expected);
}

TEST_F(Calls, ReportARisingShareAndGiveTheSameAnswers) {
  for (const auto& [name, call] : calls(2)) {
    Answer expected = nothing(), found = nothing();
    call(&expected);
    std::vector<double> seen;
    const auto ask = [&](double done) {
      seen.push_back(done);
      return false;
    };
    run_with_progress(ask, [&, &call = call] { call(&found); });
    EXPECT_EQ(found, expected) << name;
    EXPECT_EQ(seen.at(0), 0) << name;
    EXPECT_TRUE(std::is_sorted(seen.begin(), seen.end())) << name;
    EXPECT_LE(seen.back(), 1) << name;
  }
}

// Asks a call to stop, as soon as it has begun. Returns whether it stopped before its end.
bool stops(const std::function<void()>& work) {
  std::atomic<bool> stop{false};
  std::thread asker([&] { stop = true; });
  const StopScope scope(&stop);
  try {
    work();
    asker.join();
    return false;
  } catch (const Stopped&) {
    asker.join();
    return true;
  }
}

TEST_F(Calls, WriteNothingIfTheyStop) {
  for (const int threads : {1, 3}) {
    for (const auto& [name, call] : calls(threads)) {
      if (name == "check") continue;
      for (int i = 0; i < 5; ++i) {
        Answer found = nothing();
        if (!stops([&, &call = call] { call(&found); })) continue;
        EXPECT_EQ(found, nothing()) << name;
      }
      Answer expected = nothing(), found = nothing();
      call(&expected);
      call(&found);
      EXPECT_EQ(found, expected) << name;
    }
  }
}

TEST_F(Calls, ThrowWhatTheCallbackThrows) {
  for (const auto& [name, call] : calls(2)) {
    Answer found = nothing();
    const auto work = [&, &call = call] { call(&found); };
    EXPECT_THROW(run_with_progress([](double) -> bool { throw std::out_of_range("mine"); }, work),
                 std::out_of_range)
        << name;
    EXPECT_THROW(run_with_progress([](double) { return true; }, work), Stopped) << name;
    EXPECT_EQ(found, nothing()) << name;
    work();
  }
}

TEST_F(Calls, ThrowWhatTheCallbackThrowsWhileTheyWork) {
  std::atomic<bool> is_asked{false};
  int asked = 0;
  const auto ask = [&](double) -> bool {
    if (++asked == 1) return false;
    is_asked = true;
    throw std::out_of_range("mine");
  };
  const auto work = [&] {
    while (!is_asked) std::this_thread::yield();
    for (;;) stop_if_asked();
  };
  EXPECT_THROW(run_with_progress(ask, work), std::out_of_range);
  EXPECT_EQ(asked, 2);
}

TEST_F(Calls, ThrowWhatTheWorkThrows) {
  const auto ask = [](double) { return false; };
  EXPECT_THROW(run_with_progress(ask, [] { throw GraphError("the graph", "is wrong", 1, 2); }),
               GraphError);
}

TEST(Progress, OfAPartIsAShareOfTheWhole) {
  std::atomic<double> done{0};
  done_share() = {&done};
  const Progress whole;
  {
    const ProgressPart part(0.5, 1);
    const ProgressPart half_of_it(0, 0.5);
    Progress().report(0.5);
    EXPECT_DOUBLE_EQ(done, 0.625);
    Progress().report(0.1);
    EXPECT_DOUBLE_EQ(done, 0.625) << "what is done never becomes less";
  }
  whole.report(0.75);
  EXPECT_DOUBLE_EQ(done, 0.75);
  done_share() = {};
}

TEST(Teams, VisitEveryNumberOnceInEveryStep) {
  for (const int threads : {1, 2, 5}) {
    std::vector<int> visits(1000);
    int alone = 0;
    Team team(threads);
    team.run([&] {
      for (int step = 0; step < 3; ++step) {
        team.share(1000, 7, [&](std::int64_t begin, std::int64_t end) {
          for (std::int64_t i = begin; i < end; ++i) ++visits[i];
        });
        team.wait([&] { ++alone; });
      }
    });
    EXPECT_EQ(visits, std::vector<int>(1000, 3));
    EXPECT_EQ(alone, 3);
  }
}

TEST(Teams, StopIfTheyAreAsked) {
  std::atomic<bool> stop{false};
  const StopScope scope(&stop);
  Team team(3);
  std::atomic<int> visits{0};
  const auto work = [&] {
    team.share(1000, 1, [&](std::int64_t, std::int64_t) {
      ++visits;
      stop = true;
    });
    team.share(1000, 1, [&](std::int64_t, std::int64_t) { visits += 1000; });
  };
  EXPECT_THROW(team.run(work), Stopped);
  EXPECT_LE(visits, 3);
}

// ---- the functions of C

class CCalls : public Calls {
 protected:
  hs_graph* open(const std::vector<double>& weights) const {
    hs_csr csr{};
    csr.size = sizeof csr;
    csr.nodes = kNodes;
    csr.entries = static_cast<std::int64_t>(graph_.neighbors.size());
    csr.offsets = graph_.offsets.data();
    csr.offset_bits = 64;
    csr.neighbors = graph_.neighbors.data();
    csr.weights = weights.data();
    csr.weight_type = HS_DOUBLE;
    hs_graph* graph = nullptr;
    hs_graph_view(&csr, HS_CHECK, &graph);
    return graph;
  }
  void TearDown() override { hs_set_progress(nullptr, nullptr); }
};

TEST_F(CCalls, OfSeveralThreadsHaveTheirOwnAnswersAndFaults) {
  hs_graph* const graph = open(graph_.weights);
  ASSERT_NE(graph, nullptr) << hs_message();
  Answer expected = nothing();
  ASSERT_EQ(hs_match(graph, nullptr, expected.data()), HS_OK);
  std::vector<std::thread> threads;
  std::vector<std::string> messages(4);
  std::vector<Answer> found(4, nothing());
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&, i] {
      std::vector<double> wrong = graph_.weights;
      wrong[i] += 1;
      EXPECT_EQ(open(wrong), nullptr);
      messages[i] = hs_message();
      EXPECT_EQ(hs_match(graph, nullptr, found[i].data()), HS_OK);
      EXPECT_EQ(messages[i], hs_message()) << "of the last call of this thread that failed";
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (int i = 0; i < 4; ++i) {
    EXPECT_EQ(found[i], expected);
    const std::string node = std::to_string(graph_.neighbors[i]);
    EXPECT_NE(messages[i].find("from node 0 to node " + node), std::string::npos) << messages[i];
  }
  hs_graph_free(graph);
}

struct Asked {
  int calls = 0;
  int stop_at = 1 << 30;
  bool throws = false;
};

int ask(double, void* user) {
  Asked& asked = *static_cast<Asked*>(user);
  if (++asked.calls < asked.stop_at) return 0;
  if (asked.throws) throw std::out_of_range("mine");
  return 1;
}

TEST_F(CCalls, AskTheCallbackOfTheirThread) {
  hs_graph* const graph = open(graph_.weights);
  Asked asked;
  hs_set_progress(ask, &asked);
  Answer expected = nothing(), found = nothing();
  ASSERT_EQ(hs_match(graph, nullptr, expected.data()), HS_OK);
  EXPECT_GE(asked.calls, 1);
  const int before = asked.calls;
  std::thread([&] { hs_match(graph, nullptr, found.data()); }).join();
  EXPECT_EQ(asked.calls, before) << "another thread has no callback";
  EXPECT_EQ(found, expected);
  hs_set_progress(nullptr, nullptr);
  ASSERT_EQ(hs_match(graph, nullptr, found.data()), HS_OK);
  EXPECT_EQ(asked.calls, before);
  hs_graph_free(graph);
}

TEST_F(CCalls, StopIfTheCallbackAsks) {
  hs_graph* const graph = open(graph_.weights);
  const std::pair<bool, const char*> cases[] = {
      {false, "the call was asked to stop"},
      {true, "the callback for the progress has thrown an exception: mine"}};
  for (const auto& [throws, words] : cases) {
    Asked asked{0, 1, throws};
    hs_set_progress(ask, &asked);
    Answer found = nothing();
    const hs_lists lists = {sizeof lists, kNodes, graph_.offsets.data(), graph_.neighbors.data()};
    hs_b_matching* matching = nullptr;
    const std::function<hs_status()> calls[] = {
        [&] { return hs_match(graph, nullptr, found.data()); },
        [&] { return hs_b_match(graph, b_.data(), nullptr, &matching); },
        [&] { return hs_louvain(graph, nullptr, found.data(), nullptr, nullptr); },
        [&] { return hs_stable(&lists, &lists, nullptr, found.data()); },
    };
    for (const auto& call : calls) {
      EXPECT_EQ(call(), HS_STOPPED);
      EXPECT_STREQ(hs_message(), words);
    }
    EXPECT_EQ(open(graph_.weights), nullptr);
    EXPECT_STREQ(hs_message(), words);
    EXPECT_EQ(found, nothing());
    EXPECT_EQ(matching, nullptr);
  }
  hs_set_progress(nullptr, nullptr);
  Answer found = nothing();
  EXPECT_EQ(hs_match(graph, nullptr, found.data()), HS_OK);
  hs_graph_free(graph);
}

}  // namespace
}  // namespace handshake
