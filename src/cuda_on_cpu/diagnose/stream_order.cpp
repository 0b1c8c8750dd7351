// Keeps a clock of every stream. See stream_order.hpp.
#include "cuda_on_cpu/diagnose/stream_order.hpp"

#include <algorithm>
#include <cstring>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "cuda_on_cpu/diagnose/findings.hpp"
#include "cuda_on_cpu/diagnose/host_targets.hpp"
#include "cuda_on_cpu/diagnose/shadow.hpp"
#include "cuda_on_cpu/runtime/address_space.hpp"
#include "cuda_on_cpu/runtime/allocations.hpp"
#include "cuda_on_cpu/runtime/pinned.hpp"

namespace cuda_on_cpu::diagnose {

bool streams_in_use = false;

namespace {

constexpr size_t kMostWork = 2000;  // older work is forgotten

// For each stream number: how many pieces of work of this stream are known to have ended.
using Clock = std::vector<uint64_t>;

struct Range {
  const char* begin;
  const char* end;
};

struct Work {
  const char* name;
  bool is_launch;
  StreamName stream;
  uint64_t turn;  // the number of this work in its stream
  Place place;
  std::vector<Range> writes, reads;
  std::string source = {};  // pinned memory that this work reads: its bytes at the time of the call
  bool fills_host = false;
};

struct Books {
  Clock host;
  std::map<uint32_t, StreamName> known;
  std::map<uint32_t, Clock> streams;  // what the next work of the stream waits for
  std::map<const void*, Clock> events;
  std::vector<Work> open;  // work that may still run, as far as the host knows
};
Books& books() {
  static auto& result = *new Books;
  return result;
}

uint64_t& turn_of(Clock& clock, uint32_t stream) {
  if (clock.size() <= stream) clock.resize(stream + 1);
  return clock[stream];
}

void join(Clock& clock, const Clock& other) {
  for (uint32_t stream = 0; stream < other.size(); stream++) {
    uint64_t& turn = turn_of(clock, stream);
    turn = std::max(turn, other[stream]);
  }
}

// Whether one is the legacy default stream, and the other a blocking stream of the same device.
bool wait_for_each_other(const StreamName& one, const StreamName& other) {
  return one.device == other.device && ((one.is_default && other.waits_for_default) ||
                                        (other.is_default && one.waits_for_default));
}

// The clock of the stream's next piece of work.
Clock& arrive(const StreamName& stream) {
  Books& all = books();
  all.known[stream.number] = stream;
  Clock& clock = all.streams[stream.number];
  join(clock, all.host);
  for (const auto& [number, other] : all.known) {
    if (wait_for_each_other(stream, other)) join(clock, all.streams[number]);
  }
  return clock;
}

const void* key_of(const Place& place) {
  return place.site != nullptr ? static_cast<const void*>(place.site) : place.code;
}

bool is_changed(const Work& work) {
  if (work.source.empty()) return false;
  const char* begin = work.reads.front().begin;
  const Allocation* live = in_device_region(begin) ? find_live(begin) : nullptr;
  const bool is_there = live != nullptr ? live->holds(begin, work.source.size())
                                        : is_registered(begin, work.source.size());
  return is_there && std::memcmp(begin, work.source.data(), work.source.size()) != 0;
}

// Reports the copies whose source has changed since the call of the copy. On a GPU, such a copy may
// have copied the new values.
void tell_changed_sources() {
  for (Work& work : books().open) {
    if (!is_changed(work)) continue;
    work.source.clear();
    if (!is_new(Kind::changed_too_early, key_of(work.place), nullptr)) continue;
    Finding finding(Kind::changed_too_early, work.place);
    finding.message.add("%s copies memory that the host changed without waiting for the copy",
                        work.name);
    finding.advice = "call cudaStreamSynchronize before the host changes the memory";
    collect(finding);
  }
}

void forget_ended() {
  Books& all = books();
  const auto has_ended = [&all](const Work& work) {
    return turn_of(all.host, work.stream.number) >= work.turn;
  };
  all.open.erase(std::remove_if(all.open.begin(), all.open.end(), has_ended), all.open.end());
  if (all.open.size() > kMostWork) {
    all.open.erase(all.open.begin(), all.open.end() - static_cast<long>(kMostWork));
  }
}

bool overlap(const std::vector<Range>& some, const std::vector<Range>& others) {
  for (const Range& a : some) {
    for (const Range& b : others) {
      if (a.begin < b.end && b.begin < a.end) return true;
    }
  }
  return false;
}

// What the later work does to memory, and what the earlier work does to the same memory, as verbs.
// Both are null if the order of the two pieces of work does not matter.
struct Conflict {
  const char* later;
  const char* earlier;
};
Conflict conflict_of(const Work& later, const Work& earlier) {
  if (overlap(later.reads, earlier.writes)) return {"reads", "writes"};
  if (overlap(later.writes, earlier.writes)) return {"writes to", "writes"};
  if (overlap(later.writes, earlier.reads)) return {"writes to", "reads"};
  return {nullptr, nullptr};
}

// A call that waits for the stream should come after the last work of the stream. Adds the line of
// this work to the message, if the line is known.
void add_last_of_stream(const Work& earlier, Finding* finding) {
  const std::vector<Work>& open = books().open;
  const auto last = std::find_if(open.rbegin(), open.rend(), [&](const Work& work) {
    return work.stream.number == earlier.stream.number;
  });
  if (last->turn == earlier.turn || last->is_launch || last->place.site == nullptr) return;
  const std::string_view site = last->place.site;
  const std::string_view line = site.substr(0, site.rfind(':'));
  finding->message.add("; the last %s in that stream is at %.*s", last->name,
                       static_cast<int>(line.size()), line.data());
}

Finding finding_of(const Work& later, const Work& earlier, const Conflict& conflict) {
  Finding finding(Kind::not_waited_for, later.place);
  finding.other = earlier.place;
  finding.other_text = "the other work was started at";
  finding.message.add(
      "%s%s %s memory that %s%s %s in another stream, and does not wait for that work",
      later.is_launch ? "kernel " : "", later.name, conflict.later,
      earlier.is_launch ? "kernel " : "", earlier.name, conflict.earlier);
  const bool is_apart = !later.stream.waits_for_default && !earlier.stream.waits_for_default &&
                        later.stream.is_default != earlier.stream.is_default;
  if (is_apart) {
    finding.message.add(
        ": the default stream and a stream made with cudaStreamNonBlocking do not wait for each "
        "other");
  }
  add_last_of_stream(earlier, &finding);
  finding.advice =
      "call cudaStreamSynchronize or cudaDeviceSynchronize between the two, or use one stream for "
      "both";
  return finding;
}

// The first piece of open work for which the new work should wait, but does not.
const Work* first_conflict(const Work& made, Clock& clock, Conflict* conflict) {
  for (const Work& earlier : books().open) {
    if (turn_of(clock, earlier.stream.number) >= earlier.turn) continue;
    *conflict = conflict_of(made, earlier);
    if (conflict->later != nullptr) return &earlier;
  }
  return nullptr;
}

// Records a new piece of work.
void begin(Work made, bool host_waits) {
  begin_to_use_memory();
  // If the GPU itself writes to the source of a copy, a new value there is not the host's mistake.
  for (Work& work : books().open) {
    if (!work.source.empty() && overlap(made.writes, work.reads)) work.source.clear();
  }
  tell_changed_sources();
  Clock& clock = arrive(made.stream);
  Conflict conflict{};
  if (const Work* earlier = first_conflict(made, clock, &conflict)) {
    if (is_new(Kind::not_waited_for, key_of(made.place), key_of(earlier->place))) {
      collect(finding_of(made, *earlier, conflict));
    }
  }
  made.turn = ++turn_of(clock, made.stream.number);
  if (host_waits) {
    join(books().host, clock);
  } else {
    books().open.push_back(std::move(made));
  }
  forget_ended();
}

// Records that the host has waited for the work that `clock` counts.
void host_waits(const Clock& clock) {
  begin_to_use_memory();
  tell_changed_sources();
  join(books().host, clock);
  forget_ended();
  host_code_goes_on();
}

// The bytes of one allocation that the running launch has written or read: one bit per byte.
struct Touched {
  const char* begin;
  std::vector<bool> written, read;
};
std::vector<Touched>& touched() {
  static auto& result = *new std::vector<Touched>;
  return result;
}

// Whether the launch wrote to memory that the host can read without a CUDA call. The value in this
// memory may tell the host that earlier work has ended.
bool tells_host() {
  return std::any_of(touched().begin(), touched().end(), [](const Touched& one) {
    const bool is_written =
        std::find(one.written.begin(), one.written.end(), true) != one.written.end();
    return is_written && in_device_region(one.begin) && slice_of(one.begin) == shared_slice();
  });
}

void add_ranges(const char* begin, const std::vector<bool>& bytes, std::vector<Range>* ranges) {
  for (size_t at = 0; at < bytes.size(); at++) {
    if (!bytes[at]) continue;
    const size_t first = at;
    while (at < bytes.size() && bytes[at]) at++;
    ranges->push_back({begin + first, begin + at});
  }
}

}  // namespace

void begin_to_use_memory() {
  open_host_targets();
  tell_early_use();
}

void host_code_goes_on() {
  std::vector<HostTarget> targets;
  for (const Work& work : books().open) {
    if (!work.fills_host) continue;
    for (const Range& range : work.writes) {
      targets.push_back(
          {work.name, work.place, range.begin, static_cast<size_t>(range.end - range.begin)});
    }
  }
  close_host_targets(targets);
}

void order_after_creation() {
  streams_in_use = true;
}

void order_of_event(const void* event, const StreamName& stream) {
  books().events[event] = arrive(stream);
}

void order_after_event(const StreamName& stream, const void* event) {
  join(arrive(stream), books().events[event]);
}

void host_after_event(const void* event) {
  host_waits(books().events[event]);
}

void host_after_stream(const StreamName& stream) {
  host_waits(arrive(stream));
}

void host_after_device(int device) {
  Clock clock;
  for (const auto& [number, stream] : books().known) {
    if (stream.device == device) join(clock, books().streams[number]);
  }
  host_waits(clock);
}

void order_of_free(const Allocation& allocation) {
  open_host_targets();
  for (Work& work : books().open) {
    if (work.fills_host && allocation.holds(work.writes.front().begin, 0)) work.fills_host = false;
  }
}

void order_of_transfer(const Transfer& transfer) {
  begin_to_use_memory();
  const auto range = [&transfer](const void* address) {
    const auto* first = static_cast<const char*>(address);
    return first == nullptr ? std::vector<Range>{}
                            : std::vector<Range>{{first, first + transfer.bytes}};
  };
  Work made{transfer.call,       false, transfer.stream, 0, transfer.place, range(transfer.written),
            range(transfer.read)};
  if (transfer.reads_pinned && !transfer.host_waits) {
    made.source.assign(made.reads.front().begin, transfer.bytes);
    streams_in_use = true;  // a launch may write to the pinned memory, so remember launches
  }
  if (transfer.fills_host && !transfer.host_waits) {
    made.fills_host = true;
    // A later launch may write a value that tells the host that the copy has ended: see tells_host.
    streams_in_use = true;
  }
  begin(std::move(made), transfer.host_waits);
}

void touched_by_launch(const Shadow& shadow, const char* address, uint32_t bytes, bool writes) {
  std::vector<Touched>& all = touched();
  auto found = std::find_if(all.begin(), all.end(),
                            [&](const Touched& one) { return one.begin == shadow.begin; });
  if (found == all.end()) {
    all.push_back({shadow.begin, std::vector<bool>(shadow.bytes), std::vector<bool>(shadow.bytes)});
    found = all.end() - 1;
  }
  std::vector<bool>& marks = writes ? found->written : found->read;
  std::fill_n(marks.begin() + (address - shadow.begin), bytes, true);
}

void order_of_launch(const Launch& launch) {
  if (launch.stopped) return touched().clear();
  Work made{launch.kernel->name, true, name_of(launch.stream), 0, {launch.site, nullptr}, {}, {}};
  for (const Touched& one : touched()) {
    add_ranges(one.begin, one.written, &made.writes);
    add_ranges(one.begin, one.read, &made.reads);
  }
  if (tells_host()) {
    for (Work& work : books().open) work.fills_host = false;
  }
  touched().clear();
  begin(std::move(made), false);
}

}  // namespace cuda_on_cpu::diagnose
