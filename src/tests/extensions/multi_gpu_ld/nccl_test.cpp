// Tests that our replacement for NCCL reports a wrong use of NCCL. The paper engine must use NCCL
// rightly: it must free each communicator exactly once, even after errors.
#include <gtest/gtest.h>
#include <nccl.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <fstream>
#include <string>
#include <thread>

#include "extensions/multi_gpu_ld/engine.hpp"
#include "gpu/cuda_check.cuh"
#include "graph/generate.hpp"

namespace handshake::ld {
namespace {

template <int kRanks>
std::array<ncclComm_t, kRanks> make_communicators() {
  std::array<ncclComm_t, kRanks> all;
  EXPECT_EQ(ncclCommInitAll(all.data(), kRanks, nullptr), ncclSuccess);
  return all;
}

TEST(Nccl, RefusesTwoRanksOnOneDevice) {
  const int same[] = {1, 1};
  std::array<ncclComm_t, 2> all;
  EXPECT_EQ(ncclCommInitAll(all.data(), 2, same), ncclInvalidUsage);
}

TEST(NcclDeathTest, ACommunicatorThatWasAbortedCannotBeUsedAgain) {
  const auto all = make_communicators<1>();
  EXPECT_EQ(ncclCommAbort(all[0]), ncclSuccess);
  ncclResult_t state = ncclSuccess;
  EXPECT_DEATH(ncclCommAbort(all[0]), "ncclCommAbort was given .* ncclCommAbort freed before");
  EXPECT_DEATH(ncclCommDestroy(all[0]), "ncclCommDestroy was given .* ncclCommAbort freed before");
  EXPECT_DEATH(ncclCommGetAsyncError(all[0], &state), "ncclCommAbort freed before");
  EXPECT_DEATH(ncclAllReduce(nullptr, nullptr, 0, ncclInt32, ncclSum, all[0], nullptr),
               "ncclAllReduce was given .* ncclCommAbort freed before");
}

TEST(NcclDeathTest, ACommunicatorThatWasDestroyedCannotBeUsedAgain) {
  const auto all = make_communicators<2>();
  EXPECT_EQ(ncclCommDestroy(all[0]), ncclSuccess);
  EXPECT_EQ(ncclCommDestroy(all[1]), ncclSuccess);
  EXPECT_EQ(ncclCommDestroy(nullptr), ncclSuccess);
  EXPECT_DEATH(ncclCommDestroy(all[1]), "ncclCommDestroy freed before");
}

// Whether the thread is asleep, like a thread that waits for others.
bool sleeps(pid_t thread) {
  std::ifstream file("/proc/self/task/" + std::to_string(thread) + "/stat");
  std::string number, name, state;
  file >> number >> name >> state;
  return state == "S";
}

TEST(Nccl, AbortEndsAnOperationThatWaitsForAnotherRank) {
  const auto all = make_communicators<2>();
  std::atomic<pid_t> waiting{0};
  ncclResult_t result = ncclSuccess;
  std::thread rank([&] {
    waiting = gettid();
    result = ncclAllReduce(nullptr, nullptr, 0, ncclInt32, ncclSum, all[0], nullptr);
  });
  while (waiting == 0 || !sleeps(waiting)) std::this_thread::yield();
  EXPECT_EQ(ncclCommAbort(all[0]), ncclSuccess);
  rank.join();
  EXPECT_NE(result, ncclSuccess);
  EXPECT_EQ(ncclCommAbort(all[1]), ncclSuccess);
}

// This test comes last, because a GPU on which a kernel has failed cannot be used afterwards.
TEST(PaperEngine, ReportsTheFaultOfOneGpuAndFreesEveryCommunicatorOnce) {
  CsrGraph graph = generate(parse_graph_spec("urand:8"));
  graph.neighbors[graph.numEdges() - 1] = 2000000000;  // far past the last node
  Options options;
  options.engine = EngineKind::kPaper;
  options.gpus = 4;
  const auto engine = make_engine(graph, options);
  EXPECT_THROW(engine->run(), CudaError) << "the fault of the GPU must be reported";
  EXPECT_THROW(engine->run(), DeviceError) << "the communicators are freed";
}

}  // namespace
}  // namespace handshake::ld
