// The settings of programs that cucc has built, for the runtime, the help and the man page. Each is
// an environment variable CUCC_...; its older name HANDSHAKE_... has the same meaning.
#pragma once

namespace cuda_on_cpu {

struct SettingText {
  const char* name;
  const char* about;
  const char* usual;  // the value if the variable is not set
  bool is_for_diagnosis;
};

constexpr SettingText kSettingTexts[] = {
    {"CUCC_SCHEDULE", "order of threads and blocks: forward, reverse, shuffle:SEED", "forward",
     false},
    {"CUCC_CPU_THREADS", "the number of cores that run blocks", "all cores", false},
    {"CUCC_DEVICES", "how many devices are simulated, 1 to 16", "1", false},
    {"CUCC_LINKS",
     "what connects the devices: nvlink, pcie (no atomic operations on the memory of another "
     "device), none (no access to it)",
     "nvlink", false},
    {"CUCC_DEVICE_MEMORY", "the size of the memory of each device, such as 512M",
     "a part of the machine's memory", false},
    {"CUCC_MARGIN",
     "accessible bytes on both sides of every array, such as 4K: plain mode forgives a small step "
     "past the end, as most GPUs do",
     "0", false},
    {"CUCC_FORGIVE_BARRIERS",
     "1: a barrier opens even if some threads of the block have ended before they reached it", "0",
     false},
    {"CUCC_PROTECTION",
     "how device memory is protected from host code: keys (of the processor), pages or none",
     "keys, if the processor has them; otherwise pages", false},
    {"CUCC_FINDINGS",
     "the file to which every report is written, one JSON object per line, or descriptor:N", "none",
     false},
    {"CUCC_QUIET", "1: reports go only to the file of CUCC_FINDINGS, not to standard error", "0",
     false},
    {"CUCC_COUNTERS",
     "the file to which the counters of all lines of code are written, one JSON object per line, "
     "or descriptor:N",
     "none", true},
    {"CUCC_HISTORY", "the file to which all steps of all threads are written, or descriptor:N",
     "none", true},
    {"CUCC_INTERLEAVE",
     "1: the threads of a block take turns, one memory access at a time, in an order that depends "
     "on the SEED of CUCC_SCHEDULE",
     "0", true},
    {"CUCC_LOOP_LIMIT",
     "after this number of iterations of a loop in one thread, the loop counts as endless",
     "100000000", true},
};

}  // namespace cuda_on_cpu
