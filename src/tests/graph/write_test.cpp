// Tests the files that write_matches, write_matrix_market and FileWriter write. All three write a
// file completely or not at all.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstring>
#include <limits>
#include <thread>

#include "graph/build_csr.hpp"
#include "graph/file_writer.hpp"
#include "graph/read_graph.hpp"
#include "graph/write_graph.hpp"
#include "graph/write_matches.hpp"
#include "test_support.hpp"

namespace handshake {
namespace {

std::string output_fault(const std::function<void()>& write) {
  try {
    write();
  } catch (const OutputError& error) {
    return error.what();
  }
  return {};
}

template <class Weight>
CsrGraph graph_of(int numNodes, const std::vector<WeightedEdge<Weight>>& edges) {
  ReadReport report;
  return build_csr(numNodes, edges.data(), static_cast<std::int64_t>(edges.size()), 1, report);
}

void write_text(const std::string& path, const std::string& text) {
  FileWriter file(path);
  file.write(text);
  file.finish();
}

TEST(WriteMatches, WritesOneLinePerNodeAndNoHeader) {
  const TestFolder folder;
  const std::vector<Node> matches = {-1, 2, 1, -1, 2147483646};

  write_matches(folder.path("out.txt"), matches.data(), matches.size());

  EXPECT_EQ(folder.read("out.txt"), "-1\n2\n1\n-1\n2147483646\n");
}

TEST(WriteMatches, WritesAnEmptyFileForAGraphWithoutNodes) {
  const TestFolder folder;

  write_matches(folder.path("out.txt"), nullptr, 0);

  EXPECT_EQ(folder.names(), std::vector<std::string>{"out.txt"});
  EXPECT_EQ(folder.read("out.txt"), "");
}

TEST(WriteMatches, WritesMoreBytesThanItsBufferHolds) {
  const TestFolder folder;
  const std::vector<Node> matches(500000, 1234567);

  write_matches(folder.path("out.txt"), matches.data(), matches.size());

  std::string expected;
  for (int i = 0; i < 500000; i++) expected += "1234567\n";
  EXPECT_EQ(folder.read("out.txt"), expected);
}

TEST(WriteMatrixMarket, WritesTheLowerTriangleOfAnIntegerGraph) {
  const TestFolder folder;
  const CsrGraph graph = graph_of<std::int32_t>(5, {{1, 0, 7}, {1, 3, -2147483647 - 1}, {2, 1, 0}});

  write_matrix_market(folder.path("graph.mtx"), graph);

  EXPECT_EQ(folder.read("graph.mtx"),
            "%%MatrixMarket matrix coordinate integer symmetric\n5 5 3\n2 1 7\n3 2 0\n4 2 "
            "-2147483648\n");
}

TEST(WriteMatrixMarket, WritesRealWeightsWithAsManyDigitsAsTheyNeed) {
  const TestFolder folder;
  const CsrGraph graph = graph_of<double>(
      4, {{0, 1, 0.1}, {0, 2, 1e300}, {0, 3, 0.1 + 0.2}, {1, 2, -5}, {1, 3, 5e-324}});

  write_matrix_market(folder.path("graph.mtx"), graph);

  EXPECT_EQ(folder.read("graph.mtx"),
            "%%MatrixMarket matrix coordinate real symmetric\n4 4 5\n2 1 0.1\n3 1 1e+300\n4 1 "
            "0.30000000000000004\n3 2 -5\n4 2 5e-324\n");
}

TEST(WriteMatrixMarket, WritesGraphsWithoutEdgesOrWithoutNodes) {
  const TestFolder folder;

  write_matrix_market(folder.path("none.mtx"), CsrGraph{});
  write_matrix_market(folder.path("three.mtx"), graph_of<float>(3, {}));

  EXPECT_EQ(folder.read("none.mtx"), "%%MatrixMarket matrix coordinate integer symmetric\n0 0 0\n");
  EXPECT_EQ(folder.read("three.mtx"), "%%MatrixMarket matrix coordinate real symmetric\n3 3 0\n");
}

TEST(WriteMatrixMarket, WritesWhatTheReaderReadsBackExactly) {
  const TestFolder folder;
  std::mt19937_64 random(7);
  for (int round = 0; round < 10; round++) {
    std::vector<WeightedEdge<double>> edges;
    for (int i = 0; i < 500; i++) {
      double weight = 0;
      const std::uint64_t bits = random() & ~(std::uint64_t{1} << 62);  // a finite number
      std::memcpy(&weight, &bits, sizeof weight);
      edges.push_back(
          {static_cast<Node>(random() % 100), static_cast<Node>(random() % 100), weight});
    }
    const CsrGraph graph = graph_of(100, edges);

    write_matrix_market(folder.path("graph.mtx"), graph);

    EXPECT_EQ(edges_of(read_graph(folder.path("graph.mtx"))), edges_of(graph));
  }
}

TEST(WriteMatrixMarket, WritesFloatsThatAreReadBackAsTheSameFloats) {
  const TestFolder folder;
  std::mt19937 random(8);
  std::vector<WeightedEdge<float>> edges;
  for (Node v = 1; v < 1000; v++)
    edges.push_back({0, v, static_cast<float>(random()) / 4294967296.0f});
  const CsrGraph graph = graph_of(1000, edges);

  write_matrix_market(folder.path("graph.mtx"), graph);

  for (const auto& [ends, weight] : edges_of(read_graph(folder.path("graph.mtx"))))
    EXPECT_EQ(static_cast<float>(weight), edges[ends.second - 1].weight);
}

TEST(FileWriter, LeavesNoNewFileIfItDoesNotFinish) {
  const TestFolder folder;
  folder.write("out.txt", "old");
  {
    FileWriter file(folder.path("out.txt"));
    file.write(std::string(3000000, 'x'));
    EXPECT_EQ(folder.names().size(), 2u) << "until finish(), the new content is in another file";
    EXPECT_EQ(folder.read("out.txt"), "old");
  }
  EXPECT_EQ(folder.names(), std::vector<std::string>{"out.txt"});
  EXPECT_EQ(folder.read("out.txt"), "old");
}

TEST(FileWriter, ReplacesAnOlderFileAndKeepsItsPermissions) {
  const TestFolder folder;
  const std::string path = folder.write("out.txt", "old and longer");
  chmod(path.c_str(), 0640);

  write_text(path, "new");

  struct stat status;
  stat(path.c_str(), &status);
  EXPECT_EQ(status.st_mode & 07777, 0640u);
  EXPECT_EQ(folder.read("out.txt"), "new");
  EXPECT_EQ(folder.names(), std::vector<std::string>{"out.txt"});
}

TEST(FileWriter, GivesANewFileThePermissionsThatTheUmaskAllows) {
  const TestFolder folder;
  const mode_t before = umask(027);

  write_text(folder.path("out.txt"), "new");
  umask(before);

  struct stat status;
  stat(folder.path("out.txt").c_str(), &status);
  EXPECT_EQ(status.st_mode & 07777, 0640u);
}

TEST(FileWriter, WritesThroughALinkAndKeepsTheLink) {
  const TestFolder folder;
  folder.write("real.txt", "old");
  ASSERT_EQ(symlink("real.txt", folder.path("link.txt").c_str()), 0);

  write_text(folder.path("link.txt"), "new");

  EXPECT_EQ(folder.read("real.txt"), "new");
  EXPECT_TRUE(std::filesystem::is_symlink(folder.path("link.txt")));
}

TEST(FileWriter, WritesIntoTheCurrentFolder) {
  const TestFolder folder;
  const std::filesystem::path before = std::filesystem::current_path();
  std::filesystem::current_path(folder.path("."));

  write_text("out.txt", "new");
  std::filesystem::current_path(before);

  EXPECT_EQ(folder.read("out.txt"), "new");
}

TEST(FileWriter, WritesToDevicesAndPipesDirectly) {
  const TestFolder folder;
  const std::string pipe = folder.path("pipe");
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  std::string received;
  std::thread reader([&] {
    std::ifstream file(pipe);
    std::getline(file, received);
  });

  write_text(pipe, "through the pipe\n");
  reader.join();
  write_text("/dev/null", "this is never read");

  EXPECT_EQ(received, "through the pipe");
  EXPECT_EQ(folder.names(), std::vector<std::string>{"pipe"});
}

TEST(FileWriter, AppendsToTheContentOfAFileThatIsAlreadyOpen) {
  const TestFolder folder;
  const std::string path = folder.write("log.txt", "");
  const int file = open(path.c_str(), O_WRONLY);
  ASSERT_EQ(write(file, "first ", 6), 6);

  write_text("/dev/fd/" + std::to_string(file), "second");
  close(file);

  EXPECT_EQ(folder.read("log.txt"), "first second");
}

TEST(FileWriter, SaysThatTheDiskIsFull) {
  EXPECT_EQ(output_fault([] { write_text("/dev/full", "x"); }),
            "/dev/full: cannot write: No space left on device; check that the disk has free space");
  EXPECT_EQ(output_fault([] { write_text("/dev/full", std::string(3000000, 'x')); }),
            "/dev/full: cannot write: No space left on device; check that the disk has free space");
}

TEST(FileWriter, SaysWhyAFileCannotBeMade) {
  const TestFolder folder;
  const std::string hint = "; check that the folder exists and that you may write in it";
  EXPECT_EQ(
      output_fault([&] { write_text(folder.path("none/out.txt"), "x"); }),
      folder.path("none/out.txt") + ": cannot create a file: No such file or directory" + hint);
  EXPECT_EQ(output_fault([&] { write_text(folder.path("."), "x"); }),
            folder.path(".") + ": cannot write: this is a folder; name a file in it");
  EXPECT_EQ(output_fault([&] { write_text("", "x"); }),
            "\"\": the file name is empty; give a file name");
}

TEST(FileWriter, SaysThatItMayNotWriteInAFolder) {
  const TestFolder folder;
  const std::string path = folder.path("out.txt");
  chmod(folder.path(".").c_str(), 0555);
  std::string fault;
  {
    const OrdinaryUser user;
    fault = output_fault([&] { write_text(path, "new"); });
  }
  chmod(folder.path(".").c_str(), 0755);

  EXPECT_EQ(fault, path +
                       ": cannot create a file: Permission denied; check that the folder exists "
                       "and that you may write in it");
  EXPECT_TRUE(folder.names().empty());
}

TEST(FileWriter, DoesNotReplaceAProtectedFile) {
  const TestFolder folder;
  const std::string path = folder.write("out.txt", "old");
  chmod(path.c_str(), 0444);
  chmod(folder.path(".").c_str(), 0777);
  std::string fault;
  {
    const OrdinaryUser user;
    fault = output_fault([&] { write_text(path, "new"); });
  }

  EXPECT_EQ(fault,
            path +
                ": cannot write: Permission denied; the file exists and is protected; remove it, "
                "or name another file");
  EXPECT_EQ(folder.read("out.txt"), "old");
}

}  // namespace
}  // namespace handshake
