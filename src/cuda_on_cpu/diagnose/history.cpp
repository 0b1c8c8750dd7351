// Keeps the history of a run, and writes it to a file. See history.hpp.
#include "cuda_on_cpu/diagnose/history.hpp"

#include <execinfo.h>

#include <cstdio>
#include <cstdlib>
#include <unordered_map>
#include <vector>

#include "cuda_on_cpu/diagnose/state.hpp"
#include "cuda_on_cpu/runtime/address_space.hpp"
#include "cuda_on_cpu/runtime/locate.hpp"
#include "cuda_on_cpu/runtime/settings.hpp"

namespace cuda_on_cpu::diagnose {

bool keep_history;

namespace {

struct Entry {
  uint64_t thread;
  const void* code;
  uint64_t byte;
  uint32_t allocation;
  uint32_t bytes;
  Step step;
  bool has_sign;
  const char* order;  // "max" or "min" for an atomicMax or atomicMin; else null
  uint64_t given;
};
struct Argument {
  const void* pointer;
  int position;
};
constexpr size_t kMostEntries = size_t{1} << 20;

// The history is never destroyed, because threads make steps until the very end of the process.
struct History {
  std::FILE* file = nullptr;
  std::vector<Entry> entries;
  std::unordered_map<const void*, uint32_t> places;  // by address in the code
  std::vector<Argument> arguments;                   // of the next launch
  size_t kept = 0;
  uint32_t place_count = 0;
};
History& history() {
  static auto& result = *new History;
  return result;
}

uint32_t write_line(History* all, const SourceLine& line) {
  std::fprintf(all->file, "place %u %d %s\n", ++all->place_count, line.line,
               line.line > 0 ? line.file : "?");
  return all->place_count;
}

uint32_t write_place(History* all, const Place& place) {
  SourceLine line;
  locate(&place, &line, 1);
  return write_line(all, line);
}

// Gives a number to each new place in the code. Reads the debug information once for all these
// places.
void name_new_places(History* all) {
  std::vector<Place> unknown;
  for (const Entry& entry : all->entries) {
    if (!all->places.emplace(entry.code, 0).second) continue;
    unknown.push_back({nullptr, entry.code});
  }
  std::vector<SourceLine> lines(unknown.size());
  locate(unknown.data(), lines.data(), unknown.size());
  for (size_t i = 0; i < unknown.size(); i++) {
    all->places[unknown[i].code] = write_line(all, lines[i]);
  }
}

void write_arguments(History* all) {
  for (const Argument& argument : all->arguments) {
    if (!in_device_region(argument.pointer)) continue;
    const auto* address = static_cast<const char*>(argument.pointer);
    const Shadow* shadow = shadow_of(address, 0);
    if (shadow == nullptr) continue;
    std::fprintf(all->file, "argument %d %u %zu\n", argument.position, shadow->number,
                 static_cast<size_t>(address - shadow->begin));
  }
  all->arguments.clear();
}

void write_step(History* all, const Entry& entry) {
  std::fprintf(all->file, "%c %llu %u %u %llu %u", static_cast<char>(entry.step),
               static_cast<unsigned long long>(entry.thread), all->places[entry.code],
               entry.allocation, static_cast<unsigned long long>(entry.byte), entry.bytes);
  if (entry.order != nullptr && entry.has_sign)
    std::fprintf(all->file, " %s i %lld", entry.order, static_cast<long long>(entry.given));
  else if (entry.order != nullptr)
    std::fprintf(all->file, " %s u %llu", entry.order,
                 static_cast<unsigned long long>(entry.given));
  std::fputc('\n', all->file);
}

bool has_room(History* all) {
  if (all->kept + all->entries.size() < kMostEntries) return true;
  if (all->kept < kMostEntries) std::fprintf(all->file, "full\n");
  all->kept = kMostEntries;
  return false;
}

}  // namespace

void start_history() {
  const Destination& to = settings().history;
  if (to.name == nullptr) return;
  history().file = open_to_write(to);
  if (history().file == nullptr) {
    std::perror(to.name);
    std::_Exit(2);
  }
  keep_history = true;
}

void history_of_argument(const void* pointer, int position) {
  std::vector<Argument>& all = history().arguments;
  // Calls such as cudaFuncGetAttributes list the arguments of a kernel, but do not launch it. These
  // arguments are dropped when the next list of arguments begins.
  if (!all.empty() && position <= all.back().position) all.clear();
  all.push_back({pointer, position});
}

void history_of_launch(const Launch& launch) {
  History& all = history();
  const uint32_t number = write_place(&all, {launch.site, nullptr});
  std::fprintf(all.file, "launch %u %s %llu %u %u\n", launch.number, launch.kernel->name,
               static_cast<unsigned long long>(launch.blocks), launch.threads_per_block, number);
  write_arguments(&all);
  std::fflush(all.file);
}

void write_history() {
  History& all = history();
  name_new_places(&all);
  for (const Entry& entry : all.entries) write_step(&all, entry);
  std::fflush(all.file);
  all.kept += all.entries.size();
  all.entries.clear();
}

void history_of_refusal(const char* site, const char* kernel, const dim3& grid, const dim3& block,
                        size_t shared_bytes) {
  History& all = history();
  const uint32_t number = write_place(&all, {site, nullptr});
  const auto count = [](const dim3& size) {
    return static_cast<unsigned long long>(size.x) * size.y * size.z;
  };
  std::fprintf(all.file, "refused %u %s %llu %llu %zu\n", number, kernel, count(grid), count(block),
               shared_bytes);
  std::fflush(all.file);
}

// Called by the C library when the program has called exit, or when main has returned. Records the
// line that called exit. If main has returned, there is no such line, and nothing is recorded.
void history_of_exit() {
  History& all = history();
  void* frames[64];
  const int count = backtrace(frames, 64);
  int i = 0;
  while (i < count && in_program_code(frames[i])) i++;
  while (i < count && !in_program_code(frames[i])) i++;
  if (i == count) return;
  const Place place{nullptr, frames[i]};
  SourceLine line;
  locate(&place, &line, 1);
  if (line.line > 0) std::fprintf(all.file, "exit %u\n", write_line(&all, line));
  std::fflush(all.file);
}

void add_step(Step step, uint64_t grid_thread, const void* code) {
  if (has_room(&history()))
    history().entries.push_back({grid_thread, code, 0, 0, 0, step, false, nullptr, 0});
}

void add_access(Step step, uint64_t grid_thread, const void* code, const Shadow& shadow,
                const char* address, uint32_t bytes) {
  if (!has_room(&history())) return;
  history().entries.push_back({grid_thread, code, static_cast<uint64_t>(address - shadow.begin),
                               shadow.number, bytes, step, false, nullptr, 0});
}

void last_atomic_was_given(const char* order, bool has_sign, uint64_t value) {
  std::vector<Entry>& entries = history().entries;
  if (entries.empty() || entries.back().step != Step::atomic) return;
  entries.back().order = order;
  entries.back().has_sign = has_sign;
  entries.back().given = value;
}

void last_atomic_was_in_vain() {
  std::vector<Entry>& entries = history().entries;
  if (!entries.empty() && entries.back().step == Step::atomic)
    entries.back().step = Step::atomic_in_vain;
}

}  // namespace cuda_on_cpu::diagnose
