// For complete lists, 1 to 8 GPUs find the same marriage as one CPU thread. CUCC_DEVICES=8 in
// the environment sets the number of simulated GPUs to 8.
#include <gtest/gtest.h>

#include <random>
#include <string>

#include "extensions/stable_marriage/generate_problem.hpp"
#include "extensions/stable_marriage/marriage.hpp"
#include "instances.hpp"

namespace handshake::marriage {
namespace {

void expect_that_of_one_thread(const Problem& problem, int gpus, bool make_ranks) {
  SCOPED_TRACE(std::to_string(problem.men) + " men, " + std::to_string(problem.women) + " women, " +
               std::to_string(gpus) + " GPUs" + (make_ranks ? ", ranks made" : ""));
  Options options;
  options.engine = EngineKind::kSerial;
  Measures expected, measures;
  const Marriage one = solve(problem, options, &expected);
  options.engine = EngineKind::kGpu;
  options.gpus = gpus;
  options.make_ranks = make_ranks;
  const Marriage other = solve(problem, options, &measures);
  EXPECT_TRUE(std::equal(one.partners.begin(), one.partners.end(), other.partners.begin(),
                         other.partners.end()));
  EXPECT_EQ(measures.considered, expected.considered);
  EXPECT_GE(measures.placements, measures.matched);
}

TEST(SeveralGpus, GiveTheAnswerOfOneThreadOn300RandomInstances) {
  const char* const kinds[] = {"random", "perfect", "congested", "solo", "group"};
  std::mt19937 random(1);
  for (int i = 0; i < 300; ++i) {
    const int gpus = 1 + i % 8;
    if (i % 2 == 0) {
      const int men = 1 + i * 7 % 90, women = 1 + i * 11 % 70;
      expect_that_of_one_thread(random_instance(random, men, women, 1).problem(), gpus, i % 3 == 0);
    } else {
      const std::string spec = kinds[i % 5] + (":" + std::to_string(1 + i % 60)) + ":seed=";
      expect_that_of_one_thread(generate_problem(spec + std::to_string(i)), gpus, i % 3 == 0);
    }
  }
}

TEST(SeveralGpus, WorkTogetherForManyRoundsBeforeOneOfThemContinuesAlone) {
  Options options;
  options.engine = EngineKind::kGpu;
  options.gpus = 3;
  Measures measures;
  solve(generate_problem("random:400"), options, &measures);
  EXPECT_GT(measures.rounds, 8);
}

TEST(SeveralGpus, RefuseListsThatAreNotComplete) {
  Options options;
  options.engine = EngineKind::kGpu;
  options.gpus = 2;
  Measures measures;
  for (const char* spec : {"easy:100", "hard:100"}) {
    EXPECT_THROW(solve(generate_problem(spec), options, &measures), InputError) << spec;
  }
}

}  // namespace
}  // namespace handshake::marriage
