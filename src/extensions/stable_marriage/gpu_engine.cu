// Solves any problem on one GPU, or a problem with complete lists on several GPUs: copies the data
// to the GPUs, and selects the classes that do the work.
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

namespace handshake::marriage {
namespace {

template <class Word>
ListsView<Word> view_of(const Lists<Word>& lists) {
  return {lists.offsets.data(), lists.entries.data()};
}

// The functions that GpuEngine::run calls. All entries of these lists are copied before the start,
// so complete() has nothing to do.
struct CopiedLists {
  void begin() {}
  void complete() {}
};
template <class Word>
struct CopiedEntries {
  CompleteEntries<Word>& entries;
  void begin() { entries.make_near(); }
  void complete() {}
};

template <class Word, class DeviceLists>
Marriage run_complete(const Problem& problem, const Lists<Word>& lists,
                      const CompleteEntries<Word>& entries, int gpus, DeviceLists* device_lists,
                      Measures* measures) {
  GpuEngine<CompleteView<Word>> engine(problem, entries.view(0), entries.view(0));
  if (gpus == 1) return engine.run(view_of(lists), device_lists, nullptr, measures);
  SplitRounds<Word> split(entries, problem.women, gpus);
  return engine.run(view_of(lists), device_lists, &split, measures);
}

template <class Word>
Marriage solve_lists(const Problem& problem, const Lists<Word>& lists, int gpus,
                     Measures* measures) {
  if (is_complete(problem, lists)) {
    CompleteEntries<Word> entries(problem.men, problem.women, problem.women, gpus);
    entries.copy(lists.entries.data());
    CopiedEntries<Word> copied{entries};
    return run_complete(problem, lists, entries, gpus, &copied, measures);
  }
  const DeviceArray<std::int64_t> offsets = on_device<std::int64_t>(lists.offsets);
  const DeviceArray<Word> entries = on_device<Word>(lists.entries);
  const ListsView<Word> view{offsets.data(), entries.data()};
  CopiedLists copied;
  return GpuEngine<ListsView<Word>>(problem, view, view)
      .run(view_of(lists), &copied, nullptr, measures);
}

Marriage solve_with_made_ranks(const Problem& problem, const Lists<NarrowWord>& lists, int gpus,
                               Measures* measures) {
  RankMaker ranks(problem.men, problem.women, lists.entries, gpus);
  const CompleteEntries<NarrowWord>& entries = ranks.entries();
  if (gpus > 1) return run_complete(problem, lists, entries, gpus, &ranks, measures);
  return GpuEngine<CompleteView<NarrowWord>, LazyView>(problem, entries.view(0), ranks.early_view())
      .run(view_of(lists), &ranks, nullptr, measures);
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

void check_options(const Problem& problem, const Options& options) {
  check_gpus(options.gpus);
  const bool has_all = is_complete(problem);
  if (options.gpus > 1 && !has_all) {
    throw InputError("-gpus", 0, "needs complete lists, and one place per person; use one GPU");
  }
  if (options.make_ranks && (!has_all || !is_narrow(problem.men, problem.women))) {
    throw InputError("-make-ranks", 0,
                     "needs complete lists, at most 65535 persons per side, one place per person");
  }
  connect_gpus(options.gpus, Access::kAtomics, "use fewer GPUs");
}

}  // namespace

Marriage solve_on_gpu(const Problem& problem, const Options& options, Measures* measures) {
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

}  // namespace handshake::marriage
