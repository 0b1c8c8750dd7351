// Exchanges messages with the wrapper runner.
#include "labs/matching/check/wrapper_process.hpp"

#include <cstring>
#include <sstream>

#include "check/process_runner.hpp"

namespace handshake::check {

namespace {

using protocol::PayloadReader;
using protocol::PayloadWriter;

constexpr int kMostEvents = 32;
constexpr int kMostAllocations = 64;

std::vector<char> encode(const suite::WrapperCase& wrapper_case,
                         const std::vector<suite::Pass>& passes, int pattern) {
  const suite::EdgeList& graph = wrapper_case.graph;
  PayloadWriter out;
  out.number(wrapper_case.numthreads);
  out.number(wrapper_case.extra ? 1 : 0);
  out.number(pattern);
  out.number(graph.numNodes);
  out.number(graph.numEdges());
  out.array(graph.src);
  out.array(graph.dst);
  out.array(graph.weight);
  out.array(std::vector<int>(graph.numNodes, suite::kUnmatched));
  out.number(static_cast<int>(passes.size()));
  for (const suite::Pass& pass : passes) {
    const std::vector<int> distances = suite::scan_distances(pass.edges.numEdges());
    const suite::EdgeList kept = kept_edges(pass.edges, pass.keepEdges);
    out.number(pass.edges.numEdges());
    out.number(kept.numEdges());
    out.number(static_cast<int>(distances.size()));
    out.array(pass.matches);
    out.array(pass.keepEdges);
    std::vector<int> sums = pass.keepEdges;
    sums.push_back(0);
    for (const int distance : distances) {
      sums = suite::after_scan_step(sums, distance);
      out.array(sums);
    }
    out.array(kept.src);
    out.array(kept.dst);
    out.array(kept.weight);
  }
  return out.bytes();
}

protocol::PassLog read_log(PayloadReader& in) {
  const std::vector<int> numbers = in.array(sizeof(protocol::PassLog) / sizeof(int));
  protocol::PassLog log;
  std::memcpy(&log, numbers.data(), sizeof log);
  return log;
}

// Reads arrays whose lengths follow from the request; so a reply of any other length is refused.
void decode(PayloadReader& in, const std::vector<suite::Pass>& passes, suite::WrapperReply& reply) {
  const size_t numNodes = passes.front().matches.size();
  reply.thrown = in.text();
  reply.matches = in.array(numNodes);
  for (const suite::Pass& pass : passes) {
    const size_t numEdges = pass.edges.src.size();
    suite::SeenPass seen;
    seen.log = read_log(in);
    seen.strongNeighbor = in.array(numNodes);
    seen.matches = in.array(numNodes);
    seen.src = in.array(numEdges);
    seen.dst = in.array(numEdges);
    seen.weight = in.array(numEdges);
    reply.passes.push_back(std::move(seen));
  }
  const int events = in.number(0, kMostEvents);
  for (int e = 0; e < events; e++) {
    protocol::MemoryEvent event;
    event.fault = static_cast<protocol::MemoryFault>(in.number(1, 10));
    event.bytes = in.number();
    event.room = in.number();
    event.line = in.number();
    event.allocated_line = in.number();
    event.freed_line = in.number();
    event.file = in.text();
    reply.events.push_back(event);
  }
  const int allocations = in.number(0, kMostAllocations);
  for (int a = 0; a < allocations; a++) {
    protocol::AllocationLines lines;
    lines.made = in.number();
    lines.filled = in.number();
    lines.freed = in.number();
    lines.lost = in.number();
    lines.copied_unfilled = in.number();
    lines.bytes = in.number();
    lines.filled_bytes = in.number();
    lines.is_managed = in.number(0, 1);
    lines.file = in.text();
    reply.allocations.push_back(lines);
  }
  const int sets = in.number(0, kMostEvents);
  for (int s = 0; s < sets; s++) {
    protocol::SetBytes set;
    set.line = in.number();
    set.value = in.number();
    set.file = in.text();
    reply.sets.push_back(set);
  }
  reply.first_free = in.number();
  reply.result_copied = in.number();
  in.finish();
}

// Leaves out the lines in which the given code prints its progress: they do not help to explain a
// failure.
std::string without_progress(const std::string& printed) {
  std::istringstream lines(printed);
  std::string line, kept;
  while (std::getline(lines, line)) {
    bool is_progress = false;
    for (const char* start : {"Start One Way Matching", "Done matching", "Performed matching for",
                              "One Way Handshaking Matching Time"})
      is_progress |= line.compare(0, std::strlen(start), start) == 0;
    if (!is_progress) kept += line + "\n";
  }
  return kept;
}

size_t reply_size(const std::vector<suite::Pass>& passes) {
  size_t ints = passes.front().matches.size();
  for (const suite::Pass& pass : passes)
    ints += sizeof(protocol::PassLog) / sizeof(int) + 2 * pass.matches.size() +
            3 * pass.edges.src.size();
  return ints * sizeof(int) +
         (2 * kMostEvents + kMostAllocations + 1) * (protocol::kMostText + 9 * sizeof(int));
}

}  // namespace

suite::WrapperReply WrapperProcess::run(const suite::WrapperCase& wrapper_case,
                                        const std::vector<suite::Pass>& passes, int pattern) {
  const Exchange exchange = process_.exchange(
      protocol::Kind::matching, encode(wrapper_case, passes, pattern), reply_size(passes));
  suite::WrapperReply reply;
  reply.end = end_of(exchange);
  reply.printed = without_progress(process_.printed());
  try {
    PayloadReader in(exchange.payload);
    if (reply.end.how == suite::Ended::replied && exchange.kind == protocol::Kind::done) {
      decode(in, passes, reply);
    } else if (reply.end.how == suite::Ended::replied) {
      reply.end.how = suite::Ended::cuda_error;
      reply.end.reason = in.text();
      in.finish();
    }
  } catch (const protocol::ProtocolError& error) {
    reply = {};
    reply.end.how = suite::Ended::bad_reply;
    reply.end.reason = error.what();
  }
  reply.findings = process_.read_findings();
  if (reply.end.how != suite::Ended::replied) process_.end();
  return reply;
}

std::vector<suite::Finding> WrapperProcess::finish() {
  return process_.finish();
}

}  // namespace handshake::check
