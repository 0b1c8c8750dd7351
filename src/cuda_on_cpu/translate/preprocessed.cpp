// Reads the line markers of a preprocessed text. See preprocessed.hpp.
#include "cuda_on_cpu/translate/preprocessed.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>

#include "cuda_on_cpu/text/names.hpp"

namespace cuda_on_cpu::translate {
namespace {

using handshake::starts_with;

// The message about a header of another library. It is the same whether or not a CUDA toolkit is
// installed.
constexpr const char* kOtherLibrary =
    "CUDA on the CPU offers the CUDA runtime only, not this library of CUDA";

bool is_marker(const std::string& line) {
  return line.size() > 2 && line[0] == '#' && line[1] == ' ' &&
         std::isdigit(static_cast<unsigned char>(line[2])) != 0;
}

bool ends_with(const std::string& text, const std::string& end) {
  return text.size() >= end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

// Whether the text ends with :LINE:COLUMN.
bool ends_with_place(const std::string& text) {
  size_t end = text.size();
  for (int numbers = 0; numbers < 2; numbers++) {
    size_t begin = end;
    while (begin > 0 && std::isdigit(static_cast<unsigned char>(text[begin - 1])) != 0) begin--;
    if (begin == end || begin == 0 || text[begin - 1] != ':') return false;
    end = begin - 1;
  }
  return true;
}

bool names_other_library(const std::string& text) {
  for (const char* part : {"thrust/", "cub/", "cuda/", "cublas", "curand", "cufft", "cusparse",
                           "cusolver", "cudnn", "cupti", "cooperative_groups/", "mma.h", "cuda_fp",
                           "cuda_bf16", "cuda_pipeline", "nvml", "nvrtc", "nvtx3/", "npp"})
    if (text.find(part) != std::string::npos) return true;
  return false;
}

bool is_called_like_one_of_cuda(const std::string& file) {
  for (const char* folder :
       {"/thrust/", "/cub/", "/cuda/", "/nv/", "/nvtx3/", "/crt/", "/cooperative_groups/"}) {
    if (file.find(folder) != std::string::npos) return true;
  }
  const size_t slash = file.rfind('/');
  if (slash == std::string::npos) return false;
  const std::string name = file.substr(slash + 1);
  for (const char* beginning :
       {"cublas", "curand",   "cufft",     "cusparse", "cusolver", "cudnn", "cupti",
        "cufile", "cuda",     "cuComplex", "mma",      "nccl",     "nv",    "npp",
        "sm_",    "texture_", "surface_",  "device_",  "driver_",  "host_", "vector_",
        "math_",  "builtin_", "common_",   "channel_", "library_"}) {
    if (starts_with(name, beginning)) return true;
  }
  return false;
}

bool is_same_folder(const std::string& one, const std::string& other) {
  struct stat first, second;
  return stat(one.c_str(), &first) == 0 && stat(other.c_str(), &second) == 0 &&
         first.st_dev == second.st_dev && first.st_ino == second.st_ino;
}

// The folder of the toolkit to which the header belongs, with a slash at its end; empty if there is
// none.
std::string toolkit_of(const std::string& header) {
  struct stat found;
  for (size_t end = header.rfind('/'); end != std::string::npos && end < header.size();
       end = end == 0 ? std::string::npos : header.rfind('/', end - 1)) {
    const std::string folder = header.substr(0, end + 1);
    if (stat((folder + "cuda_runtime.h").c_str(), &found) == 0) return folder;
  }
  return "";
}

}  // namespace

std::pair<std::string, std::string> new_name(const std::string& old_and_new) {
  const size_t divider = std::min(old_and_new.find('='), old_and_new.size());
  return {old_and_new.substr(0, divider),
          divider == old_and_new.size() ? "" : old_and_new.substr(divider + 1)};
}

std::string with_new_names(const std::string& text, const NewNames& names) {
  if (names.empty()) return text;
  std::string result;
  result.reserve(text.size());
  for (size_t at = 0; at < text.size();) {
    const size_t next = std::min(text.find('\n', at), text.size() - 1) + 1;
    std::string line = text.substr(at, next - at);
    if (is_marker(line)) {
      for (const auto& [old, made] : names) {
        const size_t place = line.find(" \"" + old);
        if (place != std::string::npos) line.replace(place + 2, old.size(), made);
      }
    }
    result += line;
    at = next;
  }
  return result;
}

std::string refused_header(const std::string& text, const std::string& our_folder) {
  std::string includer;
  size_t line = 0;  // in the file `includer`
  for (size_t at = 0; at < text.size(); line++) {
    const size_t end = std::min(text.find('\n', at), text.size());
    const std::string marker = text[at] == '#' ? text.substr(at, end - at) : "";
    at = end + 1;
    const size_t open = marker.find('"'), close = marker.rfind('"');
    if (!is_marker(marker) || open == std::string::npos || open == close) continue;
    const std::string file = marker.substr(open + 1, close - open - 1);
    const std::string toolkit =
        starts_with(marker.substr(close + 1), " 1") && is_called_like_one_of_cuda(file)
            ? toolkit_of(file)
            : "";
    if (!toolkit.empty() && !is_same_folder(toolkit, our_folder)) {
      std::string name = file.substr(toolkit.size());
      if (starts_with(name, "cccl/")) name = name.substr(5);
      return includer + ':' + std::to_string(line) + ": error: " + name + ": " + kOtherLibrary;
    }
    includer = file;
    // The number in a marker is the number of the next line.
    line = std::strtoul(marker.c_str() + 2, nullptr, 10) - 1;
  }
  return "";
}

void explain_missing_headers(std::istream& said, std::ostream& out) {
  for (std::string line; std::getline(said, line);) {
    out << line << '\n';
    const size_t at = line.find(": fatal error: ");
    if (at == std::string::npos || !ends_with_place(line.substr(0, at))) continue;
    const std::string place = line.substr(0, at), text = line.substr(at);
    if (names_other_library(text)) {
      out << place << ": note: " << kOtherLibrary << '\n';
    } else if (ends_with(text, ": No such file or directory") ||
               ends_with(text, "file not found")) {
      out << place << ": note: check the name of the header, or name its folder with -I\n";
    }
  }
}

}  // namespace cuda_on_cpu::translate
