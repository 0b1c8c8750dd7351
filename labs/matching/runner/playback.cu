// The stand-ins for the kernels. Thread 0 writes the log of the launch; the elements of the arrays
// are divided among all threads.
//
// Passes are counted in two variables, so that no kernel reads a variable that it writes: the
// handshaking stand-in reads `completed` and writes `pass`; the filter stand-in reads `pass` and
// writes `completed`.
#include "gpuHeaders.cuh"
#include "labs/matching/runner/playback.cuh"

namespace handshake::runner {

namespace {

__device__ Playback* playback;

__global__ void set_playback(Playback* made) {
  playback = made;
}

__device__ int first_index() {
  return blockIdx.x * blockDim.x + threadIdx.x;
}

__device__ int stride() {
  return blockDim.x * gridDim.x;
}

// Whether the thread has no element. Such a thread returns at once, because launches often have far
// more threads than elements, and look_at() takes a long time.
__device__ bool has_nothing_to_do() {
  return first_index() >= playback->most_elements;
}

__device__ protocol::SeenArray look_at(const int* array) {
  const unsigned long long at = reinterpret_cast<unsigned long long>(array);
  const AllocationRange* ranges = playback->allocations;
  for (unsigned long long a = 1; a <= ranges[0].start; a++) {
    if (at < ranges[a].start || at >= ranges[a].end) continue;
    const unsigned long long room = (ranges[a].end - at) / sizeof(int);
    return {ranges[a].is_freed ? 0 : static_cast<int>(room), ranges[a].number};
  }
  return {0, 0};
}

__device__ const PassScript* script_of_pass() {
  return playback->pass < playback->numPasses ? &playback->passes[playback->pass] : nullptr;
}

__device__ protocol::PassLog* log_of(const PassScript* pass) {
  return reinterpret_cast<protocol::PassLog*>(playback->log + pass->seen);
}

// Records the current content of the array, if its memory has at least this length.
__device__ void write_down(int* array, int length, int seen) {
  if (first_index() >= length || look_at(array).room < length) return;
  for (int x = first_index(); x < length; x += stride()) playback->log[seen + x] = array[x];
}

// Fills the array from the script, if the array has room for `length` elements.
__device__ void play(int* array, int length, int from) {
  if (first_index() >= length || look_at(array).room < length) return;
  for (int x = first_index(); x < length; x += stride()) array[x] = playback->script[from + x];
}

}  // namespace

void use_playback(Playback* playback_gpu) {
  set_playback<<<1, 1>>>(playback_gpu);
}

}  // namespace handshake::runner

using namespace handshake::runner;

__global__ void check_handshaking_gpu(int* strongNeighbor, int* matches, int numNodes) {
  if (has_nothing_to_do() || playback->completed >= playback->numPasses) return;
  const PassScript* pass = &playback->passes[playback->completed];
  write_down(strongNeighbor, playback->numNodes, pass->seen_strongNeighbor);
  write_down(matches, playback->numNodes, pass->seen_matches);
  play(matches, playback->numNodes, pass->matches);
  if (first_index() != 0) return;
  playback->pass = playback->completed;
  handshake::protocol::PassLog* log = log_of(pass);
  log->handshaking_launches++;
  log->numNodes = numNodes;
  log->strongNeighbor = look_at(strongNeighbor);
  log->matches = look_at(matches);
}

__global__ void markFilterEdges_gpu(int* src, int* dst, int* matches, int* keepEdges,
                                    int numEdges) {
  if (has_nothing_to_do()) return;
  const PassScript* pass = script_of_pass();
  if (pass == nullptr) return;
  write_down(src, pass->numEdges, pass->seen_src);
  write_down(dst, pass->numEdges, pass->seen_dst);
  play(keepEdges, pass->numEdges, pass->keepEdges);
  if (first_index() != 0) return;
  playback->completed = playback->pass + 1;
  handshake::protocol::PassLog* log = log_of(pass);
  log->filter_launches++;
  log->filter_numEdges = numEdges;
  log->src = look_at(src);
  log->dst = look_at(dst);
  log->filter_matches = look_at(matches);
  log->keepEdges = look_at(keepEdges);
}

__global__ void exclusive_prefix_sum_gpu(int* oldSum, int* newSum, int distance, int numElements) {
  if (has_nothing_to_do()) return;
  const PassScript* pass = script_of_pass();
  if (pass == nullptr) return;
  int step = 0;
  for (int reached = distance; reached > 0; reached /= 2) step++;
  if (step < pass->scan_steps)
    play(newSum, pass->numEdges + 1, pass->sums + step * (pass->numEdges + 1));
  if (first_index() != 0) return;
  handshake::protocol::PassLog* log = log_of(pass);
  log->numElements = numElements;
  // Later launches use the same two arrays, so only the first launch records them.
  if (log->scan_launches++ > 0) return;
  log->oldSum = look_at(oldSum);
  log->newSum = look_at(newSum);
}

__global__ void packGraph_gpu(int* newSrc, int* oldSrc, int* newDst, int* oldDst, int* newWeight,
                              int* oldWeight, int* edgeMap, int numEdges) {
  if (has_nothing_to_do()) return;
  const PassScript* pass = script_of_pass();
  if (pass == nullptr) return;
  write_down(oldWeight, pass->numEdges, pass->seen_weight);
  play(newSrc, pass->numKept, pass->newEdges);
  play(newDst, pass->numKept, pass->newEdges + pass->numKept);
  play(newWeight, pass->numKept, pass->newEdges + 2 * pass->numKept);
  if (first_index() != 0) return;
  handshake::protocol::PassLog* log = log_of(pass);
  log->pack_launches++;
  log->pack_numEdges = numEdges;
  int* const arguments[] = {newSrc, oldSrc, newDst, oldDst, newWeight, oldWeight, edgeMap};
  for (int a = 0; a < 7; a++) log->pack[a] = look_at(arguments[a]);
}
