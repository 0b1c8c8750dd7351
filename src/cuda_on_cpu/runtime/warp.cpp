// Operations among the lanes of a warp. The last lane to arrive computes the results of all lanes.
#include <cstring>

#include "cuda_on_cpu/include/cuda_on_cpu/warp_operations.h"
#include "cuda_on_cpu/runtime/block.hpp"
#include "cuda_on_cpu/runtime/hooks.hpp"
#include "cuda_on_cpu/runtime/launch.hpp"

namespace cuda_on_cpu {
namespace {

// The lane from which `lane` reads in a shuffle; `lane` itself if the other lane would be out of
// range.
uint32_t source_lane(int operation, uint32_t lane, int argument, int width) {
  const int own = static_cast<int>(lane);
  const int first = own & ~(width - 1), end = first + width;
  int source = own;
  switch (operation) {
    case cuda_on_cpu_warp_shuffle:
      source = first + (argument & (width - 1));
      break;
    case cuda_on_cpu_warp_shuffle_up:
      source = own - argument;
      if (source < first) source = own;
      break;
    case cuda_on_cpu_warp_shuffle_down:
      source = own + argument;
      if (source >= end || source < first) source = own;
      break;
    case cuda_on_cpu_warp_shuffle_xor:
      source = own ^ argument;
      if (source >= end || source < 0) source = own;
      break;
    default:
      break;
  }
  return static_cast<uint32_t>(source);
}

unsigned long long reduce(const Warp& warp, const Meeting& meeting) {
  uint32_t lanes = meeting.arrived;
  auto result = static_cast<uint32_t>(warp.value[__builtin_ctz(lanes)]);
  for (lanes &= lanes - 1; lanes != 0; lanes &= lanes - 1) {
    const auto value = static_cast<uint32_t>(warp.value[__builtin_ctz(lanes)]);
    const auto signed_value = static_cast<int32_t>(value);
    const auto signed_result = static_cast<int32_t>(result);
    switch (meeting.operation) {
      case cuda_on_cpu_warp_add:
        result += value;
        break;
      case cuda_on_cpu_warp_min_signed:
        result = signed_value < signed_result ? value : result;
        break;
      case cuda_on_cpu_warp_max_signed:
        result = signed_value > signed_result ? value : result;
        break;
      case cuda_on_cpu_warp_min_unsigned:
        result = value < result ? value : result;
        break;
      case cuda_on_cpu_warp_max_unsigned:
        result = value > result ? value : result;
        break;
      case cuda_on_cpu_warp_and:
        result &= value;
        break;
      case cuda_on_cpu_warp_or:
        result |= value;
        break;
      case cuda_on_cpu_warp_xor:
        result ^= value;
        break;
      default:
        break;
    }
  }
  return result;
}

uint32_t lanes_with(const Warp& warp, uint32_t lanes, unsigned long long value) {
  uint32_t same = 0;
  for (; lanes != 0; lanes &= lanes - 1) {
    const uint32_t lane = static_cast<uint32_t>(__builtin_ctz(lanes));
    if (warp.value[lane] == value) same |= 1u << lane;
  }
  return same;
}

void give_all(Warp* warp, uint32_t lanes, unsigned long long result) {
  for (; lanes != 0; lanes &= lanes - 1) warp->result[__builtin_ctz(lanes)] = result;
}

}  // namespace

void Worker::compute(Warp* warp, const Meeting& meeting) {
  const uint32_t arrived = meeting.arrived;
  switch (meeting.operation) {
    case cuda_on_cpu_warp_sync:
    case cuda_on_cpu_warp_copy:
      break;
    case cuda_on_cpu_warp_ballot:
    case cuda_on_cpu_warp_all: {
      const uint32_t holds = arrived & ~lanes_with(*warp, arrived, 0);
      const bool all = meeting.operation == cuda_on_cpu_warp_all;
      give_all(warp, arrived, all ? holds == arrived : holds);
      break;
    }
    case cuda_on_cpu_warp_shuffle:
    case cuda_on_cpu_warp_shuffle_up:
    case cuda_on_cpu_warp_shuffle_down:
    case cuda_on_cpu_warp_shuffle_xor:
      for (uint32_t lanes = arrived; lanes != 0; lanes &= lanes - 1) {
        const auto lane = static_cast<uint32_t>(__builtin_ctz(lanes));
        const uint32_t source =
            source_lane(meeting.operation, lane, warp->argument[lane], warp->width[lane]);
        if (hooks != nullptr && source == lane && warp->argument[lane] != 0 &&
            meeting.operation != cuda_on_cpu_warp_shuffle)
          hooks->kept_own_value(threads_[(warp - warps_) * kWarpSize + lane]);
        if ((arrived >> source & 1) != 0) {
          warp->result[lane] = warp->value[source];
        } else {
          // CUDA does not define which value a lane gets from a lane that does not take part.
          if (hooks != nullptr) {
            const Thread& reader = threads_[(warp - warps_) * kWarpSize + lane];
            hooks->shuffled_from_nowhere(*this, reader, source);
          }
          std::memset(&warp->result[lane], kJunkByte, sizeof warp->result[lane]);
        }
      }
      break;
    case cuda_on_cpu_warp_match_any:
      for (uint32_t lanes = arrived; lanes != 0; lanes &= lanes - 1) {
        const auto lane = static_cast<uint32_t>(__builtin_ctz(lanes));
        warp->result[lane] = lanes_with(*warp, arrived, warp->value[lane]);
      }
      break;
    case cuda_on_cpu_warp_match_all: {
      const auto first = static_cast<uint32_t>(__builtin_ctz(arrived));
      const bool same = lanes_with(*warp, arrived, warp->value[first]) == arrived;
      give_all(warp, arrived, same ? arrived : 0);
      break;
    }
    default:
      give_all(warp, arrived, reduce(*warp, meeting));
      break;
  }
}

unsigned long long Worker::wait_for_warp(int operation, uint32_t mask, unsigned long long value,
                                         int argument, int width, const void* code) {
  if (quiet_) end_quiet();
  Thread* self = this_thread;
  Warp& warp = warps_[self->warp];
  const uint32_t lane = self->lane;
  self->site = nullptr;
  self->code = code;
  if ((mask >> lane & 1) == 0) report_bad_mask(mask);
  warp.value[lane] = value;
  warp.argument[lane] = argument;
  warp.width[lane] = width;
  uint32_t which = 0;
  while (which < warp.meetings &&
         (warp.meeting[which].mask != mask || warp.meeting[which].operation != operation)) {
    which++;
  }
  if (which == warp.meetings) warp.meeting[warp.meetings++] = {mask, 0, operation};
  warp.meeting[which].arrived |= 1u << lane;
  in_warp_operation_++;
  complete(self->warp, which);
  suspend(self, Waiting::warp);
  return warp.result[lane];
}

// If every lane that can still arrive has arrived, computes the results and releases the lanes.
bool Worker::complete(uint32_t number, uint32_t which) {
  Warp& warp = warps_[number];
  const Meeting& here = warp.meeting[which];
  if (here.arrived == 0 || here.arrived != (here.mask & warp.alive)) return false;
  // Not copied at every arrival: an arrival has just written one member, and reading the whole
  // object right after that is slow.
  const Meeting meeting = here;
  warp.meeting[which] = warp.meeting[--warp.meetings];
  if (hooks != nullptr && meeting.operation != cuda_on_cpu_warp_copy)
    hooks->warp_passed(*this, number, meeting.arrived);
  compute(&warp, meeting);
  in_warp_operation_ -= static_cast<uint32_t>(__builtin_popcount(meeting.arrived));
  release_lanes(number, meeting.arrived);
  return true;
}

void Worker::release_lanes(uint32_t warp, uint32_t lanes) {
  const uint8_t* order = order_.next_lanes();
  for (uint32_t i = 0; i < kWarpSize; i++) {
    if ((lanes >> order[i] & 1) != 0) {
      urgent_.push(static_cast<uint16_t>(warp * kWarpSize + order[i]));
    }
  }
}

// Called when a lane has ended, because other lanes may have waited only for this lane.
void Worker::recheck_meetings(uint32_t number) {
  Warp& warp = warps_[number];
  for (uint32_t which = 0; which < warp.meetings;) {
    if (!complete(number, which)) which++;
  }
}

uint32_t Worker::wait_for_active_mask(const char* site, const void* code) {
  if (quiet_) end_quiet();
  Thread* self = this_thread;
  self->site = site;
  self->code = code;
  at_active_mask_++;
  suspend(self, Waiting::active_mask);
  return static_cast<uint32_t>(warps_[self->warp].result[self->lane]);
}

// Called when no thread can run. The lanes of a warp that wait in the same call of __activemask()
// are then the active lanes of this call.
void Worker::resolve_active_masks() {
  for (uint32_t i = 0; i < thread_count_; i++) {
    const Thread& first = threads_[i];
    if (first.finished || first.waiting != Waiting::active_mask) continue;
    const uint32_t warp_begin = i / kWarpSize * kWarpSize;
    uint32_t together = 0;
    for (uint32_t lane = 0; lane < kWarpSize && warp_begin + lane < thread_count_; lane++) {
      const Thread& other = threads_[warp_begin + lane];
      if (!other.finished && other.waiting == Waiting::active_mask && other.code == first.code) {
        together |= 1u << lane;
      }
    }
    give_all(&warps_[first.warp], together, together);
    at_active_mask_ -= static_cast<uint32_t>(__builtin_popcount(together));
    for (uint32_t lanes = together; lanes != 0; lanes &= lanes - 1) {
      threads_[warp_begin + static_cast<uint32_t>(__builtin_ctz(lanes))].waiting = Waiting::no;
    }
    release_lanes(first.warp, together);
  }
}

}  // namespace cuda_on_cpu

using namespace cuda_on_cpu;

extern "C" {

unsigned long long cuda_on_cpu_warp(int operation, unsigned int mask, unsigned long long value,
                                    int argument, int width) {
  return this_worker->wait_for_warp(operation, mask, value, argument, width,
                                    __builtin_return_address(0));
}
unsigned int cuda_on_cpu_active_mask(const char* site) {
  return this_worker->wait_for_active_mask(site, __builtin_return_address(0));
}

}  // extern "C"
