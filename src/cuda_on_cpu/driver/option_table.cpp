// All options of cucc: its own, and those that nvcc 13 lists. The driver, the help, the man page and
// the tests read this table.
#include "cuda_on_cpu/driver/command_line.hpp"

namespace cuda_on_cpu::driver {
namespace {

using Line = CommandLine;
using Text = const std::string&;

template <Goal goal>
void make(Line& line, Text) {
  line.goal = goal;
}

template <bool Line::* flag>
void set(Line& line, Text) {
  line.*flag = true;
}

template <std::string Line::* text>
void keep(Line& line, Text value) {
  line.*text = value;
}

template <Words Line::* words>
void add(Line& line, Text value) {
  (line.*words).push_back(value);
}

// For options of the host's compiler that have the same name and meaning there.
#define PASS(words, ...)             \
  [](Line& line, Text value) {       \
    (void)value;                     \
    pass(line.words, {__VA_ARGS__}); \
  }
void pass(Words& words, std::initializer_list<std::string> more) {
  words.insert(words.end(), more);
}

template <char kind>  // -MD, -MMD and -MP
void list_headers(Line& line, Text) {
  line.rules.push_back(kind == 'D' ? "-MD" : kind == 'M' ? "-MMD" : "-MP");
}

void choose_architecture(Line&, Text value) {
  for (const std::string& one : cut(value, ",[]\"= ")) {
    const bool has_number = one.find_first_of("0123456789") != std::string::npos;
    const std::string kind = one.substr(0, one.find('_'));
    if (has_number ? kind == "sm" || kind == "compute" || kind == "lto"
                   : one == "native" || one == "all" || one == "all-major" || one == "arch" ||
                         one == "code" || one.empty())
      continue;
    throw UsageError("'" + one + "' is not an architecture of a GPU; write sm_80, for example");
  }
}

void choose_language(Line& line, Text value) {
  if (value != "cu" && value != "c" && value != "c++")
    throw UsageError("the language of -x must be cu, c or c++, not '" + value + "'");
  line.language = value;
}

void choose_machine(Line&, Text value) {
  if (value != "64") throw UsageError("-m must be 64: programs of 32 bits are not offered");
}

void choose_stream(Line& line, Text value) {
  if (value == "per-thread") {
    line.preprocess.push_back("-DCUDA_API_PER_THREAD_DEFAULT_STREAM=1");
  } else if (value != "legacy" && value != "null") {
    throw UsageError("the stream of -default-stream must be legacy, null or per-thread, not '" +
                     value + "'");
  }
}

bool is_true(const char* option, Text value) {
  if (value != "true" && value != "false")
    throw UsageError(std::string("the value of ") + option + " must be true or false, not '" +
                     value + "'");
  return value == "true";
}

void choose_separate(Line& line, Text value) {
  if (is_true("-rdc", value)) line.cuda_macros.push_back("-D__CUDACC_RDC__");
}

void choose_fused(Line& line, Text value) {
  if (!is_true("-fmad", value)) line.compile.push_back("-ffp-contract=off");
}

// nvcc's -Werror has a list of kinds of warnings; that of the host's compiler has no list.
void make_errors(Line& line, Text value) {
  if (!is_kind_of_warning(value))
    throw UsageError("--Werror has no kind '" + value + "'; write -Werror=" + value +
                     " if it is a warning of the host's compiler");
  if (value == "all-warnings") line.compile.push_back("-Werror");
  if (value == "reorder" || value == "deprecated-declarations")
    line.compile.push_back("-Werror=" + value);
}

void debug_device(Line& line, Text) {
  line.for_debugger = true;
  line.cuda_macros.push_back("-D__CUDACC_DEBUG__");
}

void add_library(Line& line, Text value) {
  static constexpr std::string_view kPartOfUs[] = {"cudart", "cudart_static", "cudadevrt", "cuda"};
  static constexpr std::string_view kOfCuda[] = {
      "cublas", "cufft",  "curand",    "cusparse", "cusolver", "cudnn",  "nvrtc",     "nvToolsExt",
      "npp",    "nvjpeg", "nvJitLink", "cupti",    "cutensor", "cufile", "nvidia-ml", "nvgraph"};
  for (const std::string_view part : kPartOfUs)
    if (value == part) return;
  for (const std::string_view library : kOfCuda) {
    if (value.compare(0, library.size(), library) != 0) continue;
    throw UsageError("-l" + value +
                     ": CUDA on the CPU offers the CUDA runtime only, not this library of CUDA; "
                     "leave it out if the program does not call it");
  }
  line.inputs.push_back({"-l" + value, Kind::linked});
}

void relax_constexpr(Line& line, Text) {
  line.relaxed_constexpr = true;
  line.cuda_macros.push_back("-D__CUDACC_RELAXED_CONSTEXPR__");
}

void extend_lambdas(Line& line, Text) {
  line.extended_lambda = true;
  line.cuda_macros.push_back("-D__CUDACC_EXTENDED_LAMBDA__");
}

const char* const kNoGpuCode = "there is no machine code of a GPU here; leave the option out";
const char* const kOneArchitecture = "the device always has compute capability 8.0";
const char* const kSameOnCpu = "it is about the code of a GPU";
const char* const kExact = "arithmetic is always that of the CPU, with IEEE's rounding";
const char* const kNoNumbers = "the messages have no numbers";
const char* const kWindows = "it is for Windows";
const char* const kNoLinkerScript = "programs for the CPU need no linker script of nvcc";

}  // namespace

// clang-format off
const std::vector<OptionGroup>& option_groups() {
  static const std::vector<OptionGroup> groups = {
    {"Options of cucc itself", false, {
      {"--diagnose", "--diagnose", "", "make the diagnostic build: the program finds races, bad accesses and more, but runs slower; make the plain build as well, which checks that the code is allowed", set<&Line::diagnose>},
      {"--cxx", "--cxx", "<compiler>", "the host's compiler, g++ or clang++ (default: $NVCC_CCBIN, $CXX or g++)", keep<&Line::compiler>},
      {"--runtime", "--runtime", "<folder>", "the folder that make has built (default: $CUCC_DIR, or the folder of cucc)", keep<&Line::runtime>},
      {"--device-only", "--device-only", "", "with -c: the object gets only the kernels; device code that nvcc does not compile is refused", set<&Line::device_only>},
      {"--remote", "--remote", "", "host code only: the device is another process, and launches are messages to it", [](Line& line, Text) { line.remote = true; line.preprocess.push_back("-DCUDA_ON_CPU_REMOTE"); }},
      {"--variants", "--variants", "", "with -c: the object also holds many small changes of the kernels, one of which is chosen when the program runs; OBJECT.variants lists them", set<&Line::variants>},
      {"--only", "--only", "<file>", "with --variants: only the changes whose numbers are in the file", keep<&Line::only>},
      {"--host-lines", "--host-lines", "<ranges>", "with --variants: the object gets the host part as well, with changes in these lines, such as 5-9,12-12", keep<&Line::host_lines>},
    }},
    {"Options of g++ and clang++ that need no -Xcompiler, beside -f..., -W..., -m... and -g...", false, {
      {"-iquote", "-iquote", "<folder>", "look there for headers in quotes", PASS(preprocess, "-iquote", value)},
      {"-idirafter", "-idirafter", "<folder>", "look there for headers last", PASS(preprocess, "-idirafter", value)},
      {"-imacros", "-imacros", "<file>", "include only the macros of this file", PASS(preprocess, "-imacros", value)},
      {"-MQ", "-MQ", "<target>", "as -MT, with characters that are special to make", PASS(rules, "-MQ", value)},
    }},
    {"Options of nvcc that cucc obeys", false, {
      {"--output-file", "-o", "<file>", "the name of the result", keep<&Line::output>},
      {"--output-directory", "-odir", "<folder>", "the folder of objects that have no name of their own", keep<&Line::output_folder>},
      {"--compile", "-c", "", "make an object of each source file", make<Goal::objects>},
      {"--device-c", "-dc", "", "as -c: device functions of all objects are linked by the host's linker", make<Goal::objects>},
      {"--device-w", "-dw", "", "as -c", make<Goal::objects>},
      {"--link", "-link", "", "make a program (the default)", make<Goal::program>},
      {"--lib", "-lib", "", "make an archive of objects", make<Goal::archive>},
      {"--device-link", "-dlink", "", "make an object without code: the device code is in the other objects", make<Goal::device_link>},
      {"--shared", "-shared", "", "make a shared library; the program that loads it must be linked by cucc", PASS(link, "-shared")},
      {"--run", "-run", "", "link, and run the program", set<&Line::runs>},
      {"--run-args", "-run-args", "<argument>,...", "arguments of the program for --run", add<&Line::run_arguments>},
      {"--cuda", "-cuda", "", "write the C++ that the host's compiler would get to NAME.cu.cpp.ii", make<Goal::translated>},
      {"--preprocess", "-E", "", "write the preprocessed source", make<Goal::preprocessed>},
      {"--generate-dependencies", "-M", "", "write the headers of the source, as a rule for make", [](Line& line, Text) { line.goal = Goal::rules; line.rules_kind = "-M"; }},
      {"--generate-nonsystem-dependencies", "-MM", "", "as -M, without headers of the system", [](Line& line, Text) { line.goal = Goal::rules; line.rules_kind = "-MM"; }},
      {"--generate-dependencies-with-compile", "-MD", "", "write this rule while compiling", list_headers<'D'>},
      {"--generate-nonsystem-dependencies-with-compile", "-MMD", "", "as -MD, without headers of the system", list_headers<'M'>},
      {"--generate-dependency-targets", "-MP", "", "add an empty rule for each header", list_headers<'P'>},
      {"--dependency-output", "-MF", "<file>", "the file of the rule", keep<&Line::rules_file>},
      {"--dependency-target-name", "-MT", "<target>", "the target of the rule", PASS(rules, "-MT", value)},
      {"--x", "-x", "{c|c++|cu}", "the language of all source files", choose_language},
      {"--pre-include", "-include", "<file>,...", "include this file first", PASS(preprocess, "-include", value)},
      {"--define-macro", "-D", "<macro>,...", "define a macro", PASS(preprocess, "-D" + value)},
      {"--undefine-macro", "-U", "<macro>,...", "undefine a macro", PASS(preprocess, "-U" + value)},
      {"--include-path", "-I", "<folder>,...", "look for headers in this folder", PASS(preprocess, "-I" + value)},
      {"--system-include", "-isystem", "<folder>,...", "look for headers of the system in this folder", PASS(preprocess, "-isystem", value)},
      {"--library", "-l", "<library>,...", "link this library; those of the CUDA runtime are part of cucc", add_library},
      {"--library-path", "-L", "<folder>,...", "look for libraries in this folder", [](Line& line, Text value) { line.inputs.push_back({"-L" + value, Kind::linked}); }},
      {"--compiler-bindir", "-ccbin", "<compiler>", "the host's compiler, or its folder", choose_compiler},
      {"--archiver-binary", "-arbin", "<program>", "the archiver for --lib", keep<&Line::archiver>},
      {"--compiler-options", "-Xcompiler", "<option>,...", "options of the host's compiler", [](Line& line, Text value) { pass_on(value, &line); }},
      {"--linker-options", "-Xlinker", "<option>,...", "options of the linker", [](Line& line, Text value) { line.inputs.push_back({"-Xlinker", Kind::linked}); line.inputs.push_back({value, Kind::linked}); }},
      {"--archive-options", "-Xarchive", "<option>,...", "options of the archiver", add<&Line::archive>},
      {"--std", "-std", "{c++03|c++11|c++14|c++17|c++20}", "the version of C++ (default: c++17)", [](Line& line, Text value) { line.standard = "-std=" + value; }},
      {"--optimize", "-O", "<level>", "optimize (default: 2)", [](Line& line, Text value) { line.optimize = "-O" + value; }},
      {"--debug", "-g", "", "always: each message needs its line", [](Line&, Text) {}},
      {"--device-debug", "-G", "", "compile without optimization, and define __CUDACC_DEBUG__", debug_device},
      {"--generate-line-info", "-lineinfo", "", "always: each message needs its line", [](Line&, Text) {}},
      {"--profile", "-pg", "", "for gprof", [](Line& line, Text) { line.compile.push_back("-pg"); }},
      {"--no-exceptions", "-noeh", "", "compile without exceptions", PASS(compile, "-fno-exceptions")},
      {"--ftemplate-backtrace-limit", "-ftemplate-backtrace-limit", "<number>", "of the host's compiler", PASS(compile, "-ftemplate-backtrace-limit=" + value)},
      {"--ftemplate-depth", "-ftemplate-depth", "<number>", "of the host's compiler", PASS(compile, "-ftemplate-depth=" + value)},
      {"--frandom-seed", "-frandom-seed", "<text>", "of the host's compiler", PASS(compile, "-frandom-seed=" + value)},
      {"--fmad", "-fmad", "{true|false}", "false: a product and a sum never become one operation", choose_fused},
      {"--extended-lambda", "-extended-lambda", "", "a lambda of host code may be __device__ or __host__ __device__; cucc does not check that its body uses no host code", extend_lambdas},
      {"--expt-extended-lambda", "-expt-extended-lambda", "", "the same", extend_lambdas},
      {"--expt-relaxed-constexpr", "-expt-relaxed-constexpr", "", "device code may call constexpr functions of the program; those of namespace std are refused at their line", relax_constexpr},
      {"--relocatable-device-code", "-rdc", "{true|false}", "device functions of other files can always be called; true defines __CUDACC_RDC__", choose_separate},
      {"--default-stream", "-default-stream", "{legacy|null|per-thread}", "per-thread defines CUDA_API_PER_THREAD_DEFAULT_STREAM; work in a stream has ended when its call returns", choose_stream},
      {"--machine", "-m", "{64}", "programs have 64 bits", choose_machine},
      {"--m64", "-m64", "", "programs have 64 bits", [](Line&, Text) {}},
      {"--disable-warnings", "-w", "", "print no warnings", set<&Line::quiet>},
      {"--Werror", "-Werror", "<kind>,...", "make errors of warnings: all-warnings, reorder, deprecated-declarations; a call across execution spaces always is one", make_errors},
      {"--Wreorder", "-Wreorder", "", "warn if members are initialized in another order", PASS(compile, "-Wreorder")},
      {"--Wno-deprecated-declarations", "-Wno-deprecated-declarations", "", "no warnings about deprecated names", PASS(compile, "-Wno-deprecated-declarations")},
      {"--forward-unknown-to-host-compiler", "-forward-unknown-to-host-compiler", "", "give unknown options to the host's compiler", set<&Line::forwards_unknown>},
      {"--forward-unknown-to-host-linker", "-forward-unknown-to-host-linker", "", "the same: the host's compiler links", set<&Line::forwards_unknown>},
      {"--forward-unknown-opts", "-forward-unknown-opts", "", "the same", set<&Line::forwards_unknown>},
      {"--options-file", "-optf", "<file>,...", "read more options from this file", read_option_file},
      {"--keep", "-keep", "", "keep the preprocessed and the translated text", [](Line& line, Text) { if (line.keep_folder.empty()) line.keep_folder = "."; }},
      {"--save-temps", "-save-temps", "", "the same", [](Line& line, Text) { if (line.keep_folder.empty()) line.keep_folder = "."; }},
      {"--keep-dir", "-keep-dir", "<folder>", "the folder for --keep", keep<&Line::keep_folder>},
      {"--clean-targets", "-clean", "", "remove what the same command without this option makes", set<&Line::cleans>},
      {"--dryrun", "-dryrun", "", "print the commands, and do not run them", set<&Line::only_shows>},
      {"--verbose", "-v", "", "print the commands", set<&Line::shows>},
      {"--time", "-time", "<file>", "write how long each command took", keep<&Line::times_file>},
      {"--list-gpu-code", "-code-ls", "", "print sm_80", [](Line& line, Text) { line.answer = "sm_80\n"; }},
      {"--list-gpu-arch", "-arch-ls", "", "print compute_80", [](Line& line, Text) { line.answer = "compute_80\n"; }},
      {"--help", "-h", "", "print this text", [](Line& line, Text) { line.answer = help(); }},
      {"--version", "-V", "", "print the version", [](Line& line, Text) { line.answer = version(); }},
    }},
    {"Options of nvcc that have no effect", false, {
      {"--gpu-architecture", "-arch", "<architecture>", kOneArchitecture, choose_architecture},
      {"--gpu-code", "-code", "<architecture>,...", kOneArchitecture, choose_architecture},
      {"--generate-code", "-gencode", "<architecture>,...", kOneArchitecture, choose_architecture},
      {"--objdir-as-tempdir", "-objtemp", "", "temporary files have a folder of their own"},
      {"--allow-unsupported-compiler", "-allow-unsupported-compiler", "", "each g++ and clang++ with C++17 will do"},
      {"--cudart", "-cudart", "{none|shared|static}", "the runtime is a static library"},
      {"--cudadevrt", "-cudadevrt", "{none|static}", "the runtime is a static library"},
      {"--libdevice-directory", "-ldir", "<folder>", kSameOnCpu},
      {"--target-directory", "-target-dir", "<name>", "the target is this machine"},
      {"--use-local-env", "-use-local-env", "", kWindows},
      {"--force-cl-env-setup", "-force-cl-env-setup", "", kWindows},
      {"--input-drive-prefix", "-idp", "<prefix>", kWindows},
      {"--dependency-drive-prefix", "-ddp", "<prefix>", kWindows},
      {"--drive-prefix", "-dp", "<prefix>", kWindows},
      {"--optimization-info", "-opt-info", "<kind>,...", kSameOnCpu},
      {"--Ofast-compile", "-Ofc", "<level>", "there is no slower compiler to leave out"},
      {"--dopt", "-dopt", "<kind>", kSameOnCpu},
      {"--dlink-time-opt", "-dlto", "", kSameOnCpu},
      {"--lto", "-lto", "", kSameOnCpu},
      {"--gen-opt-lto", "-gen-opt-lto", "", kSameOnCpu},
      {"--no-host-device-initializer-list", "-nohdinitlist", "", "it only takes a permission away"},
      {"--no-host-device-move-forward", "-nohdmoveforward", "", "it only takes a permission away"},
      {"--ptxas-options", "-Xptxas", "<option>,...", kSameOnCpu},
      {"--nvlink-options", "-Xnvlink", "<option>,...", kSameOnCpu},
      {"-Xcudafe", "-Xcudafe", "<option>,...", kNoNumbers},
      {"-Xcicc", "-Xcicc", "<option>,...", kSameOnCpu},
      {"-Xfatbin", "-Xfatbin", "<option>,...", kSameOnCpu},
      {"--static-global-template-stub", "-static-global-template-stub", "{true|false}", "kernels have no stubs"},
      {"--device-entity-has-hidden-visibility", "-device-entity-has-hidden-visibility", "{true|false}", kSameOnCpu},
      {"--dont-use-profile", "-noprof", "", "there is no nvcc.profile"},
      {"--threads", "-t", "<number>", "each file is compiled once"},
      {"--split-compile", "-split-compile", "<number>", kSameOnCpu},
      {"--split-compile-extended", "-split-compile-extended", "<number>", kSameOnCpu},
      {"--jobserver", "-jobserver", "", "each file is compiled once"},
      {"--fdevice-syntax-only", "-fdevice-syntax-only", "", "the checks are the same without it"},
      {"--fdevice-time-trace", "-fdevice-time-trace", "<file>", kSameOnCpu},
      {"--no-device-link", "-nodlink", "", "the host's linker links device code"},
      {"--relocatable-link", "-r", "", "for --device-link, which makes an object without code"},
      {"--extensible-whole-program", "-ewp", "", kSameOnCpu},
      {"--maxrregcount", "-maxrregcount", "<number>", kSameOnCpu},
      {"--use_fast_math", "-use_fast_math", "", kExact},
      {"--ftz", "-ftz", "{true|false}", kExact},
      {"--prec-div", "-prec-div", "{true|false}", kExact},
      {"--prec-sqrt", "-prec-sqrt", "{true|false}", kExact},
      {"--extra-device-vectorization", "-extra-device-vectorization", "", kSameOnCpu},
      {"--keep-device-functions", "-keep-device-functions", "", kSameOnCpu},
      {"--source-in-ptx", "-src-in-ptx", "", kSameOnCpu},
      {"--restrict", "-restrict", "", "it only permits optimizations"},
      {"--Wdefault-stream-launch", "-Wdefault-stream-launch", "", "cucc does not give this warning"},
      {"--Wmissing-launch-bounds", "-Wmissing-launch-bounds", "", "cucc does not give this warning"},
      {"--Wext-lambda-captures-this", "-Wext-lambda-captures-this", "", "cucc does not give this warning"},
      {"--Wno-deprecated-gpu-targets", "-Wno-deprecated-gpu-targets", "", kOneArchitecture},
      {"--resource-usage", "-res-usage", "", "a kernel uses no registers of a GPU"},
      {"--no-compress", "-no-compress", "", kSameOnCpu},
      {"--compress-mode", "-compress-mode", "<mode>", kSameOnCpu},
      {"--display-error-number", "-err-no", "", kNoNumbers},
      {"--no-display-error-number", "-no-err-no", "", kNoNumbers},
      {"--diag-error", "-diag-error", "<number>,...", kNoNumbers},
      {"--diag-suppress", "-diag-suppress", "<number>,...", kNoNumbers},
      {"--diag-warn", "-diag-warn", "<number>,...", kNoNumbers},
      {"--brief-diagnostics", "-brief-diag", "{true|false}", "messages are short"},
      {"--jump-table-density", "-jtd", "<number>", kSameOnCpu},
      {"--device-stack-protector", "-device-stack-protector", "{true|false}", "the ends of local arrays are always checked"},
    }},
    {"Options of nvcc that are refused", true, {
      {"--ptx", "-ptx", "", kNoGpuCode},
      {"--cubin", "-cubin", "", kNoGpuCode},
      {"--fatbin", "-fatbin", "", kNoGpuCode},
      {"--optix-ir", "-optix-ir", "", kNoGpuCode},
      {"--ltoir", "-ltoir", "", kNoGpuCode},
      {"--relocatable-ptx", "-reloc-ptx", "", kNoGpuCode},
      {"--entries", "-e", "<kernel>,...", "all kernels are compiled; leave the option out"},
      {"--sanitize", "-sanitize", "<tool>", "write --diagnose, which finds bad accesses, races and more"},
      {"--compile-as-tools-patch", "-astoolspatch", "", "there is no compute-sanitizer to patch; write --diagnose"},
      {"--qpp-config", "-qpp-config", "<text>", "it is for QNX; name a compiler with -ccbin"},
      {"--host-linker-script", "-hls", "{use-lcs|gen-lcs}", kNoLinkerScript},
      {"--augment-host-linker-script", "-aug-hls", "", kNoLinkerScript},
    }},
  };
  return groups;
}
// clang-format on

}  // namespace cuda_on_cpu::driver
