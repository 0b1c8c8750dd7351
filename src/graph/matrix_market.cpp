// Reads the entries of a Matrix Market file. Threads parse pieces of the text. If a piece has a
// fault, the faulty line is read again, to make a message that says what is wrong.
#include "graph/matrix_market.hpp"

#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

#include "graph/build_csr.hpp"
#include "graph/edge_source.hpp"
#include "graph/input_error.hpp"
#include "graph/matrix_market_entry.hpp"
#include "graph/parallel.hpp"

namespace handshake {
namespace {

constexpr std::size_t kMinPieceBytes = std::size_t{1} << 20;
// There are many pieces per thread, so that no thread waits long for the others at the end.
constexpr std::size_t kPiecesPerThread = 8;
constexpr std::size_t kReadAhead = 8;  // parse_number.hpp reads at most this far past a line end

struct Piece {
  const char* begin = nullptr;
  const char* end = nullptr;  // right after a line end
  std::int64_t entries = 0;   // before the fault
  const char* fault = nullptr;
};

// The lines from `start` to the end of a text, cut into pieces at line ends. The last lines are
// copied, because the parser needs a line end at the end of each piece, and readable bytes after
// it.
class Pieces {
 public:
  Pieces(std::string_view text, std::size_t start, int threads) : text_(text) {
    const std::size_t safe = text.size() - std::min(text.size() - start, kReadAhead);
    const std::size_t lastEnd = text.substr(0, safe).rfind('\n');
    tailStart_ = lastEnd == std::string_view::npos ? start : std::max(start, lastEnd + 1);
    const std::size_t size =
        std::max(kMinPieceBytes, (tailStart_ - start) / (kPiecesPerThread * threads) + 1);
    while (start < tailStart_) {
      const std::size_t last = std::min(size, tailStart_ - start) - 1;
      const std::size_t end = text.find('\n', start + last) + 1;  // exists before tailStart_
      all.push_back({text.data() + start, text.data() + end});
      start = end;
    }
    tail_ = text.substr(tailStart_);
    const std::size_t tailSize = tail_.size();
    if (tailSize == 0) return;
    tail_.append(1 + kReadAhead, '\n');
    const std::size_t lineEnd = tail_[tailSize - 1] == '\n' ? tailSize : tailSize + 1;
    all.push_back({tail_.data(), tail_.data() + lineEnd});
  }
  Pieces(const Pieces&) = delete;
  Pieces& operator=(const Pieces&) = delete;

  // Converts a position in piece i to the offset in the whole text.
  std::size_t offset(std::size_t i, const char* position) const {
    const bool inTail = all[i].begin == tail_.data();
    return inTail ? tailStart_ + (position - tail_.data()) : position - text_.data();
  }

  std::vector<Piece> all;

 private:
  std::string_view text_;
  std::string tail_;
  std::size_t tailStart_ = 0;
};

// Reads the lines of a piece, counts the entries, and passes them to add(edges, count). Stops at
// the first faulty line: a line that is neither an entry, nor empty, nor a comment.
template <Need need, class Weight, class Add>
void parse_piece(Piece* piece, EntryParser<Weight> parser, const Add& add) {
  constexpr int kBatch = 512;
  WeightedEdge<Weight> batch[kBatch];
  int count = 0;
  piece->entries = 0;
  piece->fault = nullptr;
  for (const char* line = piece->begin; line < piece->end;) {
    const char* const word = skip_blanks(line);
    const char* next = parser.template parse<need>(word, &batch[count]);
    if (next) {
      if (++count == kBatch) {
        add(batch, count);
        piece->entries += count;
        count = 0;
      }
    } else if (*word == '%') {
      next = static_cast<const char*>(std::memchr(word, '\n', piece->end - word)) + 1;
    } else if (!(next = pass_line_end(word))) {
      piece->fault = line;
      break;
    }
    line = next;
  }
  add(batch, count);
  piece->entries += count;
}

class FaultFinder {
 public:
  FaultFinder(std::string_view text, const MatrixMarketHeader& header, const std::string& path,
              const ReadOptions& options)
      : text_(text), header_(header), path_(path), options_(options) {}

  // Called if a piece has a faulty line, or if the pieces have more or fewer entries than the
  // header says. Every piece was parsed up to its first fault, so the first fault of the text does
  // not depend on the number of threads.
  [[noreturn]] void throw_first(const Pieces& pieces) const {
    std::int64_t entries = 0;
    for (std::size_t i = 0; i < pieces.all.size(); i++) {
      const Piece& piece = pieces.all[i];
      if (entries + piece.entries > header_.entries)
        throw_extra_entry(pieces.offset(i, piece.begin), header_.entries - entries);
      entries += piece.entries;
      if (piece.fault) throw_faulty_line(pieces.offset(i, piece.fault));
    }
    throw InputError(path_, line_number(text_.size()),
                     "the file ends after " + std::to_string(entries) + " entries, but line " +
                         std::to_string(header_.sizeLine) + " names " +
                         std::to_string(header_.entries) +
                         "; the file is truncated, or that line is wrong");
  }

 private:
  std::int64_t line_number(std::size_t offset) const {
    if (offset > 0 && offset == text_.size() && text_.back() == '\n') offset--;
    return 1 + std::count(text_.data(), text_.data() + offset, '\n');
  }

  [[noreturn]] void throw_faulty_line(std::size_t offset) const {
    LineReader lines(text_.substr(offset));
    lines.next();
    throw InputError(path_, line_number(offset),
                     entry_fault(lines.line(), header_, options_.weights));
  }

  // Throws an error about the first extra entry. From `offset` on, `expected` more entries are
  // allowed; the entry after them is the extra one.
  [[noreturn]] void throw_extra_entry(std::size_t offset, std::int64_t expected) const {
    LineReader lines(text_.substr(offset), line_number(offset));
    while (lines.next() && (is_empty_or_comment(lines.line()) || expected-- > 0)) {
    }
    throw InputError(path_, lines.number(),
                     "there are too many entries: line " + std::to_string(header_.sizeLine) +
                         " names " + std::to_string(header_.entries) +
                         "; correct that line, or remove the additional entries");
  }

  std::string_view text_;
  const MatrixMarketHeader& header_;
  const std::string& path_;
  const ReadOptions& options_;
};

template <class Weight>
class EntriesOfText : public EdgeSource<Weight> {
 public:
  using typename EdgeSource<Weight>::Sink;

  EntriesOfText(std::string_view text, const MatrixMarketHeader& header, const std::string& path,
                const ReadOptions& options)
      : header_(header),
        threads_(thread_count(options.threads)),
        pieces_(text, header.bodyStart, threads_),
        faults_(text, header, path, options) {}

  std::int64_t num_parts() const override { return static_cast<std::int64_t>(pieces_.all.size()); }
  std::int64_t most_edges() const override { return header_.entries; }

  void visit(std::int64_t part, Need need, const Sink& sink) override {
    const EntryParser<Weight> parser(header_);
    if (need == Need::ends)
      parse_piece<Need::ends>(&pieces_.all[part], parser, sink);
    else
      parse_piece<Need::ends_and_weights>(&pieces_.all[part], parser, sink);
  }

  void check() override {
    std::int64_t entries = 0;
    bool isFaulty = false;
    for (const Piece& piece : pieces_.all) {
      entries += piece.entries;
      isFaulty |= piece.fault != nullptr;
    }
    if (!isFaulty && entries == header_.entries) return;
    // Perhaps only the ends of the edges have been read so far. Then an earlier line may have a
    // fault in its weight, so all pieces are read again with their weights.
    for_each_part(num_parts(), threads_, [&](std::int64_t part) {
      visit(part, Need::ends_and_weights, [](const WeightedEdge<Weight>*, int) {});
    });
    faults_.throw_first(pieces_);
  }

 private:
  const MatrixMarketHeader& header_;
  int threads_;
  Pieces pieces_;
  FaultFinder faults_;
};

// Returns the self loops. This reads the text a third time, but very few files have self loops.
template <class Weight>
std::vector<SelfLoop> read_loops(EdgeSource<Weight>& entries) {
  std::vector<SelfLoop> loops;
  for (std::int64_t part = 0; part < entries.num_parts(); part++) {
    entries.visit(part, Need::ends_and_weights, [&](const WeightedEdge<Weight>* edges, int count) {
      for (int i = 0; i < count; i++)
        if (edges[i].src == edges[i].dst)
          loops.push_back({edges[i].src, static_cast<double>(edges[i].weight)});
    });
  }
  std::sort(loops.begin(), loops.end(), [](const SelfLoop& a, const SelfLoop& b) {
    return a.node != b.node ? a.node < b.node : a.weight > b.weight;
  });
  const auto same = [](const SelfLoop& a, const SelfLoop& b) { return a.node == b.node; };
  loops.erase(std::unique(loops.begin(), loops.end(), same), loops.end());
  return loops;
}

template <class Weight>
CsrGraph read_entries(const FileBytes& file, const MatrixMarketHeader& header,
                      const std::string& path, const ReadOptions& options, ReadReport& report) {
  EntriesOfText<Weight> entries(file.bytes(), header, path, options);
  const Node numNodes = static_cast<Node>(std::max(header.rows, header.columns));
  CsrGraph graph = build_csr(numNodes, entries, options.threads, report);
  if (options.keepLoops && report.selfLoops > 0) report.loops = read_loops(entries);
  if (graph.numEdges() > options.maxDirectedEdges)
    throw InputError(path, header.sizeLine,
                     "the graph has " + std::to_string(graph.numEdges()) +
                         " directed edges, but this program takes at most " +
                         std::to_string(options.maxDirectedEdges) + "; use a smaller graph");
  return graph;
}

}  // namespace

CsrGraph read_matrix_market(const FileBytes& file, const std::string& path,
                            const ReadOptions& options, ReadReport& report) {
  const MatrixMarketHeader header = read_matrix_market_header(file.bytes(), path);
  if (header.field == MatrixMarketHeader::Field::real && options.weights == WeightRule::any)
    return read_entries<double>(file, header, path, options, report);
  return read_entries<std::int32_t>(file, header, path, options, report);
}

}  // namespace handshake
