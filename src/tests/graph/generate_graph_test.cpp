// The generate_graph program as a user sees it: its files, its messages and its exit codes.
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "graph/generate.hpp"
#include "graph/read_graph.hpp"

namespace handshake {
namespace {

namespace fs = std::filesystem;

std::string content_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream content;
  content << file.rdbuf();
  return content.str();
}

class GenerateGraph : public testing::Test {
 protected:
  void SetUp() override {
    std::string name = (fs::temp_directory_path() / "generate_graph_XXXXXX").string();
    ASSERT_NE(mkdtemp(name.data()), nullptr);
    folder_ = name;
  }
  void TearDown() override { fs::remove_all(folder_); }

  fs::path file(const char* name) const { return folder_ / name; }

  // Runs the program with the arguments `words` in the folder of the test. Returns the exit code.
  int run(const std::string& words) {
    const std::string program = std::filesystem::absolute(GENERATE_GRAPH).string();
    const std::string command =
        "cd '" + folder_.string() + "' && '" + program + "' " + words + " >stdout.txt 2>stderr.txt";
    const int status = std::system(command.c_str());
    out_ = content_of(file("stdout.txt"));
    err_ = content_of(file("stderr.txt"));
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }

  void expect_fault(const std::string& words, int exit_code, const std::string& message) {
    EXPECT_EQ(run(words), exit_code) << words;
    EXPECT_NE(err_.find(message), std::string::npos) << words << " printed " << err_;
    EXPECT_EQ(std::count(err_.begin(), err_.end(), '\n'), 1) << err_;
  }

  fs::path folder_;
  std::string out_;
  std::string err_;
};

void expect_same(const CsrGraph& a, const CsrGraph& b) {
  ASSERT_EQ(a.numNodes, b.numNodes);
  EXPECT_TRUE(std::equal(a.offsets.begin(), a.offsets.end(), b.offsets.begin(), b.offsets.end()));
  EXPECT_TRUE(
      std::equal(a.neighbors.begin(), a.neighbors.end(), b.neighbors.begin(), b.neighbors.end()));
  std::visit(
      [](const auto& a_weights, const auto& b_weights) {
        EXPECT_TRUE(
            std::equal(a_weights.begin(), a_weights.end(), b_weights.begin(), b_weights.end()));
      },
      a.weights, b.weights);
}

TEST_F(GenerateGraph, WritesGraphsThatAreReadBackUnchanged) {
  for (const char* spec : {"urand:8", "kron:8:w=int", "rgg:8:w=unif", "kmer:9:w=const"}) {
    for (const char* name : {"graph.mtx", "graph.hsg"}) {
      SCOPED_TRACE(std::string(spec) + " " + name);
      ASSERT_EQ(run(std::string(spec) + " -output " + name), 0) << err_;
      expect_same(read_graph(file(name).string()), generate(parse_graph_spec(spec)));
    }
    ASSERT_EQ(run(std::string(spec) + " -output general.mtx -format mtx-general"), 0) << err_;
    expect_same(read_graph(file("general.mtx").string()), generate(parse_graph_spec(spec)));
  }
}

TEST_F(GenerateGraph, KeepsFloatWeightsInTheBinaryFormat) {
  ASSERT_EQ(run("urand:6:type=float -output graph.hsg"), 0) << err_;
  const CsrGraph graph = read_graph(file("graph.hsg").string());
  EXPECT_TRUE(std::holds_alternative<Buffer<float>>(graph.weights));
}

// The spec path:2 means the path 0 - 1 - 2 - 3.
TEST_F(GenerateGraph, WritesTheFormatsEdgesMetisAndVite) {
  ASSERT_EQ(run("path:2:w=const -output path.txt"), 0) << err_;
  EXPECT_EQ(content_of(file("path.txt")), "0 1 1\n1 2 1\n2 3 1\n");

  ASSERT_EQ(run("path:2:w=const -output path.graph"), 0) << err_;
  EXPECT_EQ(content_of(file("path.graph")), "4 3 1\n2 1 \n1 1 3 1 \n2 1 4 1 \n3 1 \n");

  ASSERT_EQ(run("path:2:w=const -output path.vite -format vite"), 0) << err_;
  const std::string bytes = content_of(file("path.vite"));
  ASSERT_EQ(bytes.size(), 8u * (2 + 5) + 16u * 6);
  std::int64_t numbers[7];
  std::memcpy(numbers, bytes.data(), sizeof numbers);
  EXPECT_EQ(numbers[0], 4);  // nodes
  EXPECT_EQ(numbers[1], 6);  // directed edges
  EXPECT_EQ(numbers[3], 1);  // where the edges of node 1 begin
  EXPECT_EQ(numbers[6], 6);
  std::int64_t neighbor = 0;
  double weight = 0;
  std::memcpy(&neighbor, bytes.data() + 8 * 7 + 16 * 2, sizeof neighbor);
  std::memcpy(&weight, bytes.data() + 8 * 7 + 16 * 2 + 8, sizeof weight);
  EXPECT_EQ(neighbor, 2);  // the second neighbor of node 1
  EXPECT_EQ(weight, 1);
}

TEST_F(GenerateGraph, WritesWeightsWithThreeDecimalsAsThousandthsIntoAMetisFile) {
  ASSERT_EQ(run("path:1 -output a.graph"), 0) << err_;
  ASSERT_EQ(run("path:1 -output a.txt"), 0) << err_;
  const double weight = std::stod(content_of(file("a.txt")).substr(4));
  const std::string thousandths = std::to_string(static_cast<int>(weight * 1000 + 0.5));
  EXPECT_EQ(content_of(file("a.graph")), "2 1 1\n2 " + thousandths + " \n1 " + thousandths + " \n");
  expect_fault("path:1:w=unif -output b.graph", 3, "METIS files hold integer weights");
  EXPECT_FALSE(fs::exists(file("b.graph")));
}

TEST_F(GenerateGraph, WritesARowForEveryIsolatedNodeIntoAMetisFile) {
  ASSERT_EQ(run("urand:2:ef=0 -output a.graph"), 0) << err_;
  EXPECT_EQ(content_of(file("a.graph")), "4 0 1\n\n\n\n\n");
}

TEST_F(GenerateGraph, PrintsStatisticsOfTheGraph) {
  ASSERT_EQ(run("path:4:w=const -stat"), 0) << err_;
  EXPECT_EQ(out_,
            "nodes           16\n"
            "directed edges  30\n"
            "isolated nodes  0\n"
            "largest degree  2\n"
            "mean degree     1.8750\n"
            "weight sum      15.000000\n");
}

TEST_F(GenerateGraph, PrintsHelpThatNamesSpecsAndFormats) {
  ASSERT_EQ(run("-help"), 0) << err_;
  for (const char* word : {"-output", "-format", "-stat", "urand", "mtx-general", "vite"}) {
    EXPECT_NE(out_.find(word), std::string::npos) << word;
  }
}

TEST_F(GenerateGraph, EndsWithCodeTwoForWrongUse) {
  expect_fault("", 2, "the SPEC is missing");
  expect_fault("urand:3", 2, "nothing to do");
  expect_fault("urand:3 urand:4 -stat", 2, "only one SPEC is allowed");
  expect_fault("urand:3 -out a.mtx", 2, "unknown flag: -out");
  expect_fault("urand:3 -output=a.mtx", 2, "unknown flag: -output=a.mtx");
  expect_fault("urand:3 -output", 2, "-output: the value is missing");
  expect_fault("urand:3 -output a.xyz", 2, "mtx mtx-general binary metis edges vite");
  expect_fault("urand:3 -output dir.mtx/a", 2, "its extension names no format");
  expect_fault("urand:3 -output a.mtx -format csv", 2, "unknown format: csv");
  expect_fault("urand:3 -stat -format mtx", 2, "-format needs -output");
}

TEST_F(GenerateGraph, EndsWithCodeThreeForAWrongSpec) {
  expect_fault("urnd:3 -stat", 3, "unknown kind 'urnd'");
  expect_fault("urand:31 -output a.mtx", 3, "allowed is 0 to 30");
  EXPECT_FALSE(fs::exists(file("a.mtx")));
}

TEST_F(GenerateGraph, RefusesAGraphThatDoesNotFitIntoMemory) {
  expect_fault("urand:30:ef=1024 -stat", 3, "GB of memory, and this machine has");
}

TEST_F(GenerateGraph, EndsWithCodeSixWhenTheFileCannotBeWritten) {
  expect_fault("urand:3 -output no_such_folder/a.mtx", 6, "no_such_folder/a.mtx");
}

}  // namespace
}  // namespace handshake
