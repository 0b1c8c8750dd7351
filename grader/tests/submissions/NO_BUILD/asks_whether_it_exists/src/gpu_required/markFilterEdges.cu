// attack: read
// root: device
// what: asks the preprocessor whether files exist; an error shows which ones do
// list: 4
#include "gpuHeaders.cuh"
#include "utils.hpp"

#if __has_include("@SECRET@")
#error handshake_seen the secret
#elif __has_include("@OUT@/marks.csv") || __has_include("/etc/shadow") || __has_include("/root")
#error handshake_seen a file of the machine
#else
#error nothing is there
#endif

__global__ void markFilterEdges_gpu(int* src, int* dst, int* matches, int* keepEdges,
                                    int numEdges) {}
