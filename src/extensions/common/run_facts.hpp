// The first members of the JSON text that the flag -json writes: which program made a measurement,
// and on which machine.
#pragma once

#include <fstream>
#include <string>
#include <thread>

#include "flags/version.hpp"
#include "text/json_quote.hpp"

namespace handshake {

// The name of the processor; empty if the system does not report it.
inline std::string processor_name() {
  std::ifstream facts("/proc/cpuinfo");
  for (std::string line; std::getline(facts, line);) {
    const std::size_t colon = line.find(": ");
    if (line.rfind("model name", 0) == 0 && colon != std::string::npos) {
      return line.substr(colon + 2);
    }
  }
  return "";
}

inline std::string run_facts(const std::string& program) {
  return "\"program\": " + json_quoted(program) +
         ", \"version\": " + json_quoted(HANDSHAKE_VERSION) +
         ", \"processor\": " + json_quoted(processor_name()) +
         ", \"processors\": " + std::to_string(std::thread::hardware_concurrency());
}

}  // namespace handshake
