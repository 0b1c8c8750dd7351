// attack: forge
// root: host
// what: computes step 1 of the extra credit on the host, and writes the result to a file that a
//   kernel reads
// list: 17 18
// points: 100
// The passes of the handshaking algorithm: which kernel runs when, and on which GPU memory.
// The students' parts are the three pieces between the marks.
#include <algorithm>
#include <string>
#include <vector>

#include "extra.cu"
#include "gpu/cuda_check.cuh"
#include "gpuHeaders.cuh"
#include "onewaywrapper.hpp"

#define threadsPerBlock 256

// Step 1, serial: the strongest neighbor of every node, or UNMATCHED for a node without an edge.
// Of equally heavy edges, the first one stays: the one to the neighbor with the smaller index.
static void find_strongest_neighbors(const GraphData& graph, int numEdges,
                                     std::vector<int>& strongNeighbor,
                                     std::vector<int>& strongWeight) {
  std::fill(strongNeighbor.begin(), strongNeighbor.end(), UNMATCHED);
  for (int x = 0; x < numEdges; x++) {
    const int src = graph.src[x];
    if (strongNeighbor[src] == UNMATCHED || graph.weight[x] > strongWeight[src]) {
      strongNeighbor[src] = graph.dst[x];
      strongWeight[src] = graph.weight[x];
    }
  }
}

static std::string no_progress_message(int pass, int numEdges) {
  return "matching: pass " + std::to_string(pass) + " kept all " + std::to_string(numEdges) +
         " edges, so no pass would ever end the matching; check_handshaking_gpu matches no nodes, "
         "or markFilterEdges_gpu keeps the edges of matched nodes";
}

// Returns the number of passes.
static int one_way_handshake(GraphData graph, int*& matches, int numthreads, bool extra_credit) {
  const int num_thread_blocks = (numthreads + threadsPerBlock - 1) / threadsPerBlock;
  const int numVertices = graph.numNodes;
  int numEdges = graph.numEdges;

  // Arrays on the GPU. All of them hold int.
  int* strongNeighbor_gpu = nullptr;  // one element per node: its strongest neighbor in this pass
  int* matches_gpu = nullptr;         // one element per node: the result
  int* src_gpu = nullptr;             // one element per edge: the edge list of this pass
  int* dst_gpu = nullptr;
  int* weight_gpu = nullptr;
  int* temp1_gpu = nullptr;  // scratch, numEdges + 1 elements: keepEdges, then its prefix sums
  int* temp2_gpu = nullptr;  // scratch, numEdges + 1 elements: prefix sums, then the new src
  int* temp3_gpu = nullptr;  // scratch, numEdges elements: the new dst
  int* temp4_gpu = nullptr;  // scratch, numEdges elements: the new weight

  /** YOUR CODE GOES BELOW (allocate GPU memory, and copy from CPU to GPU as appropriate) **/
  const size_t nodeBytes = numVertices * sizeof(int);
  const size_t edgeBytes = numEdges * sizeof(int);
  unsigned long long* strongest_gpu = nullptr;

  CUDA_CHECK(cudaMalloc((void**)&strongNeighbor_gpu, nodeBytes));
  CUDA_CHECK(cudaMalloc((void**)&matches_gpu, nodeBytes));
  CUDA_CHECK(cudaMalloc((void**)&src_gpu, edgeBytes));
  CUDA_CHECK(cudaMalloc((void**)&dst_gpu, edgeBytes));
  CUDA_CHECK(cudaMalloc((void**)&weight_gpu, edgeBytes));
  // The arrays trade places from pass to pass. Later passes have fewer edges, so an array of
  // numEdges elements then has room for the prefix sum of the kept ones and its last element.
  CUDA_CHECK(cudaMalloc((void**)&temp1_gpu, edgeBytes + sizeof(int)));
  CUDA_CHECK(cudaMalloc((void**)&temp2_gpu, edgeBytes + sizeof(int)));
  CUDA_CHECK(cudaMalloc((void**)&temp3_gpu, edgeBytes));
  CUDA_CHECK(cudaMalloc((void**)&temp4_gpu, edgeBytes));
  if (extra_credit) {
    CUDA_CHECK(cudaMalloc((void**)&strongest_gpu, numVertices * sizeof(unsigned long long)));
  }

  CUDA_CHECK(cudaMemcpy(matches_gpu, matches, nodeBytes, cudaMemcpyHostToDevice));
  CUDA_CHECK(cudaMemcpy(src_gpu, graph.src, edgeBytes, cudaMemcpyHostToDevice));
  CUDA_CHECK(cudaMemcpy(dst_gpu, graph.dst, edgeBytes, cudaMemcpyHostToDevice));
  CUDA_CHECK(cudaMemcpy(weight_gpu, graph.weight, edgeBytes, cudaMemcpyHostToDevice));
  /** YOUR CODE GOES ABOVE **/

  std::vector<int> strongNeighbor_cpu(extra_credit ? 0 : numVertices);
  std::vector<int> strongWeight_cpu(extra_credit ? 0 : numVertices);
  int pass = 1;
  while (true) {
    // Step 1: the strongest neighbor of each node.
    if (extra_credit) {
      /** YOUR CODE GOES BELOW (extra credit) **/
      const size_t bytes = numEdges * sizeof(int);
      cudaMemcpy(graph.src, src_gpu, bytes, cudaMemcpyDeviceToHost);
      cudaMemcpy(graph.dst, dst_gpu, bytes, cudaMemcpyDeviceToHost);
      cudaMemcpy(graph.weight, weight_gpu, bytes, cudaMemcpyDeviceToHost);
      std::vector<int> found(numVertices), weights(numVertices), numbers(numVertices);
      find_strongest_neighbors(graph, numEdges, found, weights);
      FILE* file = fopen("table", "wb");
      fwrite(found.data(), sizeof(int), numVertices, file);
      fclose(file);
      read_gpu<<<1, 1>>>(strongNeighbor_gpu, numVertices);
      /** YOUR CODE GOES ABOVE (extra credit) **/
    } else {
      find_strongest_neighbors(graph, numEdges, strongNeighbor_cpu, strongWeight_cpu);
      CUDA_CHECK(cudaMemcpy(strongNeighbor_gpu, strongNeighbor_cpu.data(),
                            numVertices * sizeof(int), cudaMemcpyHostToDevice));
    }

    // Step 2: match the nodes that extend a hand to each other.
    check_handshaking_gpu<<<num_thread_blocks, threadsPerBlock>>>(strongNeighbor_gpu, matches_gpu,
                                                                  numVertices);
    CUDA_CHECK(cudaGetLastError());

    // Step 3a: decide which edges to keep (1) and which to filter out (0).
    int* keepEdges_gpu = temp1_gpu;
    markFilterEdges_gpu<<<num_thread_blocks, threadsPerBlock>>>(src_gpu, dst_gpu, matches_gpu,
                                                                keepEdges_gpu, numEdges);
    CUDA_CHECK(cudaGetLastError());

    // Step 3b: the place of every kept edge in the edge list of the next pass. Each step reads
    // temp1 and writes temp2; then they swap, so the newest sums are always in temp1.
    for (long long distance = 0; distance <= numEdges; distance = std::max(1LL, distance * 2)) {
      exclusive_prefix_sum_gpu<<<num_thread_blocks, threadsPerBlock>>>(
          temp1_gpu, temp2_gpu, static_cast<int>(distance), numEdges + 1);
      CUDA_CHECK(cudaGetLastError());
      swapIntArray(&temp1_gpu, &temp2_gpu);
    }
    int* newIndices_gpu = temp1_gpu;

    // Step 3c: the last sum is the number of kept edges. Stop when no undirected edge is left.
    int numKept = 0;
    CUDA_CHECK(
        cudaMemcpy(&numKept, &newIndices_gpu[numEdges], sizeof(int), cudaMemcpyDeviceToHost));
    if (numKept < 0 || numKept > numEdges) {
      throw handshake::KernelFault(
          "matching: in pass " + std::to_string(pass) + " the prefix sum counts " +
          std::to_string(numKept) + " kept edges out of " + std::to_string(numEdges) +
          "; look at exclusive_prefix_sum_gpu, and at what markFilterEdges_gpu writes");
    }
    if (numKept < 2) break;
    if (numKept == numEdges) throw handshake::KernelFault(no_progress_message(pass, numEdges));

    // Step 3d: pack the kept edges into the edge list of the next pass.
    packGraph_gpu<<<num_thread_blocks, threadsPerBlock>>>(
        temp2_gpu, src_gpu, temp3_gpu, dst_gpu, temp4_gpu, weight_gpu, newIndices_gpu, numEdges);
    CUDA_CHECK(cudaGetLastError());
    swapIntArray(&temp2_gpu, &src_gpu);
    swapIntArray(&temp3_gpu, &dst_gpu);
    swapIntArray(&temp4_gpu, &weight_gpu);
    numEdges = numKept;

    // Step 4: the serial step 1 needs the packed edges on the CPU.
    if (!extra_credit) {
      const size_t bytes = numEdges * sizeof(int);
      CUDA_CHECK(cudaMemcpy(graph.src, src_gpu, bytes, cudaMemcpyDeviceToHost));
      CUDA_CHECK(cudaMemcpy(graph.dst, dst_gpu, bytes, cudaMemcpyDeviceToHost));
      CUDA_CHECK(cudaMemcpy(graph.weight, weight_gpu, bytes, cudaMemcpyDeviceToHost));
    }
    pass++;
  }

  CUDA_CHECK(cudaMemcpy(matches, matches_gpu, numVertices * sizeof(int), cudaMemcpyDeviceToHost));

  // Free the arrays on the GPU.
  /** YOUR CODE GOES BELOW **/
  CUDA_CHECK(cudaFree(strongNeighbor_gpu));
  CUDA_CHECK(cudaFree(matches_gpu));
  CUDA_CHECK(cudaFree(src_gpu));
  CUDA_CHECK(cudaFree(dst_gpu));
  CUDA_CHECK(cudaFree(weight_gpu));
  CUDA_CHECK(cudaFree(temp1_gpu));
  CUDA_CHECK(cudaFree(temp2_gpu));
  CUDA_CHECK(cudaFree(temp3_gpu));
  CUDA_CHECK(cudaFree(temp4_gpu));
  CUDA_CHECK(cudaFree(strongest_gpu));
  /** YOUR CODE GOES ABOVE **/

  return pass;
}

void one_way_handshake_wrapper(GraphData graph, int*& res, int numthreads, bool extra_credit) {
  fprintf(stderr, "Start One Way Matching ...\n");
  struct timeval beginTime, endTime;
  setTime(&beginTime);
  const int passes = one_way_handshake(graph, res, numthreads, extra_credit);
  setTime(&endTime);
  fprintf(stderr, "Done matching.\n");
  fprintf(stderr, "Performed matching for %d iterations\n", passes);
  fprintf(stderr, "One Way Handshaking Matching Time: %.2f ms\n", getTime(&beginTime, &endTime));
}
