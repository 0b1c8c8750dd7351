// Runs one_way_handshake_wrapper of a submission with the stand-in kernels of playback.cu.
// Sends back the arguments of every kernel, the allocations, and the mistakes with GPU memory.
#include <algorithm>
#include <climits>
#include <exception>
#include <memory>

#include "labs/matching/runner/playback.cuh"
#include "onewaywrapper.hpp"
#include "runner/allocations.hpp"
#include "runner/device.cuh"
#include "runner/serve.hpp"

namespace handshake::runner {

namespace {

constexpr int kMostNodes = 1 << 20;
constexpr int kMostEdges = 1 << 22;
constexpr int kMostPasses = 1 << 12;
constexpr size_t kMostEvents = 32;
constexpr size_t kMostLines = 64;  // the largest number of reported allocations

AllocationRange* ranges_gpu = nullptr;

// An array on the GPU: of ints, or of structures.
template <typename T>
class OnGpu {
 public:
  explicit OnGpu(const std::vector<T>& values) {
    void* memory = nullptr;
    require_success(cudaMalloc(&memory, values.size() * sizeof(T)), "allocating the playback");
    data_ = static_cast<T*>(memory);
    require_success(
        cudaMemcpy(data_, values.data(), values.size() * sizeof(T), cudaMemcpyHostToDevice),
        "copying the playback");
  }
  OnGpu(const OnGpu&) = delete;
  OnGpu& operator=(const OnGpu&) = delete;
  ~OnGpu() { cudaFree(data_); }
  T* data() const { return data_; }

 private:
  T* data_ = nullptr;
};

struct Request {
  int numthreads;
  bool extra_credit;
  int pattern;
  std::vector<int> src, dst, weight, matches;
  std::vector<PassScript> passes;
  std::vector<int> script;
  int log_size = 0;
};

// Copies `length` ints of the message into the script, and returns where they start.
int append(Request& request, protocol::PayloadReader& in, int length) {
  const int start = static_cast<int>(request.script.size());
  const std::vector<int> values = in.array(length);
  request.script.insert(request.script.end(), values.begin(), values.end());
  return start;
}

int reserve(Request& request, int length) {
  const int start = request.log_size;
  request.log_size += length;
  return start;
}

PassScript read_pass(Request& request, protocol::PayloadReader& in, int numNodes) {
  PassScript pass{};
  pass.numEdges = in.number(0, kMostEdges);
  pass.numKept = in.number(0, pass.numEdges);
  pass.scan_steps = in.number(1, 32);
  pass.matches = append(request, in, numNodes);
  pass.keepEdges = append(request, in, pass.numEdges);
  pass.sums = append(request, in, pass.scan_steps * (pass.numEdges + 1));
  pass.newEdges = append(request, in, 3 * pass.numKept);
  pass.seen = reserve(request, protocol::kPassLogInts);
  pass.seen_strongNeighbor = reserve(request, numNodes);
  pass.seen_matches = reserve(request, numNodes);
  pass.seen_src = reserve(request, pass.numEdges);
  pass.seen_dst = reserve(request, pass.numEdges);
  pass.seen_weight = reserve(request, pass.numEdges);
  return pass;
}

Request read_request(protocol::PayloadReader& in) {
  Request request;
  request.numthreads = in.number(1, INT_MAX);
  request.extra_credit = in.number(0, 1) == 1;
  request.pattern = in.number();
  const int numNodes = in.number(0, kMostNodes);
  const int numEdges = in.number(0, kMostEdges);
  request.src = in.array(numEdges);
  request.dst = in.array(numEdges);
  request.weight = in.array(numEdges);
  request.matches = in.array(numNodes);
  const int numPasses = in.number(1, kMostPasses);
  for (int p = 0; p < numPasses; p++) request.passes.push_back(read_pass(request, in, numNodes));
  in.finish();
  return request;
}

int most_elements(const Request& request) {
  int most = std::max<int>(1, static_cast<int>(request.matches.size()));
  for (const PassScript& pass : request.passes) most = std::max(most, pass.numEdges + 1);
  return most;
}

// An exception of the submission's code is not an error of the runner: the reply contains the text
// of the exception.
std::string run_submission(Request& request) {
  GraphData graph{static_cast<int>(request.matches.size()), static_cast<int>(request.src.size()),
                  request.src.data(), request.dst.data(), request.weight.data()};
  int* result = request.matches.data();
  try {
    one_way_handshake_wrapper(graph, result, request.numthreads, request.extra_credit);
  } catch (const std::exception& error) {
    return error.what();
  }
  if (result != request.matches.data())
    request.matches.assign(result, result + request.matches.size());
  return "";
}

void write_events(protocol::PayloadWriter& out, const std::vector<protocol::MemoryEvent>& events) {
  const size_t count = std::min(events.size(), kMostEvents);
  out.number(static_cast<int>(count));
  for (size_t e = 0; e < count; e++) {
    out.number(static_cast<int>(events[e].fault));
    out.number(static_cast<int>(std::min<long>(events[e].bytes, INT_MAX)));
    out.number(static_cast<int>(std::min<long>(events[e].room, INT_MAX)));
    out.number(events[e].line);
    out.number(events[e].allocated_line);
    out.number(events[e].freed_line);
    out.text(events[e].file);
  }
}

void write_allocations(protocol::PayloadWriter& out,
                       const std::vector<protocol::AllocationLines>& allocations) {
  const size_t count = std::min(allocations.size(), kMostLines);
  out.number(static_cast<int>(count));
  for (size_t a = 0; a < count; a++) {
    out.number(allocations[a].made);
    out.number(allocations[a].filled);
    out.number(allocations[a].freed);
    out.number(allocations[a].lost);
    out.number(allocations[a].copied_unfilled);
    for (const long bytes : {allocations[a].bytes, allocations[a].filled_bytes})
      out.number(static_cast<int>(std::min<long>(bytes, INT_MAX)));
    out.number(allocations[a].is_managed);
    out.text(allocations[a].file);
  }
}

void write_sets(protocol::PayloadWriter& out, const std::vector<protocol::SetBytes>& sets) {
  const size_t count = std::min(sets.size(), kMostEvents);
  out.number(static_cast<int>(count));
  for (size_t s = 0; s < count; s++) {
    out.number(sets[s].line);
    out.number(sets[s].value);
    out.text(sets[s].file);
  }
}

}  // namespace

void on_allocations_changed(const std::vector<AllocationRange>& allocations) {
  const size_t count = std::min<size_t>(allocations.size(), kMostAllocations - 1);
  if (count < allocations.size() && !allocations[count].is_freed)
    throw DeviceError("there are too many allocations");
  std::vector<AllocationRange> ranges = {{count, 0, 0, 0}};
  ranges.insert(ranges.end(), allocations.begin(), allocations.begin() + count);
  require_success(cudaMemcpy(ranges_gpu, ranges.data(), ranges.size() * sizeof(AllocationRange),
                             cudaMemcpyHostToDevice),
                  "copying the list of allocations");
}

std::vector<char> serve(protocol::Kind kind, const std::vector<char>& payload) {
  if (kind != protocol::Kind::matching)
    throw protocol::ProtocolError("this runner can only run whole passes");
  protocol::PayloadReader in(payload);
  Request request = read_request(in);
  const OnGpu<AllocationRange> ranges{std::vector<AllocationRange>(kMostAllocations)};
  const OnGpu<int> script{request.script};
  const OnGpu<int> log{std::vector<int>(request.log_size, request.pattern)};
  for (const PassScript& pass : request.passes)
    require_success(cudaMemset(log.data() + pass.seen, 0, sizeof(protocol::PassLog)),
                    "clearing the log");
  const OnGpu<PassScript> passes{request.passes};
  const OnGpu<Playback> playback{std::vector<Playback>{
      {static_cast<int>(request.matches.size()), static_cast<int>(request.passes.size()), 0, 0,
       most_elements(request), script.data(), log.data(), passes.data(), ranges.data()}}};
  ranges_gpu = ranges.data();
  use_playback(playback.data());
  wait_for_kernels("the launch");

  std::vector<HostRange> host_arrays;
  for (const std::vector<int>* array :
       {&request.src, &request.dst, &request.weight, &request.matches})
    host_arrays.push_back({array->data(), array->size() * sizeof(int)});
  start_tracing(request.pattern, host_arrays);
  const std::string thrown = run_submission(request);
  // If CUDA refused an allocation, the refusal is already recorded. CUDA's error is cleared here,
  // so that it does not look like the error of a launch.
  if (cudaPeekAtLastError() == cudaErrorMemoryAllocation) (void)cudaGetLastError();
  wait_for_kernels("a CUDA call");
  const std::vector<protocol::MemoryEvent> events = finish_tracing();

  std::vector<int> seen(request.log_size);
  require_success(
      cudaMemcpy(seen.data(), log.data(), seen.size() * sizeof(int), cudaMemcpyDeviceToHost),
      "copying the log");
  protocol::PayloadWriter out;
  out.text(thrown);
  out.array(request.matches);
  out.array(seen);
  write_events(out, events);
  write_allocations(out, allocation_lines());
  write_sets(out, sets_of_bytes());
  out.number(first_free());
  out.number(last_copy_to(request.matches.data()));
  return out.bytes();
}

}  // namespace handshake::runner
