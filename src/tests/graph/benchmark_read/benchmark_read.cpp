// Measures the time of one way to read a Matrix Market file, or makes such a file. run.sh in the
// same folder calls this program.
#include <charconv>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <stdexcept>
#include <string>
#include <vector>

#include "graph/buffer.hpp"
#include "graph/file_bytes.hpp"
#include "graph/file_writer.hpp"
#include "graph/matrix_market.cpp"  // for EntriesOfText, which no header declares
#include "graph/read_graph.hpp"

namespace {

using namespace handshake;

// Pseudorandom numbers (splitmix64).
class Numbers {
 public:
  std::uint64_t below(std::uint64_t limit) {
    std::uint64_t z = state_ += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return (z ^ (z >> 31)) % limit;
  }

 private:
  std::uint64_t state_ = 0;
};

// Writes a file whose weights are whole numbers from 1 to 99.
void make_file(const std::string& path, std::int64_t nodes, std::int64_t entries) {
  FileWriter file(path);
  const std::string size = std::to_string(nodes);
  file.write("%%MatrixMarket matrix coordinate integer general\n" + size + " " + size + " " +
             std::to_string(entries) + "\n");
  Numbers numbers;
  char line[64];
  for (std::int64_t i = 0; i < entries; i++) {
    char* end = line;
    for (int index = 0; index < 2; index++) {
      end = std::to_chars(end, line + sizeof line, 1 + numbers.below(nodes)).ptr;
      *end++ = ' ';
    }
    end = std::to_chars(end, line + sizeof line, 1 + numbers.below(99)).ptr;
    *end++ = '\n';
    file.write({line, static_cast<std::size_t>(end - line)});
  }
  file.finish();
}

// Reads the file with fscanf, as the original kit and the example programs of Matrix Market do.
std::int64_t read_with_fscanf(const std::string& path) {
  std::FILE* const file = std::fopen(path.c_str(), "r");
  if (!file) throw std::runtime_error("cannot open " + path);
  char line[1025];
  do {
    if (!std::fgets(line, sizeof line, file)) throw std::runtime_error("no size line in " + path);
  } while (line[0] == '%');
  int rows = 0;
  int columns = 0;
  int entries = 0;
  if (std::sscanf(line, "%d %d %d", &rows, &columns, &entries) != 3)
    throw std::runtime_error("bad size line in " + path);
  std::vector<int> row(entries);
  std::vector<int> column(entries);
  std::vector<double> weight(entries);
  for (int i = 0; i < entries; i++)
    if (std::fscanf(file, "%d %d %lg", &row[i], &column[i], &weight[i]) != 3)
      throw std::runtime_error("bad entry in " + path);
  std::fclose(file);
  return entries;
}

// Does the same work as fast_matrix_market: fills three arrays with the entries of the file.
std::int64_t read_three_arrays(const std::string& path) {
  const FileBytes file = read_file(path, [](std::string_view) { return true; });
  const MatrixMarketHeader header = read_matrix_market_header(file.bytes(), path);
  const ReadOptions options;
  EntriesOfText<std::int32_t> entries(file.bytes(), header, path, options);
  const int threads = thread_count(0);
  std::vector<std::int64_t> starts(entries.num_parts() + 1);
  for_each_part(entries.num_parts(), threads, [&](std::int64_t part) {
    entries.visit(part, Need::ends, [&](const auto*, int count) { starts[part + 1] += count; });
  });
  for (std::size_t part = 1; part < starts.size(); part++) starts[part] += starts[part - 1];
  Buffer<Node> rows(header.entries);
  Buffer<Node> columns(header.entries);
  Buffer<std::int64_t> weights(header.entries);
  for_each_part(entries.num_parts(), threads, [&](std::int64_t part) {
    std::int64_t place = starts[part];
    entries.visit(part, Need::ends_and_weights, [&](const auto* batch, int count) {
      for (int i = 0; i < count; i++, place++) {
        rows[place] = batch[i].src;
        columns[place] = batch[i].dst;
        weights[place] = batch[i].weight;
      }
    });
  });
  entries.check();
  return starts.back();
}

std::int64_t read_whole_graph(const std::string& path) {
  return read_graph(path).numEdges();
}

void time_reading(const std::string& way, const std::string& path,
                  std::int64_t (*read)(const std::string&)) {
  const auto start = std::chrono::steady_clock::now();
  const std::int64_t edges = read(path);
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  std::printf("%-24s %8.3f s   %lld\n", way.c_str(), seconds.count(),
              static_cast<long long>(edges));
}

int run(int argc, char** argv) {
  const std::string what = argc > 2 ? argv[1] : "";
  if (what == "make" && argc == 5)
    make_file(argv[2], std::atoll(argv[3]), std::atoll(argv[4]));
  else if (what == "fscanf")
    time_reading("fscanf loop", argv[2], read_with_fscanf);
  else if (what == "arrays")
    time_reading("ours, three arrays", argv[2], read_three_arrays);
  else if (what == "graph")
    time_reading("ours, whole graph", argv[2], read_whole_graph);
  else
    throw std::runtime_error(
        "usage: make FILE NODES ENTRIES | fscanf FILE | arrays FILE | graph FILE");
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "benchmark_read: %s\n", error.what());
    return 1;
  }
}
