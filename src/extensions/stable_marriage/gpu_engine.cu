// Lists on the GPU, or complete lists on several: what is copied there, and who makes the ranks.
#include <string>
#include <type_traits>
#include <variant>

#include "extensions/common/connect_gpus.cuh"
#include "extensions/common/copies.cuh"
#include "extensions/stable_marriage/complete_lists.cuh"
#include "extensions/stable_marriage/gpu_engine.cuh"
#include "extensions/stable_marriage/gpu_engine.hpp"
#include "extensions/stable_marriage/rank_maker.cuh"
#include "extensions/stable_marriage/shared_lists.hpp"
#include "extensions/stable_marriage/split_rounds.cuh"

namespace handshake {
namespace {

void nothing() {}

template <class Word>
ListsView<Word> view_of(const Lists<Word>& lists) {
  return {lists.offsets.data(), lists.entries.data()};
}

template <class Word, class Prepare>
Marriage run_complete(const Problem& problem, const Lists<Word>& lists,
                      const CompleteEntries<Word>& entries, int gpus, const Prepare& prepare,
                      SolveMeasures* measures) {
  GpuEngine<CompleteView<Word>> engine(problem, entries.view(0));
  if (gpus == 1) return engine.run(view_of(lists), prepare, nullptr, measures);
  SplitRounds<Word> split(entries, problem.women, gpus);
  return engine.run(view_of(lists), prepare, &split, measures);
}

template <class Word>
Marriage solve_lists(const Problem& problem, const Lists<Word>& lists, int gpus,
                     SolveMeasures* measures) {
  if (is_complete(problem, lists)) {
    CompleteEntries<Word> entries(problem.men, problem.women, problem.women, gpus);
    entries.copy(lists.entries.data());
    const auto make_near = [&] { entries.make_near(); };
    return run_complete(problem, lists, entries, gpus, make_near, measures);
  }
  const DeviceArray<std::int64_t> offsets = on_device<std::int64_t>(lists.offsets);
  const DeviceArray<Word> entries = on_device<Word>(lists.entries);
  GpuEngine<ListsView<Word>> engine(problem, {offsets.data(), entries.data()});
  return engine.run(view_of(lists), nothing, nullptr, measures);
}

Marriage solve_with_made_ranks(const Problem& problem, const Lists<NarrowWord>& lists, int gpus,
                               SolveMeasures* measures) {
  RankMaker ranks(problem.men, problem.women, lists.entries, gpus);
  const auto make = [&] { ranks.make(); };
  return run_complete(problem, lists, ranks.entries(), gpus, make, measures);
}

bool is_complete(const Problem& problem) {
  return std::visit(
      [&](const auto& lists) {
        if constexpr (std::is_same_v<std::decay_t<decltype(lists)>, SharedLists>) {
          return false;
        } else {
          return is_complete(problem, lists);
        }
      },
      problem.lists);
}

void check_options(const Problem& problem, const SolveOptions& options) {
  check_gpus(options.gpus);
  const bool has_all = is_complete(problem);
  if (options.gpus > 1 && !has_all) {
    throw InputError("-gpus", 0, "needs complete lists, and one place each; take one GPU");
  }
  if (options.make_ranks && (!has_all || !is_narrow(problem.men, problem.women))) {
    throw InputError("-make-ranks", 0,
                     "needs complete lists, of at most 65535 persons per side and one place each");
  }
  connect_gpus(options.gpus, "use fewer GPUs");
}

}  // namespace

Marriage solve_on_gpu(const Problem& problem, const SolveOptions& options,
                      SolveMeasures* measures) {
  check_options(problem, options);
  if (std::holds_alternative<SharedLists>(problem.lists)) {
    return solve_shared_on_gpu(problem, measures);
  }
  const auto* const narrow = std::get_if<Lists<NarrowWord>>(&problem.lists);
  if (options.make_ranks) return solve_with_made_ranks(problem, *narrow, options.gpus, measures);
  if (narrow != nullptr) return solve_lists(problem, *narrow, options.gpus, measures);
  return solve_lists(problem, std::get<Lists<WideWord>>(problem.lists), options.gpus, measures);
}

bool has_real_gpu() {
  int gpus = 0;
  cudaDeviceProp properties{};
  if (cudaGetDeviceCount(&gpus) != cudaSuccess || gpus == 0) return false;
  if (cudaGetDeviceProperties(&properties, 0) != cudaSuccess) return false;
  return std::string(properties.name).find("CPU") == std::string::npos;
}

}  // namespace handshake
