// what: No call is checked, and cudaMalloc is called without a cast, as in the lecture.
// @@ src/onewaywrapper.cu block 1
  unsigned long long* strongest_gpu;
  cudaMalloc(&strongest_gpu, numVertices * sizeof(unsigned long long));
  cudaMalloc(&strongNeighbor_gpu, numVertices * sizeof(int));
  cudaMalloc(&matches_gpu, sizeof(int) * numVertices);
  cudaMalloc(&src_gpu, numEdges * sizeof(int));
  cudaMalloc(&dst_gpu, numEdges * sizeof(int));
  cudaMalloc(&weight_gpu, numEdges * sizeof(int));
  cudaMalloc(&temp1_gpu, (numEdges + 1) * sizeof(int));
  cudaMalloc(&temp2_gpu, (numEdges + 1) * sizeof(int));
  cudaMalloc(&temp3_gpu, (numEdges + 1) * sizeof(int));
  cudaMalloc(&temp4_gpu, (numEdges + 1) * sizeof(int));
  cudaMemcpy(matches_gpu, matches, numVertices * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(src_gpu, graph.src, numEdges * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(dst_gpu, graph.dst, numEdges * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(weight_gpu, graph.weight, numEdges * sizeof(int), cudaMemcpyHostToDevice);
// @@ src/onewaywrapper.cu block 3
  cudaFree(strongest_gpu);
  cudaFree(strongNeighbor_gpu);
  cudaFree(matches_gpu);
  cudaFree(src_gpu);
  cudaFree(dst_gpu);
  cudaFree(weight_gpu);
  cudaFree(temp1_gpu);
  cudaFree(temp2_gpu);
  cudaFree(temp3_gpu);
  cudaFree(temp4_gpu);
