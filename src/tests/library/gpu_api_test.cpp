// handshake_gpu.h on simulated GPUs: the answers of hs_match(), and a status for every mistake.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "extensions/common/copies.cuh"
#include "library/handshake_gpu.h"

namespace handshake {
namespace {

using Partners = std::vector<std::int32_t>;

// The path 0 -3- 1 -4- 2 -3- 3, on GPU 1.
class GpuApi : public testing::Test {
 protected:
  void SetUp() override {
    CUDA_CHECK(cudaSetDevice(1));
    move_to_gpu();
  }
  void TearDown() override {  // after every fault, a right call works
    neighbors_ = {1, 0, 2, 1, 3, 2};
    move_to_gpu();
    ASSERT_EQ(hs_gpu_graph_view(&csr_, 1, HS_CHECK, &graph_), HS_OK) << hs_gpu_message();
    EXPECT_EQ(match(nullptr), (Partners{-1, 2, 1, -1}));
    hs_gpu_graph_free(graph_);
    CUDA_CHECK(cudaSetDevice(0));
  }
  void move_to_gpu() {
    on_gpu_[0] = on_device<char>(bytes_of(offsets_));
    on_gpu_[1] = on_device<char>(bytes_of(neighbors_));
    on_gpu_[2] = on_device<char>(bytes_of(weights_));
    csr_ = {sizeof csr_,
            4,
            6,
            on_gpu_[0].data(),
            64,
            HS_FLOAT,
            reinterpret_cast<const std::int32_t*>(on_gpu_[1].data()),
            on_gpu_[2].data()};
  }
  template <class T>
  static std::vector<char> bytes_of(const std::vector<T>& array) {
    const char* const begin = reinterpret_cast<const char*>(array.data());
    return {begin, begin + array.size() * sizeof(T)};
  }
  Partners match(const hs_match_options* options) {
    const DeviceArray<std::int32_t> there(4);
    EXPECT_EQ(hs_gpu_match(graph_, options, const_cast<std::int32_t*>(there.data())), HS_OK)
        << hs_gpu_message();
    const Buffer<std::int32_t> found = on_host(there);
    return {found.begin(), found.end()};
  }
  void expect_fault(int status, int expected, const std::string& words) {
    EXPECT_EQ(status, expected);
    EXPECT_NE(std::string(hs_gpu_message()).find(words), std::string::npos) << hs_gpu_message();
    EXPECT_EQ(graph_, nullptr);
  }

  std::vector<std::int64_t> offsets_{0, 1, 3, 5, 6};
  std::vector<std::int32_t> neighbors_{1, 0, 2, 1, 3, 2};
  std::vector<float> weights_{3, 3, 4, 4, 3, 3};
  DeviceArray<char> on_gpu_[3];
  hs_csr csr_{};
  hs_gpu_graph* graph_ = nullptr;
};

TEST_F(GpuApi, MatchesAGraphWhereItIs) {
  EXPECT_EQ(hs_gpu_count(), 2);
  EXPECT_EQ(hs_gpu_of(csr_.neighbors), 1);
  EXPECT_EQ(hs_gpu_of(neighbors_.data()), -1);
  ASSERT_EQ(hs_gpu_graph_view(&csr_, 1, HS_CHECK, &graph_), HS_OK) << hs_gpu_message();
  hs_match_options options = {sizeof options, HS_DEGREE, 0, 4, 0};
  EXPECT_EQ(match(&options), (Partners{1, 0, 3, 2}));
  options.threads = 2;
  Partners host(4);
  EXPECT_EQ(hs_gpu_match(graph_, &options, host.data()), HS_BAD_ARGUMENT);
  hs_gpu_graph_free(graph_);
}

TEST_F(GpuApi, CopiesAGraphFromTheHost) {
  hs_csr host = csr_;
  host.offsets = offsets_.data();
  host.neighbors = neighbors_.data();
  host.weights = weights_.data();
  ASSERT_EQ(hs_gpu_graph_copy(&host, 0, HS_CHECK, &graph_), HS_OK) << hs_gpu_message();
  Partners found(4);
  EXPECT_EQ(hs_gpu_match(graph_, nullptr, found.data()), HS_OK);
  EXPECT_EQ(found, (Partners{-1, 2, 1, -1}));
  hs_gpu_graph_free(graph_);
}

TEST_F(GpuApi, NamesThePlaceOfAFault) {
  neighbors_[0] = 2;  // not stored at node 2
  move_to_gpu();
  expect_fault(hs_gpu_graph_view(&csr_, 1, HS_CHECK, &graph_), HS_BAD_GRAPH,
               "the edge from node 0 to node 2 is not stored at node 2 as well");
  std::int64_t row = 0, column = 0;
  hs_gpu_fault(&row, &column);
  EXPECT_EQ(row, 0);
  EXPECT_EQ(column, 2);
}

TEST_F(GpuApi, RefusesAGpuThatIsNotThere) {
  expect_fault(hs_gpu_graph_view(&csr_, 2, HS_CHECK, &graph_), HS_NO_DEVICE,
               "there is no GPU 2: the GPUs are 0 to 1");
}

TEST_F(GpuApi, SaysHowMuchMemoryIsNeeded) {
  std::size_t free_bytes = 0, total = 0;
  CUDA_CHECK(cudaMemGetInfo(&free_bytes, &total));
  const DeviceArray<char> rest(free_bytes - 100);
  expect_fault(hs_gpu_graph_view(&csr_, 1, HS_CHECK, &graph_), HS_NO_MEMORY,
               "bytes of free memory, but the matching needs");
}

}  // namespace
}  // namespace handshake
