// Keeps the records of requests. See requests.hpp.
#include "cuda_on_cpu/diagnose/requests.hpp"

#include <algorithm>
#include <cstring>
#include <vector>

namespace cuda_on_cpu::diagnose {

bool counting;

namespace {

// A warp remembers at most kMostRequests requests. If there are more, it keeps a sample. The key of
// a request decides whether it is in the sample, so that all lanes choose the same requests. Each
// request of the sample also represents some requests that were dropped.
constexpr size_t kMostRequests = 100000;
constexpr uint32_t kInline = 5;  // sectors: enough for a coalesced access of 4 bytes per lane
constexpr uint32_t kNone = ~0u;

struct More {
  uint32_t sector[kWarpSize];
  uint8_t words[kWarpSize];
};

struct GlobalRequest {
  uint64_t key;
  uint32_t lanes;
  uint16_t site;
  uint8_t sectors;
  uint32_t more;             // WarpRequests::more[more] holds the sectors that do not fit here
  uint32_t sector[kInline];  // the numbers of the 32-byte pieces, in the order of their first use
  uint8_t words[kInline];    // for each sector: a bit for each of its words that was touched
};

// A request to shared memory, or of an atomic function to any memory. `word`: for each lane, the
// first word that it accesses.
struct LaneRequest {
  uint64_t key;
  uint32_t lanes;
  uint16_t site;
  uint8_t words;  // how many words each lane accesses
  uint32_t word[kWarpSize];
};

template <class Request>
class Records {
 public:
  // Adds the lane to the first request with this key that does not have it yet, and returns the
  // request; null if the key is not in the sample.
  Request* find(uint64_t key, uint32_t lane, uint32_t* cursor) {
    for (;;) {
      if ((key >> 40 & sample_mask) != 0) return nullptr;
      uint32_t at = *cursor;
      if (at >= list_.size() || list_[at].key != key) at = look_up(key);
      if (at == kNone) {
        if (list_.size() >= kMostRequests) {
          thin_out();
          continue;
        }
        at = append(key);
      }
      Request& request = list_[at];
      if ((request.lanes >> lane & 1) != 0) {
        key = mix(key, 0x51ed);  // this code has run again for the lane in the same iteration
        continue;
      }
      request.lanes |= 1u << lane;
      *cursor = at + 1;
      return &request;
    }
  }
  const std::vector<Request>& list() const { return list_; }
  void clear() {
    if (list_.empty()) return;
    list_.clear();
    std::fill(table_.begin(), table_.end(), 0);
  }

  static uint64_t sample_mask;  // requests whose key has none of these bits are kept

 private:
  uint32_t look_up(uint64_t key) const {
    if (table_.empty()) return kNone;
    for (size_t p = key & (table_.size() - 1); table_[p] != 0; p = (p + 1) & (table_.size() - 1)) {
      if (list_[table_[p] - 1].key == key) return table_[p] - 1;
    }
    return kNone;
  }
  uint32_t append(uint64_t key) {
    list_.push_back({});
    list_.back().key = key;
    if (list_.size() * 2 > table_.size()) {
      rebuild(std::max<size_t>(table_.size() * 2, 1024));
    } else {
      enter(static_cast<uint32_t>(list_.size()));
    }
    return static_cast<uint32_t>(list_.size() - 1);
  }
  void enter(uint32_t number) {
    size_t p = list_[number - 1].key & (table_.size() - 1);
    while (table_[p] != 0) p = (p + 1) & (table_.size() - 1);
    table_[p] = number;
  }
  void rebuild(size_t size) {
    table_.assign(size, 0);
    for (uint32_t i = 0; i < list_.size(); i++) enter(i + 1);
  }
  void thin_out() {
    sample_mask = sample_mask * 2 + 1;
    list_.erase(std::remove_if(list_.begin(), list_.end(),
                               [](const Request& r) { return (r.key >> 40 & sample_mask) != 0; }),
                list_.end());
    rebuild(table_.size());
  }

  std::vector<Request> list_;
  std::vector<uint32_t> table_;  // the index of the request in list_, plus one; 0: free
};
template <class Request>
uint64_t Records<Request>::sample_mask;

struct WarpRequests {
  Records<GlobalRequest> global;
  Records<LaneRequest> shared;
  Records<LaneRequest> atomic;
  std::vector<More> more;
};
WarpRequests* warps;

// Adds words of a sector to a request. The request keeps each sector once.
void touch(WarpRequests* warp, GlobalRequest* request, uint32_t sector, uint8_t words) {
  const uint32_t count = request->sectors;
  const uint32_t in_line = std::min(count, kInline);
  for (uint32_t i = in_line; i-- > 0;) {
    if (request->sector[i] == sector) {
      request->words[i] |= words;
      return;
    }
  }
  if (count < kInline) {
    request->sector[count] = sector;
    request->words[count] = words;
    request->sectors++;
    return;
  }
  if (count == kInline) {
    request->more = static_cast<uint32_t>(warp->more.size());
    warp->more.emplace_back();
  }
  More& more = warp->more[request->more];
  for (uint32_t i = count - kInline; i-- > 0;) {
    if (more.sector[i] == sector) {
      more.words[i] |= words;
      return;
    }
  }
  if (count - kInline == kWarpSize) return;
  more.sector[count - kInline] = sector;
  more.words[count - kInline] = words;
  request->sectors++;
}

void count_global(const WarpRequests& warp) {
  const uint64_t weight = Records<GlobalRequest>::sample_mask + 1;
  for (const GlobalRequest& request : warp.global.list()) {
    Counters& counters = sites[request.site].counters;
    uint32_t words = 0;
    const uint32_t in_line = std::min<uint32_t>(request.sectors, kInline);
    for (uint32_t i = 0; i < in_line; i++) {
      words += static_cast<uint32_t>(__builtin_popcount(request.words[i]));
    }
    for (uint32_t i = kInline; i < request.sectors; i++) {
      words +=
          static_cast<uint32_t>(__builtin_popcount(warp.more[request.more].words[i - kInline]));
    }
    counters.requests += weight;
    counters.lanes += weight * static_cast<uint32_t>(__builtin_popcount(request.lanes));
    counters.sectors += weight * request.sectors;
    counters.ideal_sectors += weight * ((words + 7) / 8);
  }
}

uint32_t most_at_one_address(const LaneRequest& request) {
  uint32_t sorted[kWarpSize], count = 0;
  for (uint32_t lanes = request.lanes; lanes != 0; lanes &= lanes - 1) {
    sorted[count++] = request.word[__builtin_ctz(lanes)];
  }
  std::sort(sorted, sorted + count);
  uint32_t most = 0, run = 0;
  for (uint32_t i = 0; i < count; i++) {
    run = i > 0 && sorted[i] == sorted[i - 1] ? run + 1 : 1;
    most = std::max(most, run);
  }
  return most;
}

// How many words the busiest bank has to deliver. A word that several lanes read is delivered once.
struct Turns {
  uint32_t needed;
  uint32_t ideal;  // if the words were spread evenly over the banks
};
Turns turns_of(const LaneRequest& request) {
  uint32_t in_bank[kWarpSize] = {}, words[4 * kWarpSize], count = 0, most = 1;
  for (uint32_t lanes = request.lanes; lanes != 0; lanes &= lanes - 1) {
    for (uint32_t k = 0; k < request.words; k++) {
      const uint32_t word = request.word[__builtin_ctz(lanes)] + k, bank = word % kWarpSize;
      if (in_bank[bank] != 0 && std::find(words, words + count, word) != words + count) continue;
      words[count++] = word;
      most = std::max(most, ++in_bank[bank]);
    }
  }
  return {most, (count + kWarpSize - 1) / kWarpSize};
}

void count_shared(const WarpRequests& warp) {
  const uint64_t weight = Records<LaneRequest>::sample_mask + 1;
  for (const LaneRequest& request : warp.shared.list()) {
    Counters& counters = sites[request.site].counters;
    const Turns turns = turns_of(request);
    counters.requests += weight;
    counters.lanes += weight * static_cast<uint32_t>(__builtin_popcount(request.lanes));
    counters.bank_turns += weight * turns.needed;
    counters.ideal_bank_turns += weight * turns.ideal;
  }
  for (const LaneRequest& request : warp.atomic.list()) {
    sites[request.site].counters.same_address += weight * most_at_one_address(request);
  }
}

void clear(WarpRequests* warp) {
  warp->global.clear();
  warp->shared.clear();
  warp->atomic.clear();
  warp->more.clear();
}

void note_lane(LaneRequest* request, uint32_t lane, uint32_t site, uint32_t word, uint32_t bytes) {
  if (request == nullptr) return;
  request->site = static_cast<uint16_t>(site);
  request->words = static_cast<uint8_t>((bytes + 3) / 4);
  request->word[lane] = word;
}

}  // namespace

void prepare_requests() {
  if (counting && warps == nullptr) warps = new WarpRequests[kMaxWarps];
}

void begin_requests_of_launch() {
  Records<GlobalRequest>::sample_mask = Records<LaneRequest>::sample_mask = 0;
}

void record_global(const Thread& thread, uint32_t site, const char* address, uint32_t bytes) {
  WarpRequests& warp = warps[thread.warp];
  ThreadState& state = state_of(thread);
  GlobalRequest* request =
      warp.global.find(mix(state.loop_hash, site), thread.lane, &state.next_global);
  if (request == nullptr) return;
  request->site = static_cast<uint16_t>(site);
  const auto begin = reinterpret_cast<uintptr_t>(address), end = begin + bytes - 1;
  for (uintptr_t sector = begin / 32; sector <= end / 32; sector++) {
    const uint32_t low = sector == begin / 32 ? static_cast<uint32_t>(begin % 32 / 4) : 0;
    const uint32_t high = sector == end / 32 ? static_cast<uint32_t>(end % 32 / 4) : 7;
    const auto words = static_cast<uint8_t>((2u << high) - (1u << low));
    touch(&warp, request, static_cast<uint32_t>(sector), words);
  }
}

void record_shared(const Thread& thread, uint32_t site, uint32_t offset, uint32_t bytes) {
  ThreadState& state = state_of(thread);
  note_lane(
      warps[thread.warp].shared.find(mix(state.loop_hash, site), thread.lane, &state.next_shared),
      thread.lane, site, offset / 4, bytes);
}

void record_atomic(const Thread& thread, uint32_t site, const char* address) {
  ThreadState& state = state_of(thread);
  const auto word = static_cast<uint32_t>(reinterpret_cast<uintptr_t>(address) / 4);
  note_lane(
      warps[thread.warp].atomic.find(mix(state.loop_hash, site), thread.lane, &state.next_atomic),
      thread.lane, site, word, 4);
}

void count_requests(uint32_t warp) {
  count_global(warps[warp]);
  count_shared(warps[warp]);
  clear(&warps[warp]);
}

void drop_requests() {
  for (uint32_t w = 0; w < kMaxWarps; w++) clear(&warps[w]);
}

}  // namespace cuda_on_cpu::diagnose
