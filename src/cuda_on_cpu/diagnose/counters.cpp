// Writes counters as JSON lines: one line for each kernel, and one for each pair of a source line
// and a kind of access.
#include "cuda_on_cpu/diagnose/counters.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <vector>

#include "cuda_on_cpu/diagnose/requests.hpp"
#include "cuda_on_cpu/runtime/locate.hpp"
#include "cuda_on_cpu/runtime/settings.hpp"
#include "cuda_on_cpu/text/json_quote.hpp"

namespace cuda_on_cpu::diagnose {
namespace {

struct KernelCounters {
  const cuda_on_cpu_kernel* kernel;
  uint64_t launches;
  uint64_t threads;
  uint64_t accesses;
  uint32_t least;
  uint32_t most;
};

struct Line {
  SourceLine where;
  Access access;
  bool shared_memory;
  Counters counters;
};

std::vector<KernelCounters>& kernels() {
  static auto& result = *new std::vector<KernelCounters>;
  return result;
}
size_t running_kernel;

int compare(const Line& a, const Line& b) {
  if (const int names = std::strcmp(a.where.file, b.where.file)) return names;
  if (a.where.line != b.where.line) return a.where.line - b.where.line;
  if (a.shared_memory != b.shared_memory) return a.shared_memory ? 1 : -1;
  return static_cast<int>(a.access) - static_cast<int>(b.access);
}

void add(Counters* sum, const Counters& other) {
  sum->requests += other.requests;
  sum->lanes += other.lanes;
  sum->sectors += other.sectors;
  sum->ideal_sectors += other.ideal_sectors;
  sum->bank_turns += other.bank_turns;
  sum->ideal_bank_turns += other.ideal_bank_turns;
  sum->same_address += other.same_address;
}

std::vector<Line> lines_of_program() {
  std::vector<Place> places;
  std::vector<uint32_t> used;
  for (uint32_t i = 1; i < site_count; i++) {
    if (sites[i].counters.requests == 0) continue;
    places.push_back({nullptr, sites[i].code});
    used.push_back(i);
  }
  std::vector<SourceLine> located(places.size());
  locate(places.data(), located.data(), places.size());
  std::vector<Line> lines;
  for (size_t i = 0; i < used.size(); i++) {
    const Site& site = sites[used[i]];
    lines.push_back({located[i], site.access, site.shared_memory, site.counters});
  }
  std::stable_sort(lines.begin(), lines.end(),
                   [](const Line& a, const Line& b) { return compare(a, b) < 0; });
  std::vector<Line> merged;
  for (const Line& line : lines) {
    if (!merged.empty() && compare(merged.back(), line) == 0) {
      add(&merged.back().counters, line.counters);
    } else {
      merged.push_back(line);
    }
  }
  return merged;
}

unsigned long long wide(uint64_t number) {
  return number;
}

void write_text(std::FILE* file, const char* text) {
  handshake::json_quote(text, [file](char one) { std::fputc(one, file); });
}

void write_kernel(std::FILE* file, const KernelCounters& kernel) {
  std::fprintf(file, "{\"kernel\":");
  write_text(file, kernel.kernel->name);
  std::fprintf(file,
               ",\"launches\":%llu,\"threads\":%llu,\"accesses\":%llu,"
               "\"accesses_per_thread\":{\"min\":%u,\"max\":%u}}\n",
               wide(kernel.launches), wide(kernel.threads), wide(kernel.accesses),
               kernel.threads > 0 ? kernel.least : 0, kernel.most);
}

void write_line(std::FILE* file, const Line& line) {
  const char* access = line.access == Access::read    ? "load"
                       : line.access == Access::write ? "store"
                                                      : "atomic";
  std::fprintf(file, "{\"file\":");
  write_text(file, line.where.file);
  const Counters& c = line.counters;
  std::fprintf(file,
               ",\"line\":%d,\"access\":\"%s\",\"memory\":\"%s\",\"requests\":%llu,\"lanes\":%llu",
               line.where.line, access, line.shared_memory ? "shared" : "global", wide(c.requests),
               wide(c.lanes));
  if (line.shared_memory) {
    std::fprintf(file, ",\"bank_turns\":%llu,\"ideal_bank_turns\":%llu", wide(c.bank_turns),
                 wide(c.ideal_bank_turns));
  } else {
    std::fprintf(file, ",\"sectors\":%llu,\"ideal_sectors\":%llu", wide(c.sectors),
                 wide(c.ideal_sectors));
  }
  if (line.access == Access::atomic) {
    std::fprintf(file, ",\"same_address\":%llu", wide(c.same_address));
  }
  std::fprintf(file, "}\n");
}

}  // namespace

void count_launch(const Launch& launch) {
  auto& all = kernels();
  running_kernel = 0;
  while (running_kernel < all.size() && all[running_kernel].kernel != launch.kernel) {
    running_kernel++;
  }
  if (running_kernel == all.size()) all.push_back({launch.kernel, 0, 0, 0, ~0u, 0});
  all[running_kernel].launches++;
}

void count_thread(const ThreadState& thread) {
  KernelCounters& kernel = kernels()[running_kernel];
  kernel.threads++;
  kernel.accesses += thread.accesses;
  kernel.least = std::min(kernel.least, thread.accesses);
  kernel.most = std::max(kernel.most, thread.accesses);
}

void write_counters() {
  if (!counting) return;
  counting = false;
  const Destination& to = settings().counters;
  std::FILE* file = open_to_write(to);
  if (file == nullptr) {
    std::fprintf(stderr, "cuda_on_cpu: cannot write CUCC_COUNTERS=%s: %s\n", to.name,
                 std::strerror(errno));
    return;
  }
  for (const KernelCounters& kernel : kernels()) write_kernel(file, kernel);
  for (const Line& line : lines_of_program()) write_line(file, line);
  if (std::fclose(file) != 0) {
    std::fprintf(stderr, "cuda_on_cpu: cannot write CUCC_COUNTERS=%s: %s\n", to.name,
                 std::strerror(errno));
  }
}

}  // namespace cuda_on_cpu::diagnose
