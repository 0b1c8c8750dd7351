// See every_run.hpp.
#include "suite/every_run.hpp"

namespace handshake::suite {

std::vector<OpenRunner> open_all(RunnerSource& source, const Kernel& kernel) {
  std::vector<OpenRunner> opened;
  for (const std::string& schedule : source.schedules())
    opened.push_back({schedule, source.open(kernel, schedule)});
  return opened;
}

void for_every_run(const KernelCase& kernel_case, std::vector<OpenRunner>& runners,
                   const std::function<bool(OpenRunner&, RunSettings)>& run) {
  const size_t orders = is_huge(kernel_case) ? 1 : runners.size();
  for (size_t r = 0; r < orders; r++) {
    for (const Shape shape : launch_shapes(kernel_case)) {
      for (int poison = 0; poison < 2; poison++) {
        if (r > 0 && poison == static_cast<int>(r % 2)) continue;
        if (!run(runners[r], {shape, poison})) return;
      }
    }
  }
}

}  // namespace handshake::suite
