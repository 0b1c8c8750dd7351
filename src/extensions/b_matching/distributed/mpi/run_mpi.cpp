// The work of one rank of the MPI program, from the command line to the answer, which rank 0
// writes.
#include "extensions/b_matching/distributed/run_mpi.hpp"

#include <algorithm>
#include <new>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include "extensions/b_matching/answer.hpp"
#include "extensions/b_matching/distributed/mpi/check_mpi.hpp"
#include "extensions/b_matching/distributed/mpi/hello.hpp"
#include "extensions/b_matching/distributed/mpi/mpi_transport.hpp"
#include "extensions/b_matching/distributed/mpi/session.hpp"
#include "extensions/b_matching/distributed/owned_part.hpp"
#include "extensions/b_matching/distributed/rank_engine.hpp"
#include "graph/generate_or_read.hpp"
#include "graph/input_error.hpp"

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace handshake::b_matching {
namespace {

class MpiRun {
 public:
  MpiRun(const Session& session, const MpiTask& task)
      : session_(session), program_(task.program), task_(task) {}

  void say_hello(int argc, char** argv) {
    const Hello mine = hello_of(argc, argv);
    Hello first = mine;
    session_.broadcast(&first, sizeof first);
    session_.together([&] {
      const std::string fault = hello_fault(mine, first);
      if (!fault.empty()) throw InputError("rank " + std::to_string(session_.rank()), 0, fault);
    });
  }

  void read() {
    session_.together([&] {
      if (session_.rank() == 0) program_.check_files();
      owned_ = read_owned_part(program_.input, task_.ties, session_.size(), session_.rank());
      const Bounds all = task_.bounds(owned_.ranges.nodes);
      bounds_ = Bounds(owned_.nodes());
      std::copy_n(all.data() + owned_.first(), owned_.nodes(), bounds_.data());
    });
    part_ = owned_.part(bounds_, task_.ties);
    std::uint64_t secret = std::random_device()();
    session_.broadcast(&secret, sizeof secret);
    const std::uint64_t sum = session_.sum(imbalance(part_, secret));
    session_.together([&] {
      if (sum != 0 && session_.rank() == 0) {
        throw InputError(program_.input, 0,
                         "an edge is not stored at both of its ends with the same weight; copy "
                         "or make the file again");
      }
    });
  }

  // Solves the problem program_.repeat times. milliseconds_ is the best time of these runs; the time of a
  // run is the time of its slowest rank.
  void solve() {
    for (int run = 0; run < program_.repeat; ++run) {
      engine_.reset();  // freeing memory is not timed
      session_.barrier();
      const double start = MPI_Wtime();
      solve_once();
      const double milliseconds = session_.largest(1000 * (MPI_Wtime() - start));
      if (run == 0 || milliseconds < milliseconds_) milliseconds_ = milliseconds;
    }
  }

  void finish() {
    const Counts mine = engine_->counts();
    Counts all;
    all.proposals = session_.sum(mine.proposals);
    all.rejections = session_.sum(mine.rejections);
    all.annulments = session_.sum(mine.annulments);
    all.local_offers = session_.sum(mine.local_offers);
    all.supersteps = session_.largest(mine.supersteps);
    const auto most_proposals = session_.largest(mine.proposals);
    std::int64_t own_partners = 0;
    for (Node i = 0; i < part_.nodes; ++i) own_partners += engine_->num_partners(i);
    const std::int64_t matched = session_.sum(own_partners) / 2;
    const bool wants_answer = program_.is_verified || !program_.output.empty();
    BMatching matching;
    if (wants_answer) matching = gather();
    session_.together([&] {
      if (session_.rank() != 0) return;
      report(all, matched);
      verify(matching);
      if (!program_.output.empty()) write_b_matching(program_.output, matching);
      Json members = all;
      members["nodes"] = owned_.ranges.nodes;
      members["edges"] = owned_.all_edges / 2;
      members["matched_edges"] = matched;
      members["milliseconds"] = milliseconds_;
      members["ranks"] = session_.size();
      members["most_proposals"] = most_proposals;
      program_.write_json(members);
    });
  }

 private:
  void solve_once() {
    session_.together([&] {
      const int threads = std::max(1, task_.options.threads);
      engine_ = std::make_unique<RankEngine>(part_, task_.options.distributed.strategy, threads);
    });
    const auto transport = task_.options.distributed.is_asynchronous
                               ? make_asynchronous_transport(MPI_COMM_WORLD)
                               : make_stepped_transport(MPI_COMM_WORLD, part_);
    std::vector<Bundle> arrived;
    do {
      engine_->superstep(arrived);
    } while (transport->exchange(engine_->outbox(), engine_->has_work(), &arrived));
    session_.together([&] {
      const std::string fault = engine_->fault();
      if (!fault.empty()) throw std::logic_error(fault);
    });
  }

  // Collects the answer of all ranks at rank 0.
  BMatching gather() const {
    std::vector<std::int32_t> sizes(part_.nodes);
    std::vector<Node> partners;
    for (Node i = 0; i < part_.nodes; ++i) {
      sizes[i] = engine_->num_partners(i);
      for (std::int32_t k = 0; k < sizes[i]; ++k) partners.push_back(engine_->partners(i)[k].giver);
    }
    const std::vector<std::int32_t> all_sizes = session_.gather(sizes);
    const std::vector<std::int32_t> all_partners = session_.gather(partners);
    BMatching matching;
    matching.offsets = Buffer<EdgeIndex>(all_sizes.size() + 1);
    matching.offsets[0] = 0;
    for (std::size_t v = 0; v < all_sizes.size(); ++v) {
      matching.offsets[v + 1] = matching.offsets[v] + all_sizes[v];
    }
    matching.partners = Buffer<Node>(all_partners.size());
    std::copy(all_partners.begin(), all_partners.end(), matching.partners.begin());
    return matching;
  }

  // Checks the answer at rank 0, which needs the whole graph for this.
  void verify(const BMatching& matching) const {
    program_.verify("the greedy b-matching", [&] {
      const CsrGraph graph = generate_or_read(program_.input);
      return b_matching_fault(graph, task_.bounds(graph.numNodes), matching, task_.ties);
    });
  }

  void report(const Counts& all, std::int64_t matched) const {
    const auto say = [](std::int64_t number) { return static_cast<long long>(number); };
    program_.say("%d nodes, %lld edges: %lld matched\n", owned_.ranges.nodes,
                 say(owned_.all_edges / 2), say(matched));
    program_.say(
        "%d ranks: %.3f ms, %lld supersteps, %lld proposals, %lld rejections, "
        "%lld annulments\n",
        session_.size(), milliseconds_, say(all.supersteps), say(all.proposals),
        say(all.rejections), say(all.annulments));
  }

  const Session& session_;
  const Program& program_;
  const MpiTask& task_;
  OwnedPart owned_;
  Bounds bounds_;
  GraphPart part_;
  std::unique_ptr<RankEngine> engine_;
  double milliseconds_ = 0;
};

// Lets the C library keep the memory of messages for the next superstep. Otherwise the operating
// system would provide new pages in each superstep, and the threads would have to wait for them,
// one thread after another.
void keep_memory() {
#ifdef __GLIBC__
  mallopt(M_MMAP_THRESHOLD, 1 << 25);  // the largest size that all versions of the library accept
  mallopt(M_TRIM_THRESHOLD, 1 << 30);
#endif
}

}  // namespace

int run_mpi(const MpiTask& task, int argc, char** argv) {
  keep_memory();
  Session session(&argc, &argv);
  return session.run([&] {
    MpiRun run(session, task);
    run.say_hello(argc, argv);
    run.read();
    run.solve();
    run.finish();
  });
}

}  // namespace handshake::b_matching
