// The process that runs a submission's ld_extension.cu once, on a sealed (encrypted) graph. The
// process is not trusted.
//
//   ld_runner FILE                 messages go to stderr; stdout has only replies
//
// FILE holds numNodes and numEdges, and then the encrypted arrays of the graph. The runner loads
// the file and replies 'r'. Then the grader starts its clock and sends the key (32 bytes) on stdin:
// without the key, no program can read the graph. The next reply (8 bytes) is a fingerprint of the
// matching. When the grader gets the fingerprint, it stops its clock. The last reply is the
// matching itself. The grader judges the replies. The grader's own code for the cipher and the
// fingerprint is in grader/handshake_grader/secret/sealed.py.
#include <cuda_runtime.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <stdexcept>
#include <string>
#include <vector>

#include "gpu/cuda_check.cuh"
#include "gpu/device_array.cuh"
#include "ld_extension.cuh"

namespace {

using handshake::DeviceArray;

constexpr int kBlockSize = 256;
constexpr int kWordsOfBlock = 16;  // a block of the cipher, not of threads
constexpr int kCipherRounds = 8;
constexpr int kNotWritten = -7;

struct Key {
  std::uint32_t words[8];
};

// ---- the cipher: ChaCha with 8 rounds (Bernstein 2008), nonce 0

__device__ inline std::uint32_t rotate(std::uint32_t word, int by) {
  return word << by | word >> (32 - by);
}

__device__ inline void quarter_round(std::uint32_t& a, std::uint32_t& b, std::uint32_t& c,
                                     std::uint32_t& d) {
  d = rotate(d ^ (a += b), 16);
  b = rotate(b ^ (c += d), 12);
  d = rotate(d ^ (a += b), 8);
  b = rotate(b ^ (c += d), 7);
}

// Thread t decrypts block t of the cipher, and every numThreads-th block after it.
__global__ void unseal_gpu(std::uint32_t* words, long long numWords, Key key) {
  const long long numThreads = static_cast<long long>(blockDim.x) * gridDim.x;
  const long long numBlocks = (numWords + kWordsOfBlock - 1) / kWordsOfBlock;
  for (long long at = blockIdx.x * static_cast<long long>(blockDim.x) + threadIdx.x; at < numBlocks;
       at += numThreads) {
    const std::uint32_t start[kWordsOfBlock] = {0x61707865,
                                                0x3320646e,
                                                0x79622d32,
                                                0x6b206574,
                                                key.words[0],
                                                key.words[1],
                                                key.words[2],
                                                key.words[3],
                                                key.words[4],
                                                key.words[5],
                                                key.words[6],
                                                key.words[7],
                                                static_cast<std::uint32_t>(at),
                                                static_cast<std::uint32_t>(at >> 32),
                                                0,
                                                0};
    std::uint32_t x[kWordsOfBlock];
    for (int i = 0; i < kWordsOfBlock; i++) x[i] = start[i];
    for (int round = 0; round < kCipherRounds; round += 2) {
      quarter_round(x[0], x[4], x[8], x[12]);
      quarter_round(x[1], x[5], x[9], x[13]);
      quarter_round(x[2], x[6], x[10], x[14]);
      quarter_round(x[3], x[7], x[11], x[15]);
      quarter_round(x[0], x[5], x[10], x[15]);
      quarter_round(x[1], x[6], x[11], x[12]);
      quarter_round(x[2], x[7], x[8], x[13]);
      quarter_round(x[3], x[4], x[9], x[14]);
    }
    for (int i = 0; i < kWordsOfBlock; i++) {
      const long long word = at * kWordsOfBlock + i;
      if (word < numWords) words[word] ^= x[i] + start[i];
    }
  }
}

// Adds up one hash per node, made from the node and its partner. A program can know the sum only if
// it knows all partners.
__global__ void fingerprint_gpu(const int* matches, int numNodes, unsigned long long salt,
                                unsigned long long* sum) {
  const int numThreads = blockDim.x * gridDim.x;
  unsigned long long own = 0;
  for (int x = blockIdx.x * blockDim.x + threadIdx.x; x < numNodes; x += numThreads) {
    unsigned long long mixed = static_cast<unsigned long long>(x) << 32;
    mixed = (mixed | static_cast<std::uint32_t>(matches[x])) + salt;
    mixed = (mixed ^ mixed >> 30) * 0xbf58476d1ce4e5b9ull;
    mixed = (mixed ^ mixed >> 27) * 0x94d049bb133111ebull;
    own += mixed ^ mixed >> 31;
  }
  atomicAdd(sum, own);
}

// ---- files and pipes

struct SealedGraph {
  int numNodes = 0, numEdges = 0;
  std::vector<std::uint32_t> words;  // offsets, neighbors, weights of the graph
};

SealedGraph load(const char* path) {
  std::FILE* file = std::fopen(path, "rb");
  if (file == nullptr) throw std::runtime_error(std::string(path) + " cannot be opened");
  SealedGraph graph;
  int sizes[2] = {0, 0};
  bool whole = std::fread(sizes, sizeof sizes, 1, file) == 1 && sizes[0] >= 0 && sizes[1] >= 0;
  if (whole) {
    graph.numNodes = sizes[0];
    graph.numEdges = sizes[1];
    graph.words.resize(std::size_t{1} + sizes[0] + 2 * static_cast<std::size_t>(sizes[1]));
    whole = std::fread(graph.words.data(), 4, graph.words.size(), file) == graph.words.size();
  }
  std::fclose(file);
  if (!whole) throw std::runtime_error(std::string(path) + " is not an encrypted graph");
  return graph;
}

void receive(void* to, std::size_t size) {
  for (char* at = static_cast<char*>(to); size > 0;) {
    const ssize_t got = read(STDIN_FILENO, at, size);
    if (got <= 0) throw std::runtime_error("no key came");
    at += got;
    size -= got;
  }
}

void send(int descriptor, const void* from, std::size_t size) {
  for (const char* at = static_cast<const char*>(from); size > 0;) {
    const ssize_t put = write(descriptor, at, size);
    if (put <= 0) throw std::runtime_error("the pipe has no reader");
    at += put;
    size -= put;
  }
}

// ---- one run

class Run {
 public:
  explicit Run(const SealedGraph& graph)
      : numNodes_(graph.numNodes),
        numEdges_(graph.numEdges),
        words_(graph.words.size()),
        matches_(numNodes_ + std::size_t{1}),
        sum_(1) {
    CUDA_CHECK(cudaMemcpy(words_.data(), graph.words.data(), words_.size() * 4, cudaMemcpyDefault));
    const std::vector<int> none(matches_.size(), kNotWritten);
    CUDA_CHECK(cudaMemcpy(matches_.data(), none.data(), none.size() * 4, cudaMemcpyDefault));
  }

  unsigned long long match(const Key& key) {
    unseal_gpu<<<blocks_for(words_.size() / kWordsOfBlock), kBlockSize>>>(words_.data(),
                                                                          words_.size(), key);
    const int* offsets = reinterpret_cast<const int*>(words_.data());
    const int* neighbors = offsets + numNodes_ + 1;
    match_locally_dominant(offsets, neighbors, neighbors + numEdges_, matches_.data(), numNodes_,
                           numEdges_);
    CUDA_CHECK(cudaDeviceSynchronize());
    CUDA_CHECK(cudaMemset(sum_.data(), 0, sizeof(unsigned long long)));
    const unsigned long long salt = static_cast<unsigned long long>(key.words[1]) << 32;
    fingerprint_gpu<<<blocks_for(numNodes_), kBlockSize>>>(matches_.data(), numNodes_,
                                                           salt | key.words[0], sum_.data());
    CUDA_CHECK(cudaGetLastError());
    unsigned long long sum = 0;
    CUDA_CHECK(cudaMemcpy(&sum, sum_.data(), sizeof sum, cudaMemcpyDefault));
    return sum;
  }

  std::vector<int> matches() const {
    std::vector<int> matches(matches_.size());
    CUDA_CHECK(cudaMemcpy(matches.data(), matches_.data(), matches.size() * 4, cudaMemcpyDefault));
    matches.pop_back();
    return matches;
  }

 private:
  static int blocks_for(std::size_t threads) {
    return static_cast<int>(std::min<std::size_t>(4096, 1 + threads / kBlockSize));
  }

  int numNodes_, numEdges_;
  DeviceArray<std::uint32_t> words_;
  DeviceArray<int> matches_;  // one extra element, because a graph may have no nodes
  DeviceArray<unsigned long long> sum_;
};

// Matches a path of four nodes, so that every kernel is loaded before the clock starts. The path
// must be encrypted first, because Run decrypts it. In this cipher, decryption and encryption are
// the same function, so unseal_gpu does both.
void warm_up() {
  SealedGraph path;
  path.numNodes = 4;
  path.numEdges = 6;
  path.words = {0, 1, 3, 5, 6, /**/ 1, 0, 2, 1, 3, 2, /**/ 5, 5, 7, 7, 6, 6};
  const Key zero = {};
  DeviceArray<std::uint32_t> words(path.words.size());
  const std::size_t bytes = words.size() * sizeof(std::uint32_t);
  CUDA_CHECK(cudaMemcpy(words.data(), path.words.data(), bytes, cudaMemcpyDefault));
  unseal_gpu<<<1, kBlockSize>>>(words.data(), words.size(), zero);
  CUDA_CHECK(cudaMemcpy(path.words.data(), words.data(), bytes, cudaMemcpyDefault));
  Run(path).match(zero);
}

}  // namespace

int main(int argc, char** argv) {
  try {
    if (argc != 2) throw std::runtime_error("usage: ld_runner FILE");
    const int replies = dup(STDOUT_FILENO);
    if (replies < 0 || dup2(STDERR_FILENO, STDOUT_FILENO) < 0) throw std::runtime_error("dup");
    Run run(load(argv[1]));
    warm_up();
    send(replies, "r", 1);
    Key key;
    receive(&key, sizeof key);
    const unsigned long long fingerprint = run.match(key);
    send(replies, &fingerprint, sizeof fingerprint);
    const std::vector<int> matches = run.matches();
    send(replies, matches.data(), matches.size() * sizeof(int));
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "ld_runner: %s\n", error.what());
    return 1;
  }
}
