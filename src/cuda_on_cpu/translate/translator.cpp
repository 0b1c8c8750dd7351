// The pass over the tokens, and the small rewrites. See translator.hpp.
#include "cuda_on_cpu/translate/translator.hpp"

namespace cuda_on_cpu::translate {
namespace {

// A name that shows that the program uses `what`, a part of CUDA that is not offered here.
struct NotOffered {
  const char* name;
  const char* what;
};
constexpr NotOffered kNotOffered[] = {
    {"cudaTextureObject_t", "textures"},
    {"cudaSurfaceObject_t", "surfaces"},
    {"tex1Dfetch", "textures"},
    {"tex1D", "textures"},
    {"tex2D", "textures"},
    {"tex3D", "textures"},
    {"surf2Dread", "surfaces"},
    {"surf2Dwrite", "surfaces"},
    {"cudaGraph_t", "CUDA graphs"},
    {"cudaGraphExec_t", "CUDA graphs"},
    {"__cluster_dims__", "thread block clusters"},
};

}  // namespace

std::string Translator::run() {
  loop_seen_.assign(source_.size(), false);
  step_seen_.assign(source_.size(), false);
  if (part_ == Part::device)
    host_code_.remove();
  else
    drop_names_of_c();
  for (size_t i = 0; i < source_.size(); i++) {
    if (host_code_.is_removed(i)) continue;
    if (source_[i].kind == TokenKind::identifier) {
      visit_identifier(i);
    } else if (source_.is_triple(i, '<') && i > 0) {
      rewrite_launch(i);
    }
  }
  if (build_ == Build::diagnose) {
    for (const Body& body : device_bodies_) {
      if (body.is_constexpr) continue;
      mark_loops(body);
      mark_steps(body);
    }
  }
  // An unroll pragma is a hint for nvcc alone; other compilers warn about it.
  for (const Directive& pragma : source_.pragmas()) {
    const std::string line = source_.text().substr(pragma.begin, pragma.end - pragma.begin);
    if (line.compare(0, 7, "#pragma") == 0 && line.find("unroll") != std::string::npos) {
      edits_.replace(pragma.begin, pragma.end - pragma.begin, "");
    }
  }
  return edits_.apply_to(source_.text());
}

void Translator::visit_identifier(size_t i) {
  if (source_.text()[source_[i].begin] != '_') {
    if (source_.is(i, "coalesced_threads")) pass_site(i);
    if (source_.is(i, "static")) place_static_local(i);
    refuse_use_of_managed(i);
    refuse_what_is_not_offered(i);
    return;
  }
  if (source_.is(i, "__global__")) {
    rewrite_kernel(i);
  } else if (source_.any_of(i, {"__device__", "__constant__", "__host__", "__managed__"})) {
    if (build_ == Build::remote && source_.is(i, "__managed__")) remember_managed(i);
    rewrite_attribute(i);
  } else if (source_.is(i, "__shared__")) {
    rewrite_shared(i);
  } else if (source_.is(i, "__noinline__")) {
    // Inside __attribute__((...)), __noinline__ is a word of the compiler.
    if (i == 0 || !source_.is(i - 1, "(")) replace(i, "__attribute__((noinline))");
  } else if (source_.any_of(i, {"__syncthreads", "__syncthreads_count", "__syncthreads_and",
                                "__syncthreads_or", "__activemask"})) {
    pass_site(i);
  } else if (source_.any_of(i, {"__builtin_memcpy", "__builtin_memset", "__builtin_memmove"})) {
    // For these names, the compiler would insert its own code, and no call would be visible.
    replace(i, source_.spelling(i).substr(std::string("__builtin_").size()));
  } else {
    refuse_what_is_not_offered(i);
  }
}

void Translator::remember_managed(size_t i) {
  size_t semicolon = i;
  while (semicolon < source_.size() && !source_.is(semicolon, ";")) semicolon++;
  for (const size_t name : declarators(i + 1, semicolon)) {
    managed_[source_.spelling(name)] = semicolon;
  }
}

// With --remote, host code has no part in the managed variables of the kernels.
void Translator::refuse_use_of_managed(size_t i) {
  if (managed_.empty() || source_.any_of(i - 1, {".", "->"})) return;
  const auto known = managed_.find(source_.spelling(i));
  if (known == managed_.end() || i < known->second || inside_device_function(i)) return;
  error_at(i,
           "a __managed__ variable in host code whose kernels are in another process, as in "
           "grading; use memory of cudaMallocManaged");
}

void Translator::refuse_what_is_not_offered(size_t i) {
  if (source_.any_of(i, {"asm", "__asm__", "__asm"}) && inside_device_function(i)) {
    error_at(i, "inline PTX assembly");
  }
  if (source_.is(i, "texture") && source_.is(i + 1, "<")) error_at(i, "textures");
  for (const NotOffered& entry : kNotOffered) {
    if (source_.is(i, entry.name)) error_at(i, entry.what);
  }
}

void Translator::error_at(size_t i, const std::string& what) {
  const Location where = source_.location(i);
  errors_.push_back(where.file + ':' + std::to_string(where.line) + ':' +
                    std::to_string(where.column) + ": error: CUDA on the CPU does not offer " +
                    what + " ('" + source_.spelling(i) + "')");
}

void Translator::replace(size_t i, const std::string& text) {
  edits_.replace(source_[i].begin, source_[i].end - source_[i].begin, text);
}

bool Translator::inside_device_function(size_t i) const {
  for (const Body& body : device_bodies_) {
    if (i > body.first && i < body.last) return true;
  }
  return false;
}

}  // namespace cuda_on_cpu::translate
