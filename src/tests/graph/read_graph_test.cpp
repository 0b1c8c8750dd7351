// Tests that read_graph reads files, pipes and compressed files. Also tests its messages about a
// file that holds no graph or cannot be read.
#include "graph/read_graph.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <thread>

#if __has_include(<zlib.h>)
#include <zlib.h>
#define HANDSHAKE_HAS_ZLIB 1
#endif

#include "test_support.hpp"

namespace handshake {
namespace {

const std::string kText = std::string(kInteger) + "3 3 2\n2 1 5\n3 2 -6\n";
const Edges kEdges = {{{0, 1}, 5}, {{1, 2}, -6}};

std::string fault_of_file(const std::string& path) {
  return fault_of([&] { read_graph(path); });
}

// Replaces the standard input by the file descriptor `number` until the end of the scope.
class StandardInput {
 public:
  explicit StandardInput(int number) : saved_(dup(STDIN_FILENO)) { dup2(number, STDIN_FILENO); }
  StandardInput(const StandardInput&) = delete;
  StandardInput& operator=(const StandardInput&) = delete;
  ~StandardInput() {
    dup2(saved_, STDIN_FILENO);
    close(saved_);
  }

 private:
  int saved_;
};

TEST(ReadGraph, RecognizesATextFileByItsContentAndNotByItsName) {
  const TestFolder folder;
  ReadReport report;
  const CsrGraph graph = read_graph(folder.write("graph.txt", kText), {}, &report);

  EXPECT_EQ(edges_of(graph), kEdges);
  EXPECT_EQ(report.entries, 2);
}

TEST(ReadGraph, ReadsFilesWhoseSizeIsAWholeNumberOfPages) {
  const TestFolder folder;
  const std::size_t page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  for (const std::string end : {"\n", ""}) {
    std::string text = std::string(kInteger) + "%";
    const std::string entries = "\n3 3 2\n2 1 5\n3 2 -6" + end;
    text += std::string(page - text.size() - entries.size(), 'x') + entries;
    ASSERT_EQ(text.size(), page);

    EXPECT_EQ(edges_of(read_graph(folder.write("page.mtx", text))), kEdges);
  }
}

TEST(ReadGraph, SaysWhyAFileCannotBeOpened) {
  const TestFolder folder;
  EXPECT_EQ(fault_of_file(folder.path("none.mtx")),
            folder.path("none.mtx") +
                ": cannot open the file: No such file or directory; check the path");
  EXPECT_EQ(fault_of_file(""), "\"\": the file name is empty; give a file name");
  EXPECT_EQ(fault_of_file(folder.path(".")),
            folder.path(".") + ": this is a folder, not a graph file; name a file in it");
}

TEST(ReadGraph, SaysThatTheUserMayNotReadAFile) {
  const TestFolder folder;
  const std::string path = folder.write("secret.mtx", kText);
  chmod(path.c_str(), 0);
  const OrdinaryUser user;

  EXPECT_EQ(fault_of_file(path),
            path + ": cannot open the file: Permission denied; check the path");
}

TEST(ReadGraph, RefusesAnEmptyFile) {
  const TestFolder folder;
  const std::string path = folder.write("empty.mtx", "");

  EXPECT_EQ(fault_of_file(path), path + ": the file is empty; it should hold a graph");
}

TEST(ReadGraph, StopsReadingAnEndlessFileAfterItsFirstBytes) {
  EXPECT_EQ(fault_of_file("/dev/zero").substr(0, 61),
            "/dev/zero:1: this is not a graph file, it begins with \"??????");
}

TEST(ReadGraph, ReadsANamedPipe) {
  const TestFolder folder;
  const std::string path = folder.path("pipe");
  ASSERT_EQ(mkfifo(path.c_str(), 0600), 0);
  std::string text = std::string(kInteger) + "3 3 300001\n3 2 -6\n";
  for (int i = 0; i < 300000; i++) text += "2 1 5\n";
  std::thread writer([&] { std::ofstream(path) << text; });

  const CsrGraph graph = read_graph(path);
  writer.join();

  EXPECT_EQ(edges_of(graph), kEdges);
}

TEST(ReadGraph, ReadsTheStandardInput) {
  for (const char* const name : {"-", "/dev/stdin"}) {
    int ends[2];
    ASSERT_EQ(pipe(ends), 0);
    ASSERT_EQ(write(ends[1], kText.data(), kText.size()), static_cast<ssize_t>(kText.size()));
    close(ends[1]);
    const StandardInput input(ends[0]);
    close(ends[0]);

    EXPECT_EQ(edges_of(read_graph(name)), kEdges) << name;
  }
}

TEST(ReadGraph, ReadsTheStandardInputFromItsCurrentPosition) {
  const TestFolder folder;
  const int file = open(folder.write("two.txt", "read before\n" + kText).c_str(), O_RDONLY);
  ASSERT_EQ(lseek(file, 12, SEEK_SET), 12);
  const StandardInput input(file);
  close(file);

  EXPECT_EQ(edges_of(read_graph("-")), kEdges);
}

TEST(ReadGraph, NamesTheStandardInputInMessages) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  close(ends[1]);
  const StandardInput input(ends[0]);
  close(ends[0]);

  EXPECT_EQ(fault_of_file("-"), "-: the file is empty; it should hold a graph");
}

#ifdef HANDSHAKE_HAS_ZLIB
std::string gzip(const std::string& text) {
  z_stream stream{};
  deflateInit2(&stream, 9, Z_DEFLATED, 16 + MAX_WBITS, 9, Z_DEFAULT_STRATEGY);
  std::string packed(deflateBound(&stream, text.size()) + 64, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  deflate(&stream, Z_FINISH);
  packed.resize(stream.total_out);
  deflateEnd(&stream);
  return packed;
}

const std::string kGzipHint = "; test it with gzip -t, and copy or download it again";

TEST(ReadGraph, ReadsACompressedFileWhateverItsName) {
  const TestFolder folder;

  EXPECT_EQ(edges_of(read_graph(folder.write("graph.mtx.gz", gzip(kText)))), kEdges);
  EXPECT_EQ(edges_of(read_graph(folder.write("graph.mtx", gzip(kText)))), kEdges);
}

TEST(ReadGraph, ReadsALargeCompressedFile) {
  const TestFolder folder;
  std::string text = std::string(kInteger) + "3 3 400001\n3 2 -6\n";
  for (int i = 0; i < 400000; i++) text += "2 1 5\n";

  EXPECT_EQ(edges_of(read_graph(folder.write("large.gz", gzip(text)))), kEdges);
}

TEST(ReadGraph, ReadsACompressedFileOfSeveralMembers) {
  const TestFolder folder;
  const std::string packed = gzip(kText.substr(0, 30)) + gzip("") + gzip(kText.substr(30));

  EXPECT_EQ(edges_of(read_graph(folder.write("members.gz", packed))), kEdges);
}

TEST(ReadGraph, NamesTheLineInsideACompressedFile) {
  const TestFolder folder;
  const std::string path =
      folder.write("faulty.gz", gzip(std::string(kInteger) + "3 3 1\n0 1 5\n"));

  EXPECT_EQ(fault_of_file(path).substr(0, path.size() + 14), path + ":3: the row \"0");
}

TEST(ReadGraph, RefusesACompressedFileThatIsCutAnywhere) {
  const TestFolder folder;
  const std::string packed = gzip(kText);
  for (std::size_t size = 2; size < packed.size(); size++) {
    const std::string path = folder.write("cut.gz", packed.substr(0, size));
    EXPECT_EQ(fault_of_file(path),
              path + ": cannot unpack the gzip file: it ends too early" + kGzipHint)
        << size;
  }
}

TEST(ReadGraph, RefusesADamagedCompressedFile) {
  const TestFolder folder;
  const std::string packed = gzip(kText);
  for (std::size_t i = 10; i < packed.size(); i++) {
    std::string damaged = packed;
    damaged[i] ^= 0x10;
    const std::string path = folder.write("damaged.gz", damaged);
    EXPECT_EQ(fault_of_file(path).substr(0, path.size() + 31),
              path + ": cannot unpack the gzip file: ")
        << i;
  }
}

TEST(ReadGraph, RefusesBytesAfterTheEndOfACompressedFile) {
  const TestFolder folder;
  const std::string path = folder.write("more.gz", gzip(kText) + "more");

  EXPECT_EQ(fault_of_file(path),
            path +
                ": cannot unpack the gzip file: the bytes after the end of the compressed data are "
                "not gzip" +
                kGzipHint);
}
#else
TEST(ReadGraph, SaysThatTheProgramWasBuiltWithoutZlib) {
  const TestFolder folder;
  const std::string path = folder.write("graph.gz", "\x1f\x8b\x08");

  EXPECT_EQ(fault_of_file(path),
            path +
                ": the file is compressed with gzip, but this program was built without zlib; "
                "unpack the file with gunzip, or install zlib and build again");
}
#endif

}  // namespace
}  // namespace handshake
