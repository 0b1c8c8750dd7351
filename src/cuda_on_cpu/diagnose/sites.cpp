// Gives numbers to places in the code. See sites.hpp.
#include "cuda_on_cpu/diagnose/sites.hpp"

#include <cstdlib>

#include "cuda_on_cpu/runtime/locate.hpp"

namespace cuda_on_cpu::diagnose {

Site* sites;
uint32_t site_count = 1;
uint16_t* site_of_code;
const char* code_begin;
size_t code_bytes;

void prepare_sites() {
  program_code(&code_begin, &code_bytes);
  site_of_code = static_cast<uint16_t*>(std::calloc(code_bytes, sizeof *site_of_code));
  sites = static_cast<Site*>(std::calloc(kMaxSites, sizeof *sites));
  if (site_of_code == nullptr || sites == nullptr) std::abort();
}

uint32_t add_site(const void* code) {
  if (site_count >= kMaxSites) return 0;
  const uint32_t number = site_count++;
  sites[number].code = code;
  site_of_code[static_cast<const char*>(code) - code_begin] = static_cast<uint16_t>(number);
  return number;
}

void forget_bounds() {
  for (uint32_t i = 0; i < site_count; i++) sites[i].low = sites[i].high = nullptr;
}

}  // namespace cuda_on_cpu::diagnose
