// Records how the host code of a submission uses GPU memory.
#include <algorithm>
#include <climits>
#include <cstdint>
#include <cstdlib>
#include <set>
#include <string>
#include <utility>

#include "runner/allocations.hpp"
#include "runner/device.cuh"
#include "runner/traced_cuda.hpp"

#undef cudaMalloc
#undef cudaMallocManaged
#undef cudaMallocAsync
#undef cudaMallocPitch
#undef cudaFree
#undef cudaFreeAsync
#undef cudaMemcpy
#undef cudaMemcpyAsync
#undef cudaMemcpy2D
#undef cudaMemcpy2DAsync
#undef cudaMemset
#undef cudaMemsetAsync
#undef cudaMemset2D

// This function exists only in CUDA on the CPU.
extern "C" __attribute__((weak)) void cuda_on_cpu_called_from(const char* site);

namespace handshake::runner {

namespace {

// Whether mistakes are forgiven that do no harm on most machines: a copy goes at most 256 bytes
// past the end of an array on the GPU, or past the end of an array on the CPU, or cudaFree is given
// what is not an array.
bool is_forgiving() {
  return std::getenv("CUCC_MARGIN") != nullptr;
}
size_t slack() {
  return is_forgiving() ? 256 : 0;  // as in CUDA on the CPU
}

struct Allocation {
  uintptr_t start;
  size_t bytes;
  protocol::AllocationLines lines;
  bool is_freed = false;
  std::vector<std::pair<uintptr_t, uintptr_t>> filled = {};  // ranges that do not touch each other

  void fill(const void* from, size_t length, int line);
  // Of this room up to the end, the bytes that the program asked for.
  static long asked_for(long room) { return std::max(room - static_cast<long>(slack()), 0L); }
  bool holds(uintptr_t at) const { return at >= start && at < start + std::max<size_t>(bytes, 1); }
};

uintptr_t address(const void* memory) {
  return reinterpret_cast<uintptr_t>(memory);
}

// Records that this line filled the bytes. Bytes that were filled several times count once.
void Allocation::fill(const void* from, size_t length, int line) {
  std::pair<uintptr_t, uintptr_t> made{address(from), address(from) + length};
  std::vector<std::pair<uintptr_t, uintptr_t>> all;
  for (const auto& range : filled) {
    const bool touches = range.first <= made.second && made.first <= range.second;
    if (!touches) all.push_back(range);
    if (!touches) continue;
    made = {std::min(made.first, range.first), std::max(made.second, range.second)};
  }
  all.push_back(made);
  filled = std::move(all);
  lines.filled = line;
  lines.filled_bytes = 0;
  for (const auto& range : filled)
    lines.filled_bytes += static_cast<long>(range.second - range.first);
}

struct Books {
  int pattern = 0;
  std::vector<HostRange> host_arrays;
  std::vector<Allocation> allocations;  // in the order in which they were made
  std::vector<protocol::MemoryEvent> events;
  std::vector<protocol::SetBytes> sets;  // the cudaMemset calls: one for each line and value
  int first_free = 0;
};

Books& books() {
  static Books kept;
  return kept;
}

// The live allocation that holds the address, or null.
Allocation* find(const void* memory) {
  for (Allocation& allocation : books().allocations)
    if (!allocation.is_freed && allocation.holds(address(memory))) return &allocation;
  return nullptr;
}

// The newest of the freed allocations that began at the address, or null.
const Allocation* find_freed(const void* memory) {
  const std::vector<Allocation>& all = books().allocations;
  const auto found = std::find_if(all.rbegin(), all.rend(), [&](const Allocation& made) {
    return made.is_freed && made.start == address(memory);
  });
  return found == all.rend() ? nullptr : &*found;
}

void tell_change() {
  // The kernels read the list of allocations, so it must not change while a kernel of any stream
  // runs.
  require_success(cudaDeviceSynchronize(), "waiting for the kernels");
  std::vector<AllocationRange> live, freed;
  int number = 0;
  for (const Allocation& made : books().allocations)
    (made.is_freed ? freed : live)
        .push_back({made.start, made.start + made.bytes, ++number, made.is_freed});
  live.insert(live.end(), freed.rbegin(), freed.rend());
  on_allocations_changed(live);
  require_success(cudaDeviceSynchronize(), "sending the list of allocations");
}

void fill(void* memory, size_t bytes) {
  const std::vector<int> values(bytes / sizeof(int) + 1, books().pattern);
  require_success(cudaMemcpy(memory, values.data(), bytes, cudaMemcpyHostToDevice),
                  "filling fresh memory");
}

// The number of bytes from the address to the end of the host array that contains it; -1 if no
// known host array contains the address.
long host_room(const void* from) {
  for (const HostRange& range : books().host_arrays)
    if (address(from) >= address(range.start) && address(from) < address(range.start) + range.bytes)
      return static_cast<long>(address(range.start) + range.bytes - address(from));
  return -1;
}

}  // namespace

void start_tracing(int pattern, const std::vector<HostRange>& host_arrays) {
  books() = {};
  books().pattern = pattern;
  books().host_arrays = host_arrays;
  tell_change();
}

std::vector<protocol::MemoryEvent> finish_tracing() {
  for (Allocation& left : books().allocations) {
    if (left.is_freed) continue;
    books().events.push_back(
        {protocol::MemoryFault::leak, left.lines.bytes, 0, left.lines.file, left.lines.made, 0, 0});
    cudaFree(reinterpret_cast<void*>(left.start));
    left.is_freed = true;
  }
  return books().events;
}

int last_copy_to(const void* array) {
  for (const HostRange& range : books().host_arrays)
    if (range.start == array) return range.copied;
  return 0;
}

std::vector<protocol::SetBytes> sets_of_bytes() {
  return books().sets;
}

int first_free() {
  return books().first_free;
}

std::vector<protocol::AllocationLines> allocation_lines() {
  std::vector<protocol::AllocationLines> lines;
  for (const Allocation& made : books().allocations) lines.push_back(made.lines);
  return lines;
}

void TracedCall::say_line() const {
  static std::set<std::string> sites;
  if (cuda_on_cpu_called_from == nullptr || line == 0) return;
  const auto site = sites.insert(std::string(file) + ":" + std::to_string(line) + ":1").first;
  cuda_on_cpu_called_from(site->c_str());
}

void TracedCall::replace(const void* old, const void* made) const {
  Allocation* const lost = old == made ? nullptr : find(old);
  if (lost && lost->start == address(old)) lost->lines.lost = line;
}

cudaError_t TracedCall::make(void** memory, size_t bytes, bool is_managed, size_t* pitch,
                             size_t height) const {
  const cudaError_t error = pitch        ? cudaMallocPitch(memory, pitch, bytes, height)
                            : is_managed ? cudaMallocManaged(memory, bytes)
                                         : cudaMalloc(memory, bytes);
  if (error != cudaSuccess)
    note({protocol::MemoryFault::refused,
          static_cast<long>(std::min<size_t>(bytes * height, INT_MAX)), 0, file, line, 0, 0});
  if (error != cudaSuccess || *memory == nullptr) return error;
  if (pitch) bytes = *pitch * height;
  if (books().pattern != 0) fill(*memory, bytes);
  books().allocations.push_back(
      {address(*memory),
       bytes + slack(),
       {file, line, 0, 0, 0, 0, static_cast<long>(bytes), 0, is_managed}});
  tell_change();
  return error;
}

cudaError_t TracedCall::free(void* memory) const {
  const int at = std::max(line, 1);  // `line` is 0 if cudaFree was not called by its name
  books().first_free = books().first_free == 0 ? at : std::min(books().first_free, at);
  if (memory == nullptr) return cudaSuccess;
  Allocation* const found = find(memory);
  if (!found || found->start != address(memory)) {
    const Allocation* const freed = find_freed(memory);
    const Allocation* const known = found ? found : freed;
    note({protocol::MemoryFault::unknown_free, 0,
          found ? static_cast<long>(address(memory) - found->start) : 0, file, line,
          known ? known->lines.made : 0, freed && !found ? freed->lines.freed : 0});
    return is_forgiving() ? cudaSuccess : cudaErrorInvalidValue;
  }
  found->is_freed = true;
  found->lines.freed = line;
  tell_change();
  return cudaFree(memory);
}

void TracedCall::note_set(int value) const {
  for (const protocol::SetBytes& set : books().sets)
    if (set.line == line && set.value == value) return;
  books().sets.push_back({file, line, value});
}

void TracedCall::note(const protocol::MemoryEvent& event) const {
  books().events.push_back(event);
}

bool TracedCall::has_no_memory(const void* memory, bool is_of_gpu, long side, long bytes) const {
  const Allocation* freed = is_of_gpu && !find(memory) ? find_freed(memory) : nullptr;
  if (memory != nullptr && !freed) return false;
  // The number of the side says whether this must be memory of the CPU.
  note({protocol::MemoryFault::no_memory, bytes, side + (is_of_gpu ? 0 : 2), file, line,
        freed ? freed->lines.made : 0, freed ? freed->lines.freed : 0});
  return true;
}

// Whether the address is outside of all arrays, and at most 1 MiB after the end of an array of the
// GPU. If so, records the mistake.
bool TracedCall::is_behind(const void* memory, bool is_in_none, long side, long bytes) const {
  constexpr size_t kClose = size_t{1} << 20;
  if (!is_in_none || host_room(memory) >= 0) return false;
  const Allocation* nearest = nullptr;
  for (const Allocation& made : books().allocations) {
    const uintptr_t end = made.start + made.bytes;
    if (made.is_freed || address(memory) < end || address(memory) - end > kClose) continue;
    if (!nearest || made.start > nearest->start) nearest = &made;
  }
  if (!nearest) return false;
  const long past = static_cast<long>(address(memory) - nearest->start - nearest->bytes + slack());
  note({side == 0 ? protocol::MemoryFault::target_behind : protocol::MemoryFault::source_behind,
        bytes, past, file, line, nearest->lines.made, 0});
  return true;
}

// A copy that CUDA does not allow is not made. It is recorded, and the call fails as it would in
// CUDA.
cudaError_t TracedCall::memcpy(void* to, const void* from, size_t bytes, cudaMemcpyKind kind,
                               const cudaStream_t* stream) const {
  if (bytes == 0) return cudaSuccess;
  const bool to_gpu = kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice;
  const bool from_gpu = kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice;
  Allocation* const to_place = find(to);
  Allocation* const from_place = find(from);
  const long length = static_cast<long>(bytes);
  if (has_no_memory(to, to_gpu, 0, length) || has_no_memory(from, from_gpu, 1, length))
    return cudaErrorInvalidValue;
  const auto is_there = [](const Allocation* place, bool on_gpu) {
    return place ? on_gpu || (place->lines.is_managed != 0) : !on_gpu;
  };
  const bool to_fits = is_there(to_place, to_gpu), from_fits = is_there(from_place, from_gpu);
  const bool fits = to_fits && from_fits;
  if (kind != cudaMemcpyDefault && !fits) {
    if (is_behind(to, to_gpu && !to_place, 0, length)) return cudaErrorInvalidValue;
    if (is_behind(from, from_gpu && !from_place, 1, length)) return cudaErrorInvalidValue;
    const long which = from_fits ? (to_gpu ? 1 : 3) : to_fits ? (from_gpu ? 2 : 4) : 0;
    note({protocol::MemoryFault::wrong_direction, length, which, file, line, 0, 0});
    return cudaErrorInvalidValue;
  }
  for (const auto& [place, pointer] :
       {std::pair(to_place, static_cast<const void*>(to)), std::pair(from_place, from)}) {
    const long room = place ? static_cast<long>(place->start + place->bytes - address(pointer))
                            : host_room(pointer);
    if (room < 0 || length <= room) continue;
    note({protocol::MemoryFault::copy_past_end, length, place ? Allocation::asked_for(room) : room,
          file, line, place ? place->lines.made : 0, 0});
    if (place || !is_forgiving()) return cudaErrorInvalidValue;
    bytes = std::min(bytes, static_cast<size_t>(room));
  }
  if (to_place) to_place->fill(to, bytes, line);
  for (HostRange& range : books().host_arrays)
    if (range.start == to) range.copied = line;
  if (from_place && !to_place && from_place->lines.filled == 0 &&
      from_place->lines.copied_unfilled == 0)
    from_place->lines.copied_unfilled = line;
  say_line();
  return stream ? cudaMemcpyAsync(to, from, bytes, kind, *stream)
                : cudaMemcpy(to, from, bytes, kind);
}

bool TracedCall::is_bad_set(const void* memory, size_t bytes) const {
  using protocol::MemoryFault;
  const Allocation* const place = find(memory);
  const Allocation* const freed = place ? nullptr : find_freed(memory);
  const long length = static_cast<long>(bytes);
  const bool is_of_host = !place && host_room(memory) >= 0;
  if (memory == nullptr || freed || is_of_host) {
    note({MemoryFault::set_no_memory, length, is_of_host ? 1 : 0, file, line,
          freed ? freed->lines.made : 0, freed ? freed->lines.freed : 0});
    return true;
  }
  const size_t room = place ? place->start + place->bytes - address(memory) : bytes;
  if (bytes <= room) return false;
  note({MemoryFault::set_past_end, length, Allocation::asked_for(static_cast<long>(room)), file,
        line, place->lines.made, 0});
  return true;
}

cudaError_t TracedCall::memset(void* memory, int value, size_t bytes,
                               const cudaStream_t* stream) const {
  if (bytes == 0) return cudaSuccess;
  if (is_bad_set(memory, bytes)) return cudaErrorInvalidValue;
  note_set(value);
  if (Allocation* const place = find(memory)) place->fill(memory, bytes, line);
  say_line();
  return stream ? cudaMemsetAsync(memory, value, bytes, *stream) : cudaMemset(memory, value, bytes);
}

cudaError_t TracedCall::memcpy_2d(void* to, size_t to_pitch, const void* from, size_t from_pitch,
                                  size_t width, size_t height, cudaMemcpyKind kind,
                                  const cudaStream_t* stream) const {
  if (width > to_pitch || width > from_pitch) return cudaErrorInvalidPitchValue;
  for (size_t row = 0; row < height; row++) {
    const cudaError_t error =
        memcpy(static_cast<char*>(to) + row * to_pitch,
               static_cast<const char*>(from) + row * from_pitch, width, kind, stream);
    if (error != cudaSuccess) return error;
  }
  if (Allocation* const place = find(to))
    place->lines.filled_bytes = static_cast<long>(width * height);
  return cudaSuccess;
}

cudaError_t TracedCall::memset_2d(void* memory, size_t pitch, int value, size_t width,
                                  size_t height) const {
  const cudaError_t error = cudaMemset2D(memory, pitch, value, width, height);
  Allocation* const place = error == cudaSuccess ? find(memory) : nullptr;
  if (place)
    place->lines.filled = line, place->lines.filled_bytes = static_cast<long>(width * height);
  return error;
}

}  // namespace handshake::runner
