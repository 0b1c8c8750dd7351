// How ranks agree about faults, and the few collective operations that are not part of the
// algorithm.
#include "extensions/b_matching/distributed/mpi/session.hpp"

#include <algorithm>
#include <cstdio>
#include <exception>
#include <new>
#include <stdexcept>

#include "extensions/b_matching/distributed/mpi/check_mpi.hpp"
#include "flags/flags.hpp"
#include "graph/input_error.hpp"
#include "graph/output_error.hpp"

namespace handshake::b_matching {
namespace {

enum ExitCode { kExitUsage = 2, kExitInput = 3, kExitMpi = 5, kExitOutput = 6, kExitBug = 70 };

// Thrown when all ranks have agreed to end.
struct Ended {
  int code;
};

struct Fault {
  int code = 0;
  std::string text;
};

Fault fault_of(const std::exception_ptr& exception) {
  try {
    std::rethrow_exception(exception);
  } catch (const UsageError& error) {
    return {kExitUsage, error.what()};
  } catch (const InputError& error) {
    return {kExitInput, error.what()};
  } catch (const OutputError& error) {
    return {kExitOutput, error.what()};
  } catch (const std::bad_alloc&) {
    return {kExitInput,
            "the problem does not fit into the memory of this machine; use more "
            "machines, or fewer ranks per machine"};
  } catch (const MpiError& error) {
    return {kExitMpi, error.what()};
  } catch (const std::exception& error) {
    return {kExitBug, error.what()};
  }
}

void tell(int rank, const Fault& fault) {
  std::fprintf(stderr, "b_matching, rank %d: %s\n", rank, fault.text.c_str());
}

}  // namespace

Session::Session(int* argc, char*** argv) {
  int provided = 0;
  check_mpi(MPI_Init_thread(argc, argv, MPI_THREAD_FUNNELED, &provided), "starting");
  check_mpi(MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN), "asking for error codes");
  check_mpi(MPI_Comm_rank(MPI_COMM_WORLD, &rank_), "counting ranks");
  check_mpi(MPI_Comm_size(MPI_COMM_WORLD, &size_), "counting ranks");
}

Session::~Session() {
  MPI_Finalize();
}

int Session::run(const std::function<void()>& work) const {
  try {
    work();
  } catch (const Ended& ended) {
    return ended.code;
  } catch (...) {  // the other ranks do not know about this fault, and wait
    const Fault fault = fault_of(std::current_exception());
    tell(rank_, fault);
    std::fflush(nullptr);
    MPI_Abort(MPI_COMM_WORLD, fault.code);
  }
  return 0;
}

void Session::together(const std::function<void()>& work) const {
  Fault fault;
  try {
    work();
  } catch (const MpiError&) {
    throw;
  } catch (...) {
    fault = fault_of(std::current_exception());
  }
  const int mine = fault.code == 0 ? size_ : rank_;
  int first = size_;
  check_mpi(MPI_Allreduce(&mine, &first, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD), "asking for faults");
  if (first == size_) return;
  if (first == rank_) tell(rank_, fault);
  int code = fault.code;
  check_mpi(MPI_Bcast(&code, 1, MPI_INT, first, MPI_COMM_WORLD), "reporting a fault");
  throw Ended{code};
}

void Session::barrier() const {
  check_mpi(MPI_Barrier(MPI_COMM_WORLD), "waiting for all");
}

void Session::broadcast(void* data, int bytes) const {
  check_mpi(MPI_Bcast(data, bytes, MPI_BYTE, 0, MPI_COMM_WORLD), "sending to all");
}

std::uint64_t Session::sum(std::uint64_t mine) const {
  std::uint64_t all = 0;
  check_mpi(MPI_Allreduce(&mine, &all, 1, MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD), "adding");
  return all;
}

double Session::largest(double mine) const {
  double all = 0;
  check_mpi(MPI_Allreduce(&mine, &all, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD), "comparing");
  return all;
}

std::int64_t Session::largest(std::int64_t mine) const {
  std::int64_t all = 0;
  check_mpi(MPI_Allreduce(&mine, &all, 1, MPI_INT64_T, MPI_MAX, MPI_COMM_WORLD), "comparing");
  return all;
}

std::vector<std::int32_t> Session::gather(const std::vector<std::int32_t>& mine) const {
  constexpr std::size_t kMostAtOnce = std::size_t{1} << 28;  // MPI counts elements with an int
  const auto pieces = [&](std::int32_t* data, std::size_t size, const auto& move) {
    for (std::size_t i = 0; i < size; i += kMostAtOnce) {
      move(data + i, static_cast<int>(std::min(kMostAtOnce, size - i)));
    }
  };
  std::vector<std::int32_t> all;
  if (rank_ != 0) {
    std::uint64_t size = mine.size();
    check_mpi(MPI_Send(&size, 1, MPI_UINT64_T, 0, 0, MPI_COMM_WORLD), "gathering");
    pieces(const_cast<std::int32_t*>(mine.data()), size, [&](std::int32_t* data, int count) {
      check_mpi(MPI_Send(data, count, MPI_INT32_T, 0, 0, MPI_COMM_WORLD), "gathering");
    });
    return all;
  }
  all = mine;
  for (int rank = 1; rank < size_; ++rank) {
    std::uint64_t size = 0;
    check_mpi(MPI_Recv(&size, 1, MPI_UINT64_T, rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE),
              "gathering");
    const std::size_t end = all.size();
    all.resize(end + size);
    pieces(all.data() + end, size, [&](std::int32_t* data, int count) {
      check_mpi(MPI_Recv(data, count, MPI_INT32_T, rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE),
                "gathering");
    });
  }
  return all;
}

}  // namespace handshake::b_matching
