// Collects, merges and writes findings. See findings.hpp.
#include "cuda_on_cpu/diagnose/findings.hpp"

#include <algorithm>
#include <cstring>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

#include "cuda_on_cpu/diagnose/state.hpp"
#include "cuda_on_cpu/runtime/locate.hpp"

namespace cuda_on_cpu::diagnose {
namespace {

// The key of a mistake: its kind and its places in the code. Two mistakes with equal keys count as
// one. Lines are not known yet at this point, so they cannot be a part of the key.
using Key = std::tuple<Kind, const void*, const void*>;
constexpr size_t kWritten = ~size_t{0};
// Nobody reads more findings than this. Further findings are not reported.
constexpr size_t kMostFindings = 500;

struct Store {
  std::map<Key, size_t> seen;  // index into `open`; kWritten: already written, or not reported
  std::vector<Finding> open;
  size_t written = 0;
  KnownLines lines;
};

// The store is never destroyed, because findings are added until the very end of the process.
Store& store() {
  static auto& result = *new Store;
  return result;
}

struct Located {
  Finding* finding;
  const SourceLine* lines;
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

bool earlier(const Finding& a, const Finding& b) {
  const auto key = [](const Actor& of) {
    return std::make_tuple(of.block.z, of.block.y, of.block.x, of.thread.z, of.thread.y,
                           of.thread.x);
  };
  return std::make_pair(key(a.actor), key(a.other_actor)) <
         std::make_pair(key(b.actor), key(b.other_actor));
}

}  // namespace

bool is_new(Kind kind, const void* place, const void* other) {
  Store& all = store();
  const auto [entry, is_first] = all.seen.try_emplace({kind, place, other}, all.open.size());
  size_t& number = entry->second;
  if (!is_first) {
    if (number != kWritten) all.open[number].count++;
  } else if (all.open.size() + all.written >= kMostFindings) {
    number = kWritten;
    return false;
  }
  return is_first;
}

void add(const Finding& finding) {
  Line line;
  line.seen = finding.kind;
  line.finding.severity = finding.severity;
  write_to_pipe(line);
  store().open.push_back(finding);
}

void collect(const Finding& finding) {
  add(finding);
  if (now.launch == nullptr) write_findings();
}

Finding finding_at(Kind kind, const Where& where, Severity severity) {
  Finding finding(kind, {nullptr, where.code}, severity);
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
  std::vector<Located> located;
  for (size_t i = 0; i < all.open.size(); i++)
    located.push_back({&all.open[i], &lines[i * kPlaces]});
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
  Line line;
  line.told = static_cast<long long>(all.open.size());
  write_to_pipe(line);
  for (auto& seen : all.seen) seen.second = kWritten;
  all.open.clear();
}

}  // namespace cuda_on_cpu::diagnose
