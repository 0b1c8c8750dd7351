// Collects, merges and writes findings. See findings.hpp.
#include "cuda_on_cpu/diagnose/findings.hpp"

#include <algorithm>
#include <cstring>
#include <vector>

#include "cuda_on_cpu/diagnose/state.hpp"
#include "cuda_on_cpu/runtime/locate.hpp"

namespace cuda_on_cpu::diagnose {
namespace {

// `kind`, `place` and `other` are the key of a mistake. Two mistakes with equal keys count as one.
// Lines are not known yet at this point, so they cannot be a part of the key.
struct Seen {
  Kind kind;
  const void* place;
  const void* other;
  uint32_t finding;  // index into Store::open; kWritten: already written, or not reported
};
constexpr uint32_t kWritten = ~0u;
// Nobody reads more findings than this. Further findings are not reported.
constexpr size_t kMostFindings = 500;

struct Store {
  std::vector<Seen> seen;  // open addressing; an entry is free if it has no kind
  size_t used = 0;
  std::vector<Finding> open;
  size_t written = 0;
  KnownLines lines;
};

// The store is never destroyed, because findings are added until the very end of the process.
Store& store() {
  static auto& result = *new Store;
  return result;
}

size_t hash_of(Kind kind, const void* place, const void* other) {
  uint64_t h = static_cast<uint64_t>(kind) * 0x9e3779b97f4a7c15u;
  h = (h ^ reinterpret_cast<uintptr_t>(place)) * 0xff51afd7ed558ccdu;
  h = (h ^ (h >> 29) ^ reinterpret_cast<uintptr_t>(other)) * 0xc4ceb9fe1a85ec53u;
  return static_cast<size_t>(h ^ (h >> 32));
}

Seen& entry_for(Store* all, Kind kind, const void* place, const void* other) {
  if (all->used * 2 >= all->seen.size()) {
    std::vector<Seen> old(all->seen.size() * 2 + 256);
    old.swap(all->seen);
    all->used = 0;
    for (const Seen& seen : old) {
      if (seen.kind == Kind::none) continue;
      Seen& moved = entry_for(all, seen.kind, seen.place, seen.other);
      moved = seen;
      all->used++;
    }
  }
  const size_t mask = all->seen.size() - 1;
  size_t at = hash_of(kind, place, other) & mask;
  while (all->seen[at].kind != Kind::none &&
         (all->seen[at].kind != kind || all->seen[at].place != place ||
          all->seen[at].other != other)) {
    at = (at + 1) & mask;
  }
  return all->seen[at];
}

struct Located {
  Finding* finding;
  SourceLine lines[kPlaces];
};

int compare(const SourceLine& a, const SourceLine& b) {
  const int names = std::strcmp(a.file, b.file);
  return names != 0 ? names : a.line - b.line;
}

// The order in which findings are written. It does not depend on addresses in the code, so it is
// the same for all compilers.
int compare(const Located& a, const Located& b) {
  const Finding &x = *a.finding, &y = *b.finding;
  if (int order = compare(a.lines[kPlace], b.lines[kPlace])) return order;
  if (int order = std::strcmp(name_of(x.kind), name_of(y.kind))) return order;
  if (int order = compare(a.lines[kOther], b.lines[kOther])) return order;
  if (int order = compare(a.lines[kAllocated], b.lines[kAllocated])) return order;
  return static_cast<int>(y.severity) - static_cast<int>(x.severity);
}

uint64_t linear(const Actor& actor) {
  return ((((uint64_t{actor.block.z} << 16 | actor.block.y) << 20 | actor.block.x) << 6 |
           actor.thread.z)
              << 10 |
          actor.thread.y)
             << 10 |
         actor.thread.x;
}

bool earlier(const Finding& a, const Finding& b) {
  if (linear(a.actor) != linear(b.actor)) return linear(a.actor) < linear(b.actor);
  return linear(a.other_actor) < linear(b.other_actor);
}

}  // namespace

bool is_new(Kind kind, const void* place, const void* other) {
  Store& all = store();
  Seen& entry = entry_for(&all, kind, place, other);
  if (entry.kind != Kind::none) {
    if (entry.finding != kWritten) all.open[entry.finding].count++;
    return false;
  }
  all.used++;
  entry = {kind, place, other, static_cast<uint32_t>(all.open.size())};
  if (all.open.size() + all.written >= kMostFindings) {
    entry.finding = kWritten;
    return false;
  }
  return true;
}

void add(const Finding& finding) {
  announce(finding);
  store().open.push_back(finding);
}

void collect(const Finding& finding) {
  add(finding);
  if (now.launch == nullptr) write_findings();
}

Finding finding_at(Kind kind, Severity severity, const Where& where) {
  Finding finding(kind, severity);
  finding.place.code = where.code;
  finding.actor = actor_of(where.grid_thread);
  finding.kernel = now.launch->kernel->name;
  finding.launch_number = now.launch->number;
  finding.launch_site = now.launch->site;
  return finding;
}

void write_findings() {
  Store& all = store();
  if (all.open.empty()) return;
  std::vector<Place> places(all.open.size() * kPlaces);
  std::vector<SourceLine> lines(places.size());
  for (size_t i = 0; i < all.open.size(); i++) places_of(all.open[i], &places[i * kPlaces]);
  locate(places.data(), lines.data(), places.size(), &all.lines);
  std::vector<Located> located(all.open.size());
  for (size_t i = 0; i < located.size(); i++) {
    located[i].finding = &all.open[i];
    std::copy_n(&lines[i * kPlaces], kPlaces, located[i].lines);
  }
  std::stable_sort(located.begin(), located.end(),
                   [](const Located& a, const Located& b) { return compare(a, b) < 0; });
  for (size_t i = 0; i < located.size();) {
    Located& first = located[i];
    size_t next = i + 1;
    for (; next < located.size() && compare(first, located[next]) == 0; next++) {
      const long long count = first.finding->count + located[next].finding->count;
      if (earlier(*located[next].finding, *first.finding)) {
        std::swap(*first.finding, *located[next].finding);
      }
      first.finding->count = count;
    }
    write_finding(*first.finding, first.lines);
    all.written++;
    i = next;
  }
  announced_are_told(all.open.size());
  for (Seen& seen : all.seen) seen.finding = kWritten;
  all.open.clear();
}

}  // namespace cuda_on_cpu::diagnose
