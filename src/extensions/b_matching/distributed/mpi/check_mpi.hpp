// Includes MPI, and turns its errors into exceptions.
#pragma once

#define MPICH_SKIP_MPICXX 1  // only the C interface of MPI
#define OMPI_SKIP_MPICXX 1
#include <mpi.h>

#include <stdexcept>
#include <string>

namespace handshake::b_matching {

class MpiError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

inline void check_mpi(int code, const char* doing) {
  if (code == MPI_SUCCESS) return;
  char text[MPI_MAX_ERROR_STRING] = "";
  int length = 0;
  MPI_Error_string(code, text, &length);
  throw MpiError(std::string("MPI, ") + doing + ": " + text);
}

}  // namespace handshake::b_matching
