// Runs ./match and reads its output file. The check does not trust what ./match prints.
#include "labs/matching/check/check_match.hpp"

#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include "check/process_runner.hpp"
#include "labs/matching/case_title.hpp"
#include "labs/matching/facts.hpp"
#include "labs/matching/oracle.hpp"
#include "labs/matching/words/words.hpp"
#include "suite/shown_array.hpp"

namespace handshake::check {

using suite::EdgeList;
using suite::Failure;
using suite::Verdict;

namespace {

struct MatchCase {
  suite::CaseTitle title;
  EdgeList graph;
  int threads;
  std::string schedule;
};

std::vector<MatchCase> match_cases() {
  using namespace suite;
  const std::vector<std::pair<CaseTitle, EdgeList>> graphs = {
      {{Scene::handout}, handout_graph()},
      {{Scene::pair}, path_graph({1})},
      {{Scene::no_edge}, make_edge_list(3, {})},
      {{Scene::one_match_a_pass}, path_graph({1, 2, 3, 4, 5, 6, 7, 8, 9})},
      {{Scene::isolated_and_negative}, random_graph(41, 60, 40, {-5, 5})},
      {{Scene::random_graph, 200}, random_graph(42, 200, 800, {1, 20})},
      {{Scene::star, 300}, star_graph(43, 300, 120, {1, 50})},
      {{Scene::random_graph, 3000}, random_graph(44, 3000, 15000, {1, 40})},
  };
  std::vector<MatchCase> cases;
  for (const int threads : {1, 1024, 16384})
    for (const auto& [title, graph] : graphs) cases.push_back({title, graph, threads, "forward"});
  for (const char* schedule : {"reverse", "shuffle:1", "shuffle:2"})
    cases.push_back({graphs[5].first, graphs[5].second, 1024, schedule});
  return cases;
}

// The test cases that were handed out come last, because every student runs them anyway. They
// run with the default number of threads; but with -extra, the slowest five run with fewer threads.
// The large graphs also run with numbers of threads that do not fit into 16 bits; with -extra, one
// of these graphs is enough, because extra_cases() also has launches of so many threads.
struct TestCase {
  int number;
  int threads;
};

std::vector<TestCase> test_cases(bool extra) {
  constexpr int kDefault = 16384, kLast = 42;
  std::vector<TestCase> cases;
  for (int number = 1; number <= kLast; number++) cases.push_back({number, kDefault});
  if (extra) {
    // The matching of these graphs takes very many passes.
    for (const int number : {12, 13, 14, 22, 28}) cases[number - 1].threads = 1024;
    cases.push_back({30, 100000});
    return cases;
  }
  for (const int number : {7, 8, 9, 30})
    for (const int threads : {65536, 100000}) cases.push_back({number, threads});
  return cases;
}

Failure failure_of_match(Verdict verdict, suite::Fact what, suite::Thought thought) {
  Failure failure;
  failure.verdict = verdict;
  failure.rule = suite::words::rule(suite::Rule::output_file);
  failure.what = {std::move(what)};
  failure.hint.propose({thought});
  return failure;
}

// The numbers in a file with one number per line; nothing if a line contains anything else, or if
// there are more than `most` lines.
std::optional<std::vector<int>> read_numbers(const std::string& path, int most) {
  std::ifstream in(path);
  std::vector<int> matches;
  std::string line;
  while (std::getline(in, line)) {
    int value = 0;
    const auto [end, error] = std::from_chars(line.data(), line.data() + line.size(), value);
    if (error != std::errc() || end != line.data() + line.size()) return std::nullopt;
    if (static_cast<int>(matches.size()) == most) return std::nullopt;
    matches.push_back(value);
  }
  return matches;
}

std::optional<Failure> compare(const std::vector<int>& got, const std::vector<int>& expected) {
  for (int node = 0; node < static_cast<int>(got.size()); node++) {
    if (got[node] == expected[node]) continue;
    Failure failure =
        failure_of_match(Verdict::wrong,
                         suite::Told{"wrong_partner",
                                     {{"node", node},
                                      {"matched", expected[node] != suite::kUnmatched},
                                      {"partner", expected[node]},
                                      {"line", node + 1},
                                      {"got", got[node]}}},
                         "between_kernels");
    failure.array = "matches";
    failure.index = node;
    failure.got = got[node];
    failure.expected = expected[node];
    for (size_t i = 0; i < got.size(); i++) failure.differences += got[i] != expected[i];
    failure.shown = {suite::show("matches", "yours", "node", got, node),
                     suite::show("matches", "expected", "node", expected, node)};
    return failure;
  }
  return std::nullopt;
}

Verdict verdict_of(ProcessEnd how) {
  const bool is_slow =
      how == ProcessEnd::timed_out || how == ProcessEnd::spent || how == ProcessEnd::flooded;
  return is_slow ? Verdict::slow : Verdict::crash;
}

std::string scratch_name(const std::string& scratch) {
  return scratch + "/graph" + std::to_string(getpid());
}

struct MatchRun {
  std::string input;
  int threads;
  bool extra;
  std::string schedule;
};

std::optional<Failure> run_on_file(const Programs& programs, const MatchRun& run,
                                   const std::vector<int>& expected, const std::string& scratch) {
  const std::string output = scratch_name(scratch) + ".txt";
  Command command = programs.command("match", run.schedule);
  for (const std::string& word : {std::string("-input"), run.input, std::string("-output"), output,
                                  std::string("-threads"), std::to_string(run.threads)})
    command.words.push_back(word);
  if (run.extra) command.words.push_back("-extra");
  ChildProcess process(command);
  // `programs.limit` is the limit for one launch, but a run consists of whole passes, with a
  // hundred launches or more.
  const Exchange ended = process.wait(programs.limit * 4);
  const int numNodes = static_cast<int>(expected.size());
  std::optional<Failure> failure;
  if (ended.how != ProcessEnd::finished) {
    failure =
        failure_of_match(verdict_of(ended.how), suite::MatchEnded{end_of(ended)}, "words_of_match");
    failure->is_spent = ended.how == ProcessEnd::spent;
    failure->hangs = failure->is_spent || ended.how == ProcessEnd::timed_out;
    failure->printed = process.printed();
  } else if (const auto matches = read_numbers(output, numNodes);
             matches && static_cast<int>(matches->size()) == numNodes) {
    failure = compare(*matches, expected);
  } else {
    failure = failure_of_match(Verdict::wrong, suite::Told{"bad_output", {{"nodes", numNodes}}},
                               "output_file");
  }
  unlink(output.c_str());
  return failure;
}

}  // namespace

std::optional<Failure> run_match(const Programs& programs, const EdgeList& graph, int threads,
                                 bool extra, const std::string& schedule,
                                 const std::string& scratch) {
  const std::string input = scratch_name(scratch) + ".mtx";
  write_mtx(input, graph, "");
  std::optional<Failure> failure =
      run_on_file(programs, {input, threads, extra, schedule}, expected_matches(graph), scratch);
  unlink(input.c_str());
  return failure;
}

namespace {

// Reads the size from the first line that is not a comment: rows, columns and edges.
suite::RunSize size_of(const std::string& path, int threads) {
  std::ifstream in(path);
  std::string line;
  while (std::getline(in, line) && line.rfind('%', 0) == 0) continue;
  suite::RunSize size{0, 0, threads};
  int columns = 0;
  std::istringstream(line) >> size.nodes >> columns >> size.edges;
  return size;
}

// Runs the cases of the part, and counts them.
class MatchRuns {
 public:
  MatchRuns(const MatchOptions& options, suite::PartResult& part)
      : options_(options), part_(part), number_(options.cases_before) {}

  // Returns false if no other case needs to run.
  template <class Run>
  bool add(const suite::CaseTitle& title, suite::RunSize size, const std::string& schedule,
           Run run) {
    number_++;
    const int chosen = options_.selection.case_number;
    if (chosen != 0 && number_ != chosen) return true;
    part_.cases++;
    part_.runs++;
    std::optional<Failure> failure = run();
    if (!failure) {
      right_++;
      largest_ = {std::max(largest_.nodes, size.nodes), std::max(largest_.edges, size.edges),
                  std::max(largest_.threads, size.threads)};
      return true;
    }
    if (part_.failures.empty()) tell_size(size, *failure);
    failure->part = part_.id;
    failure->case_number = number_;
    failure->title = suite::words::title(title.of_match(size.threads, options_.extra));
    failure->program_threads = size.threads;
    failure->schedule = schedule;
    const bool is_slow = failure->verdict == Verdict::slow;
    add_failure(part_, std::move(*failure));
    return !is_slow && !options_.selection.verdict_only;
  }

 private:
  // All earlier runs were right. If the failed run has more nodes, edges or threads than any
  // earlier run, reports its sizes.
  void tell_size(const suite::RunSize& size, Failure& failure) const {
    const suite::LargestRun fact{right_, size, size.nodes > largest_.nodes,
                                 size.edges > largest_.edges, size.threads > largest_.threads};
    if (right_ == 0 || !(fact.is_in_nodes || fact.is_in_edges || fact.is_in_threads)) return;
    failure.what.push_back(fact);
    if (failure.hint->thought == "between_kernels") failure.hint.refine({"size_of_run"});
  }

  const MatchOptions& options_;
  suite::PartResult& part_;
  int number_;
  int right_ = 0;  // the number of right runs so far
  suite::RunSize largest_{0, 0, 0};
};

std::optional<Failure> run_test_case(const Programs& programs, const TestCase& made,
                                     const MatchOptions& options) {
  constexpr int kMostNodes = 1 << 20;
  const std::string number = std::to_string(made.number);
  const auto expected = read_numbers(options.testcases + "/output" + number + ".txt", kMostNodes);
  if (!expected || expected->empty())
    throw std::runtime_error(options.testcases + "/output" + number + ".txt: no list of partners");
  return run_on_file(
      programs,
      {options.testcases + "/input" + number + ".mtx", made.threads, options.extra, "forward"},
      *expected, options.scratch);
}

}  // namespace

void add_match_cases(const Programs& programs, const MatchOptions& options,
                     suite::PartResult& part) {
  MatchRuns runs(options, part);
  bool goes_on = true;
  for (const MatchCase& made : match_cases())
    goes_on = goes_on &&
              runs.add(made.title, {made.graph.numNodes, made.graph.numEdges() / 2, made.threads},
                       made.schedule, [&] {
                         return run_match(programs, made.graph, made.threads, options.extra,
                                          made.schedule, options.scratch);
                       });
  if (!options.testcases.empty())
    for (const TestCase& made : test_cases(options.extra))
      goes_on =
          goes_on &&
          runs.add({suite::Scene::test_case, made.number},
                   size_of(options.testcases + "/input" + std::to_string(made.number) + ".mtx",
                           made.threads),
                   "forward", [&] { return run_test_case(programs, made, options); });
  const size_t handed_out = options.testcases.empty() ? 0 : test_cases(options.extra).size();
  part.known_cases = options.cases_before + static_cast<int>(match_cases().size() + handed_out);
  if (part.failures.empty()) part.verdict = Verdict::ok;
}

bool is_slow_in_largest_run(const Failure& failure) {
  return failure.hangs && suite::has_fact<suite::LargestRun>(failure);
}

}  // namespace handshake::check
