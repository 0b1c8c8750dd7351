// A libFuzzer program for the readers of preferences. The answer for every accepted file must be
// stable, and it must stay the same after the preferences are written and read again.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include "extensions/stable_marriage/binary_preferences.hpp"
#include "extensions/stable_marriage/cpu_engine.hpp"
#include "extensions/stable_marriage/marriage.hpp"
#include "extensions/stable_marriage/read_preferences.hpp"
#include "extensions/stable_marriage/verify_marriage.hpp"
#include "graph/checksum.hpp"

namespace handshake::marriage {
namespace {

constexpr std::size_t kHeader = 48;  // bytes of a binary file's header; the last 8 are a checksum

void require(bool holds, const std::string& what) {
  if (holds) return;
  std::fprintf(stderr, "finding: %s\n", what.c_str());
  std::abort();
}

Marriage solved(const Problem& problem) {
  Measures measures;
  return solve_on_cpu(problem, {Algorithm::kGaleShapley, EngineKind::kSerial, 1}, &measures);
}

// Corrects the checksum, so that a wrong checksum does not hide other faults.
void make_checksum_right(std::string* bytes) {
  if (bytes->size() < kHeader) return;
  const std::uint64_t sum = checksum(bytes->data() + kHeader, bytes->size() - kHeader, 0);
  std::memcpy(&(*bytes)[kHeader - 8], &sum, 8);
}

void fuzz(const std::string& bytes) {
  try {
    const Problem problem = read_problem(FileBytes::copy_of(bytes), "fuzz");
    const Marriage marriage = solved(problem);
    require(marriage_fault(problem, marriage).empty(), "the marriage is not stable");
    const Problem again =
        read_problem(FileBytes::copy_of(binary_preferences(problem)), "fuzz again");
    const Marriage same = solved(again);
    require(std::equal(marriage.partners.begin(), marriage.partners.end(), same.partners.begin(),
                       same.partners.end()),
            "the marriage changes after writing and reading");
  } catch (const InputError&) {
  }
}

}  // namespace
}  // namespace handshake::marriage

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  std::string bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  if (data[0] & 1) handshake::marriage::make_checksum_right(&bytes);
  handshake::marriage::fuzz(bytes);
  return 0;
}
