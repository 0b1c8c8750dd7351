// A submission of an earlier year: see ../README.md.
// The includes are in the order of the original kit.
// clang-format off
#include "utils.hpp"
#include "gpuHeaders.cuh"
#include "extra.cu"
#include <iostream>
// clang-format on

using namespace std;

#define threadsPerBlock 256

int one_way_handshake(GraphData graph, int*& matches, int numthreads, bool extra_credit) {
  int blocks = (numthreads + threadsPerBlock - 1) / threadsPerBlock;
  int numVertices = graph.numNodes;
  int numEdges = graph.numEdges;

  int* strongNeighbor_gpu;
  int* matches_gpu;
  int* src_gpu;
  int* dst_gpu;
  int* weight_gpu;
  int* temp1_gpu;
  int* temp2_gpu;
  int* temp3_gpu;
  int* temp4_gpu;

  /** YOUR CODE GOES BELOW (allocate GPU memory, and copy from CPU to GPU as appropriate) **/
  cudaMalloc((void**)&strongNeighbor_gpu, numVertices * sizeof(int));
  cudaMalloc((void**)&matches_gpu, numVertices * sizeof(int));
  cudaMalloc((void**)&src_gpu, numEdges * sizeof(int));
  cudaMalloc((void**)&dst_gpu, numEdges * sizeof(int));
  cudaMalloc((void**)&weight_gpu, numEdges * sizeof(int));
  cudaMalloc((void**)&temp1_gpu, (numEdges + 1) * sizeof(int));
  cudaMalloc((void**)&temp2_gpu, (numEdges + 1) * sizeof(int));
  cudaMalloc((void**)&temp3_gpu, (numEdges + 1) * sizeof(int));
  cudaMalloc((void**)&temp4_gpu, (numEdges + 1) * sizeof(int));
  cudaMemcpy(matches_gpu, matches, numVertices * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(src_gpu, graph.src, numEdges * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(dst_gpu, graph.dst, numEdges * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(weight_gpu, graph.weight, numEdges * sizeof(int), cudaMemcpyHostToDevice);
  /** YOUR CODE GOES ABOVE **/

  int iter;
  for (iter = 0;; iter++) {
    if (extra_credit) {
      /** YOUR CODE GOES BELOW (extra credit) **/
      forget_strongest<<<blocks, threadsPerBlock>>>(strongNeighbor_gpu, numVertices);
      walk_to_strongest<<<blocks, threadsPerBlock>>>(src_gpu, dst_gpu, weight_gpu,
                                                     strongNeighbor_gpu, numEdges);
      /** YOUR CODE GOES ABOVE (extra credit) **/
    } else {
      int* strongest = (int*)malloc(sizeof(int) * numVertices);
      int* heaviest = (int*)malloc(sizeof(int) * numVertices);
      for (int v = 0; v < numVertices; v++) strongest[v] = UNMATCHED;
      for (int e = 0; e < numEdges; e++) {
        int v = graph.src[e];
        if (strongest[v] == UNMATCHED || heaviest[v] < graph.weight[e]) {
          strongest[v] = graph.dst[e];
          heaviest[v] = graph.weight[e];
        }
      }
      cudaMemcpy(strongNeighbor_gpu, strongest, numVertices * sizeof(int), cudaMemcpyHostToDevice);
      free(strongest);
      free(heaviest);
    }

    check_handshaking_gpu<<<blocks, threadsPerBlock>>>(strongNeighbor_gpu, matches_gpu,
                                                       numVertices);

    int* keepEdges_gpu = temp1_gpu;
    temp1_gpu = NULL;
    markFilterEdges_gpu<<<blocks, threadsPerBlock>>>(src_gpu, dst_gpu, matches_gpu, keepEdges_gpu,
                                                     numEdges);

    int* places_gpu = keepEdges_gpu;
    for (int distance = 0; distance <= numEdges; distance = max(1, distance * 2)) {
      exclusive_prefix_sum_gpu<<<blocks, threadsPerBlock>>>(places_gpu, temp2_gpu, distance,
                                                            numEdges + 1);
      swapArray((void**)&places_gpu, (void**)&temp2_gpu);
    }

    int kept = 0;
    cudaMemcpy(&kept, &(places_gpu[numEdges]), sizeof(int), cudaMemcpyDeviceToHost);
    if (kept < 2 || kept == numEdges) break;

    packGraph_gpu<<<blocks, threadsPerBlock>>>(temp2_gpu, src_gpu, temp3_gpu, dst_gpu, temp4_gpu,
                                               weight_gpu, places_gpu, numEdges);
    swapArray((void**)&temp2_gpu, (void**)&src_gpu);
    swapArray((void**)&temp3_gpu, (void**)&dst_gpu);
    swapArray((void**)&temp4_gpu, (void**)&weight_gpu);
    temp1_gpu = places_gpu;
    numEdges = kept;

    if (iter > numVertices) {
      cerr << "Error: too many passes\n";
      break;
    }

    if (!extra_credit) {
      cudaMemcpy(graph.src, src_gpu, numEdges * sizeof(int), cudaMemcpyDeviceToHost);
      cudaMemcpy(graph.dst, dst_gpu, numEdges * sizeof(int), cudaMemcpyDeviceToHost);
      cudaMemcpy(graph.weight, weight_gpu, numEdges * sizeof(int), cudaMemcpyDeviceToHost);
    }
  }

  cudaMemcpy(matches, matches_gpu, numVertices * sizeof(int), cudaMemcpyDeviceToHost);
  cudaDeviceSynchronize();

  /** YOUR CODE GOES BELOW **/
  cudaFree(strongNeighbor_gpu);
  cudaFree(matches_gpu);
  cudaFree(src_gpu);
  cudaFree(dst_gpu);
  cudaFree(weight_gpu);
  cudaFree(temp1_gpu);
  cudaFree(temp2_gpu);
  cudaFree(temp3_gpu);
  cudaFree(temp4_gpu);
  /** YOUR CODE GOES ABOVE **/

  cudaError_t error = cudaGetLastError();
  if (error != cudaSuccess) {
    cerr << "Warning: a CUDA error occurred: " << cudaGetErrorString(error) << "\n";
  }
  return iter + 1;
}

void one_way_handshake_wrapper(GraphData graph, int*& matches, int numthreads, bool extra_credit) {
  fprintf(stderr, "Start One Way Matching ... \n");
  struct timeval beginTime, endTime;
  setTime(&beginTime);
  int iter = one_way_handshake(graph, matches, numthreads, extra_credit);
  setTime(&endTime);
  fprintf(stderr, "Done matching.\n");
  fprintf(stderr, "Performed matching for %d iterations\n", iter);
  fprintf(stderr, "One Way Handshaking Matching Time: %.2f ms\n", getTime(&beginTime, &endTime));
}
