// attack: inject
// root: files
// what: puts markup and a formula where the compiler quotes them
// list: 28
// quick: yes
#include "gpuHeaders.cuh"
#include "utils.hpp"

#error <script>alert("handshake_forged")</script><img src=x onerror=alert(1)>
#error =HYPERLINK("http://example.org/handshake_forged","100 points")

__global__ void markFilterEdges_gpu(int* src, int* dst, int* matches, int* keepEdges,
                                    int numEdges) {
  (void)numEdges;
}
