// Running ./match and reading its output file, without believing anything that it prints.
#include "check/check_match.hpp"

#include <unistd.h>

#include <charconv>
#include <fstream>
#include <sstream>

#include "check/process_runner.hpp"
#include "suite/oracle.hpp"
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

Failure failure_of_match(Verdict verdict, suite::Fact what, suite::Thought thought) {
  Failure failure;
  failure.verdict = verdict;
  failure.rule = suite::Rule::output_file;
  failure.what = {std::move(what)};
  failure.hint.thought = thought;
  return failure;
}

std::optional<std::vector<int>> read_matches(const std::string& path, int numNodes) {
  std::ifstream in(path);
  std::vector<int> matches;
  std::string line;
  while (std::getline(in, line)) {
    int value = 0;
    const auto [end, error] = std::from_chars(line.data(), line.data() + line.size(), value);
    if (error != std::errc() || end != line.data() + line.size()) return std::nullopt;
    if (static_cast<int>(matches.size()) == numNodes) return std::nullopt;
    matches.push_back(value);
  }
  if (static_cast<int>(matches.size()) != numNodes) return std::nullopt;
  return matches;
}

std::optional<Failure> compare(const std::vector<int>& got, const std::vector<int>& expected) {
  for (int node = 0; node < static_cast<int>(got.size()); node++) {
    if (got[node] == expected[node]) continue;
    Failure failure =
        failure_of_match(Verdict::wrong, suite::WrongPartner{node, got[node], expected[node]},
                         suite::Thought::between_kernels);
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

}  // namespace

std::optional<Failure> run_match(const Programs& programs, const EdgeList& graph, int threads,
                                 bool extra, const std::string& schedule,
                                 const std::string& scratch) {
  const std::string name = scratch + "/graph" + std::to_string(getpid());
  const std::string input = name + ".mtx", output = name + ".txt";
  write_mtx(input, graph, "");
  Command command = programs.command("match", schedule);
  for (const std::string& word : {std::string("-input"), input, std::string("-output"), output,
                                  std::string("-threads"), std::to_string(threads)})
    command.words.push_back(word);
  if (extra) command.words.push_back("-extra");
  ChildProcess process(command);
  // Whole passes: a hundred launches and more.
  const std::chrono::milliseconds limit = programs.limit * 4;
  const Exchange ended = process.wait(limit);
  std::optional<Failure> failure;
  if (ended.how != ProcessEnd::finished) {
    failure = failure_of_match(verdict_of(ended.how), suite::MatchEnded{end_of(ended)},
                               suite::Thought::words_of_match);
    failure->is_spent = ended.how == ProcessEnd::spent;
    failure->printed = process.printed();
  } else if (const auto matches = read_matches(output, graph.numNodes)) {
    failure = compare(*matches, suite::expected_matches(graph));
  } else {
    failure = failure_of_match(Verdict::wrong, suite::BadOutput{graph.numNodes},
                               suite::Thought::output_file);
  }
  unlink(input.c_str());
  unlink(output.c_str());
  return failure;
}

void add_match_cases(const Programs& programs, bool extra, suite::Selection selection,
                     int cases_before, const std::string& scratch, suite::PartResult& part) {
  int number = cases_before;
  for (const MatchCase& made : match_cases()) {
    number++;
    if (selection.case_number != 0 && number != selection.case_number) continue;
    part.cases++;
    part.runs++;
    std::optional<Failure> failure =
        run_match(programs, made.graph, made.threads, extra, made.schedule, scratch);
    if (!failure) continue;
    failure->part = part.id;
    failure->case_number = number;
    failure->title = made.title.of_match(made.threads, extra);
    failure->schedule = made.schedule;
    const bool is_slow = failure->verdict == Verdict::slow;
    add_failure(part, std::move(*failure));
    if (is_slow) break;
  }
  part.known_cases = cases_before + static_cast<int>(match_cases().size());
  if (part.failures.empty()) part.verdict = Verdict::ok;
}

}  // namespace handshake::check
