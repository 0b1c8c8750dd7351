// The command line of cucc is that of nvcc: nvcc_options.txt lists the options that nvcc 13.0 lists
// (its name, its short name, and `value` or `list` if a value follows).
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "flags/version.hpp"
#include "run_program.hpp"

namespace {

using Words = std::vector<std::string>;

Outcome cucc(const Words& arguments, const std::map<std::string, std::string>& variables = {}) {
  Words command = {CUCC, "--runtime", CUDA_ON_CPU_DIR, "--cxx", COMPILER};
  command.insert(command.end(), arguments.begin(), arguments.end());
  return run_program(command, variables);
}

Words joined(Words words, const Words& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

struct Listed {
  std::string name, alias, takes;
};

std::vector<Listed> options_of_nvcc() {
  std::vector<Listed> options;
  std::ifstream file(NVCC_OPTIONS);
  for (std::string line; std::getline(file, line);) {
    std::istringstream fields(line);
    Listed option;
    fields >> option.name >> option.alias >> option.takes;
    options.push_back(option);
  }
  return options;
}

// Values that are allowed, of options that check their value.
std::string value_of(const std::string& option) {
  static const std::map<std::string, std::string> values = {
      {"--x", "cu"},
      {"--machine", "64"},
      {"--gpu-architecture", "sm_70"},
      {"--gpu-code", "sm_70"},
      {"--std", "c++14"},
      {"--generate-code", "arch=compute_80,code=sm_80"},
      {"--library", "m"},
      {"--options-file", "/dev/null"},
      {"--relocatable-device-code", "true"},
      {"--default-stream", "per-thread"},
      {"--fmad", "false"},
      {"--Werror", "all-warnings"}};
  const auto found = values.find(option);
  return found == values.end() ? "5" : found->second;
}

// The options below a title of the help: the name, and all words of the line.
std::map<std::string, std::string> options_below(const std::string& title) {
  std::istringstream lines(cucc({"--help"}).output);
  std::map<std::string, std::string> found;
  bool is_below = false;
  for (std::string line; std::getline(lines, line);) {
    if (!line.empty() && line[0] != ' ') is_below = contains(line, title);
    if (!is_below || line.compare(0, 3, "  -") != 0) continue;
    const size_t end = line.find_first_of(", ", 2);
    found[line.substr(2, end == std::string::npos ? end : end - 2)] = line.substr(2);
  }
  return found;
}

const char* const kProgram =
    "#include <cstdio>\n"
    "__global__ void k(int* p) { *p = VALUE; }\n"
    "int main(int argc, char** argv) {\n"
    "  int *d, h = 0;\n"
    "  cudaMalloc(&d, 4);\n"
    "  k<<<1, 1>>>(d);\n"
    "  cudaMemcpy(&h, d, 4, cudaMemcpyDeviceToHost);\n"
    "  cudaFree(d);\n"
    "  std::printf(\"%d\", h);\n"
    "  for (int i = 1; i < argc; i++) std::printf(\" %s\", argv[i]);\n"
    "  std::printf(\"\\n\");\n"
    "}\n";

}  // namespace

TEST(OptionOfNvcc, IsTakenInEachSpellingOrRefusedByName) {
  const auto refused = options_below("are refused");
  const std::vector<Listed> options = options_of_nvcc();
  ASSERT_EQ(options.size(), 142u);
  for (const Listed& option : options) {
    for (const std::string& name : {option.name, option.alias}) {
      std::vector<Words> forms = {{name}};
      if (!option.takes.empty()) {
        const std::string value = value_of(option.name);
        forms = {{name, value}, {name + '=' + value}};
      }
      for (Words words : forms) {
        words.push_back("--help");
        const Outcome outcome = cucc(words);
        if (refused.count(option.name) == 0) {
          EXPECT_EQ(outcome.exit_code, 0) << name << outcome.errors;
        } else {
          EXPECT_EQ(outcome.exit_code, 2) << name;
          EXPECT_TRUE(contains(outcome.errors, "cucc: " + name + " is not offered: "))
              << outcome.errors;
        }
      }
    }
  }
}

TEST(OptionOfNvcc, IsInTheHelpWithBothNamesAndItsValue) {
  auto options = options_below("that cucc obeys");
  options.merge(options_below("that have no effect"));
  options.merge(options_below("are refused"));
  for (const Listed& listed : options_of_nvcc()) {
    ASSERT_EQ(options.count(listed.name), 1u) << listed.name;
    std::istringstream words(options[listed.name]);
    std::string name, next;
    words >> name;
    if (listed.alias != listed.name) words >> name;
    EXPECT_EQ(name, listed.alias);
    words >> next;
    EXPECT_EQ(next.empty(), listed.takes.empty()) << listed.name;
    EXPECT_EQ(contains(next, ",..."), listed.takes == "list") << listed.name;
  }
}

TEST(OptionOfNvcc, IsInTheDocumentationIfItHasNoEffectOrIsRefused) {
  std::istringstream lines(read_file(DOCUMENTATION));
  std::map<std::string, std::set<std::string>> documented;  // by the first word of the paragraph
  std::string paragraph;
  for (std::string line; std::getline(lines, line);) {
    if (line.empty()) paragraph.clear();
    if (paragraph.empty()) paragraph = line;
    for (size_t at = line.find("`-"); at != std::string::npos; at = line.find("`-", at + 1))
      documented[paragraph.substr(0, 8)].insert(
          line.substr(at + 1, line.find('`', at + 1) - at - 1));
  }
  const std::pair<const char*, const char*> groups[] = {{"have no effect", "**No eff"},
                                                        {"are refused", "**Refuse"}};
  for (const auto& [title, start] : groups) {
    std::set<std::string> names;
    for (const auto& [name, line] : options_below(title)) names.insert(name);
    EXPECT_EQ(documented[start], names) << title;
  }
}

TEST(OptionOfNvcc, MayFollowFromTheEnvironmentOrAFile) {
  const TemporaryFolder folder;
  const std::string source = folder.write("k.cu", kProgram), program = folder.path() + "/k";
  const std::string file = folder.write("options", "\"-DVALUE=(1 +\t2)\"\n-w\n");
  for (const Words& how : {Words{"-optf", file}, Words{"@" + file}}) {
    std::filesystem::remove(program);
    EXPECT_EQ(cucc(joined(how, {source, "-o", program})).exit_code, 0);
    EXPECT_EQ(run_program({program}).output, "3\n");
  }
  const Outcome built = cucc({source, "-o", program}, {{"NVCC_PREPEND_FLAGS", "-DVALUE=ONE"},
                                                       {"NVCC_APPEND_FLAGS", "-DONE=2"}});
  EXPECT_EQ(built.exit_code, 0) << built.errors;
  EXPECT_EQ(run_program({program}).output, "2\n");
}

TEST(OptionOfNvcc, ReachesTheCommandThatCompiles) {
  const TemporaryFolder folder;
  const std::string source = folder.write("k.cu", kProgram);
  struct Case {
    Words words;
    std::string has, has_not;
  };
  const Case cases[] = {
      {{"--fmad=false"}, " -ffp-contract=off ", " -ffp-contract=fast "},
      {{"--fmad=true"}, " -O2 ", " -ffp-contract"},
      {{"-Xcompiler", "-Wall,-O3"}, " -O3 ", " -O2 "},
      {{"-Xcompiler", "-Ofast"}, " -Ofast ", " -O2 "},
      {{"-unknown", "--forward-unknown-to-host-compiler"}, " -unknown ", "there is no option"},
  };
  for (const Case& one : cases) {
    Words words = {"--dryrun", "-c", source, "-o", folder.path() + "/k.o"};
    words.insert(words.end(), one.words.begin(), one.words.end());
    const Outcome outcome = cucc(words);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.errors;
    const size_t last = outcome.errors.find(" c++-cpp-output ");
    ASSERT_NE(last, std::string::npos) << outcome.errors;
    const std::string command = outcome.errors.substr(outcome.errors.rfind("#$", last));
    EXPECT_TRUE(contains(command, one.has)) << one.has << '\n' << command;
    EXPECT_FALSE(contains(command, one.has_not)) << one.has_not << '\n' << command;
  }
}

TEST(Compiler, MayBeNamedByItsFolderInTheEnvironment) {
  const TemporaryFolder folder;
  const Outcome outcome = run_program(
      {CUCC, "--runtime", CUDA_ON_CPU_DIR, "--dryrun", "-c", folder.write("k.cu", kProgram)},
      {{"NVCC_CCBIN", folder.path()}});
  EXPECT_EQ(outcome.errors.find("#$ " + folder.path() + "/g++ "), 0u) << outcome.errors;
}

TEST(FolderOfTheRuntime, MayBeNamedWithOneDash) {
  EXPECT_EQ(run_program({CUCC, "-runtime", CUDA_ON_CPU_DIR, "--version"}).exit_code, 0);
  EXPECT_EQ(run_program({CUCC, std::string("-runtime=") + CUDA_ON_CPU_DIR, "--version"}).exit_code,
            0);
}

TEST(CommandOfACourse, CompilesSeparatelyAndLinksDeviceFunctionsOfOtherFiles) {
  const TemporaryFolder folder;
  const std::string a = folder.write("a.cu",
                                     "#include <cstdio>\n"
                                     "extern __device__ int twice(int x);\n"
                                     "extern __device__ int seen;\n"
                                     "int look();\n"
                                     "__global__ void k(int* p) { *p = twice(21); seen = 5; }\n"
                                     "int main() {\n  int* p;\n  cudaMallocManaged(&p, 4);\n"
                                     "  k<<<1, 1>>>(p);\n  cudaDeviceSynchronize();\n"
                                     "  std::printf(\"%d %d\\n\", *p, look());\n}\n");
  const std::string b =
      folder.write("b.cu",
                   "__device__ int seen;\n"
                   "__device__ int twice(int x) { return 2 * x; }\n"
                   "int look() {\n  int v = 0;\n"
                   "  cudaMemcpyFromSymbol(&v, seen, sizeof v);\n  return v;\n}\n");
  const std::string program = folder.path() + "/program";
  Words link = {"-arch=sm_70", "-o", program};
  for (const std::string& source : {a, b}) {
    const std::string object = source + ".o";
    const Outcome built =
        cucc({"-O3", "-arch=sm_70", "-std=c++14", "-Xcompiler", "-Wall,-O2", "-gencode",
              "arch=compute_80,code=sm_80", "-rdc=true", "-lineinfo", "-dc", source, "-o", object});
    ASSERT_EQ(built.exit_code, 0) << built.errors;
    EXPECT_EQ(built.errors, "");
    link.push_back(object);
  }
  link.insert(link.end(), {"-lcudart", "-lcudadevrt"});
  const Outcome linked = cucc(link);
  ASSERT_EQ(linked.exit_code, 0) << linked.errors;
  EXPECT_EQ(run_program({program}).output, "42 5\n");
}

TEST(CommandOfACourse, RunsTheProgramWithItsArguments) {
  const TemporaryFolder folder;
  const Outcome outcome = cucc({"-DVALUE=7", "-run", "-run-args", "a,b",
                                folder.write("k.cu", kProgram), "-o", folder.path() + "/k"});
  EXPECT_EQ(outcome.output, "7 a b\n") << outcome.errors;
}

TEST(CommandOfACourse, MakesLibrariesAndPrograms) {
  const TemporaryFolder folder;
  const std::string library =
      folder.write("library.cu",
                   "__global__ void k(int* p) { *p = 6; }\n"
                   "int result() {\n  int* p;\n  cudaMallocManaged(&p, 4);\n  k<<<1, 1>>>(p);\n"
                   "  cudaDeviceSynchronize();\n  return *p;\n}\n");
  const std::string host =
      folder.write("host.cpp", "int result();\nint main() { return result(); }\n");
  const std::string program = folder.path() + "/program";
  for (const Words& kind :
       {Words{"-lib", "-o", folder.path() + "/liba.a"},
        Words{"-shared", "-Xcompiler", "-fPIC", "-o", folder.path() + "/liba.so"}}) {
    Words make = kind;
    make.push_back(library);
    ASSERT_EQ(cucc(make).exit_code, 0) << kind[0];
    const Outcome linked = cucc(
        {host, "-L" + folder.path(), "-la", "-Xlinker", "-rpath," + folder.path(), "-o", program});
    ASSERT_EQ(linked.exit_code, 0) << kind[0] << linked.errors;
    EXPECT_EQ(run_program({program}).exit_code, 6) << kind[0];
    std::filesystem::remove(kind.back());
  }
}

TEST(ExtendedLambda, IsAcceptedOnlyWithItsOption) {
  const TemporaryFolder folder;
  const std::string source =
      folder.write("lambda.cu",
                   "template <class F> __global__ void apply(int* p, F f) { *p = f(5); }\n"
                   "int main() {\n  int k = 8, *p;\n  cudaMallocManaged(&p, 4);\n"
                   "  apply<<<1, 1>>>(p, [=] __device__ (int x) { return x * k + 2; });\n"
                   "  cudaDeviceSynchronize();\n  return *p;\n}\n");
  const std::string program = folder.path() + "/program";
  const Outcome refused = cucc({source, "-o", program});
  EXPECT_EQ(refused.exit_code, 1);
  EXPECT_TRUE(contains(refused.errors, "lambda.cu:5:26: error:")) << refused.errors;
  EXPECT_TRUE(contains(refused.errors, "--extended-lambda")) << refused.errors;
  ASSERT_EQ(cucc({"--extended-lambda", source, "-o", program}).exit_code, 0);
  EXPECT_EQ(run_program({program}).exit_code, 42);
}

TEST(ConstexprFunction, IsForDeviceCodeOnlyWithItsOption) {
  const TemporaryFolder folder;
  const std::string source =
      folder.write("constexpr.cu",
                   "constexpr int up(int a, int b) { return (a + b - 1) / b; }\n"
                   "struct Pair {\n  int a, b;\n  constexpr int sum() const { return a + b; }\n};\n"
                   "__global__ void k(int* p, int n) { *p = up(n, 2) + Pair{n, 1}.sum(); }\n"
                   "int main() {\n  int* p;\n  cudaMallocManaged(&p, 4);\n  k<<<1, 1>>>(p, 27);\n"
                   "  cudaDeviceSynchronize();\n  return *p;\n}\n");
  const std::string program = folder.path() + "/program";
  const Outcome refused = cucc({source, "-o", program});
  EXPECT_EQ(refused.exit_code, 1);
  EXPECT_TRUE(contains(refused.errors, "constexpr.cu:6:") &&
              contains(refused.errors, ": error: up "))
      << refused.errors;
  for (const char* kind : {"-O2", "--diagnose"}) {
    const Outcome built = cucc({"--expt-relaxed-constexpr", kind, source, "-o", program});
    ASSERT_EQ(built.exit_code, 0) << built.errors;
    EXPECT_EQ(run_program({program}).exit_code, 42) << kind;
  }
  const std::string object = folder.path() + "/k.o";
  EXPECT_EQ(
      cucc({"-expt-relaxed-constexpr", "--device-only", "-c", source, "-o", object}).exit_code, 0);
}

TEST(BadInput, IsReportedInOneMessageWithWhatToDo) {
  const TemporaryFolder folder;
  const std::string good = folder.write("good.cu", kProgram);
  const std::string host = folder.write("host.cpp", "int n;\n");
  const std::string in = folder.path() + '/';
  folder.write("notes.txt", "hello\n");
  folder.write("code.ptx", "hello\n");
  folder.write("utf16.cu", std::string("i\0n\0t\0", 6));
  folder.write("header.cu", "\n#include \"lost.h\"\n");
  struct Case {
    Words words;
    std::string message;
  };
  const std::vector<Case> cases = {
      {{"--hlep"}, "cucc: there is no option --hlep; do you mean --help?"},
      {{"-arhc=sm_70", good}, "do you mean -arch? write -Xcompiler -arhc"},
      {{"-quite", good}, "cucc --help lists all options"},
      {{"-arch=sm70", good}, "cucc: 'sm70' is not an architecture of a GPU; write sm_80"},
      {{"-ptx", good}, "cucc: -ptx is not offered: there is no machine code of a GPU here"},
      {{"-o"}, "cucc: -o needs a value: -o <file>"},
      {{in + "lost.cu"}, "cucc: there is no file " + in + "lost.cu; check its name"},
      {{folder.path()}, " is a folder; name the files in it"},
      {{in + "notes.txt"}, "notes.txt is not a CUDA file"},
      {{in + "code.ptx"},
       "code.ptx has code of a GPU, which cannot run on a CPU; give the .cu file"},
      {{in + "utf16.cu"}, "utf16.cu is not source text in UTF-8"},
      {{"-lcublas", good}, "cucc: -lcublas: CUDA on the CPU offers the CUDA runtime only"},
      {{"-optf", folder.write("runtime", "--runtime /nowhere"), good},
       "cucc: --runtime /nowhere has no effect in a file of options"},
      {{"--device-only", "-c", host}, "host.cpp is host code, so --device-only has no meaning"},
      {{"--variants", "-c", host}, "add -x cu if it is CUDA code"},
      {{"-openmp", "-forward-unknown-opts", good}, "cucc: there is no option -openmp"},
      {{"-Xcompiler", "-o,x", good}, "write -o NAME without -Xcompiler"},
      {{"-dM", "-c", good}, "cucc: -dM changes the preprocessed source; write it together with -E"},
      {{"-default-stream", "perthread", good}, "must be legacy, null or per-thread"},
      {{"-rdc", "yes", good}, "the value of -rdc must be true or false, not 'yes'"},
      {{"--fmad=5", good}, "the value of -fmad must be true or false, not '5'"},
      {{"--Werror", "foo", good}, "write -Werror=foo if it is a warning of the host's compiler"},
      {{"-optf", folder.write("loop", "-optf " + in + "loop"), good},
       "cucc: files with options name each other without end"},
      {{"-DVALUE=1", "-llost", good, "-o", in + "x"}, "cucc: there is no library lost (-llost)"},
      {{"-c", in + "header.cu", "-o", in + "x.o"},
       "header.cu:2:10: note: check the name of the header, or name its folder with -I"},
      {{"-c", good, in + "utf16.cu", "-o", in + "x.o"}, "save it as UTF-8"},
      {{"-ccbin", "/nowhere/g++", "-c", good}, "cucc: cannot start /nowhere/g++"},
  };
  for (const Case& one : cases) {
    const Outcome outcome = cucc(one.words);
    EXPECT_NE(outcome.exit_code, 0) << one.message;
    EXPECT_TRUE(contains(outcome.errors, one.message)) << one.message << '\n' << outcome.errors;
  }
}

TEST(Version, IsThatOfTheRepositoryAndNamesTheRelease) {
  const Outcome outcome = cucc({"--version"});
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_EQ(outcome.output.find("cucc " HANDSHAKE_VERSION ":"), 0u) << outcome.output;
  EXPECT_TRUE(contains(outcome.output, "release 12.0, V12.0")) << outcome.output;
}

TEST(LibraryOfTheRuntime, IsPartOfCuccUnderTheNamesOfItsFiles) {
  const TemporaryFolder folder;
  const std::string program = folder.path() + "/k";
  const Outcome built =
      cucc({"-DVALUE=4", folder.write("k.cu", kProgram), "/nowhere/lib64/libcudart_static.a",
            "/nowhere/lib64/libcudart.so", "-lcudadevrt", "-o", program});
  EXPECT_EQ(built.exit_code, 0) << built.errors;
  EXPECT_EQ(run_program({program}).output, "4\n");
}

namespace {

// The names that follow `start` at the beginnings of lines.
std::set<std::string> names_after(const std::string& start, const std::string& text) {
  std::set<std::string> names;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (line.compare(0, start.size(), start) != 0) continue;
    const size_t begin = start.size() - std::string("CUCC_").size();
    names.insert(
        line.substr(begin, line.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ_", begin) - begin));
  }
  return names;
}

}  // namespace

TEST(Setting, OfTheHelpIsReadByProgramsAndExplainedInTheDocumentation) {
  const TemporaryFolder folder;
  const std::string program = folder.path() + "/k";
  ASSERT_EQ(cucc({"-DVALUE=1", folder.write("k.cu", kProgram), "-o", program}).exit_code, 0);
  const std::set<std::string> names = names_after("  CUCC_", cucc({"--help"}).output);
  EXPECT_EQ(names.size(), 14u);
  for (const std::string& name : names) {
    const Outcome outcome = run_program({program}, {{name, "descriptor:x"}});
    EXPECT_EQ(outcome.exit_code, 2) << name;
    EXPECT_TRUE(contains(outcome.errors, name + "=descriptor:x is not understood"))
        << outcome.errors;
  }
  EXPECT_EQ(names_after("| `CUCC_", read_file(DOCUMENTATION)), names);
  EXPECT_EQ(names_after(".B CUCC_", read_file(std::string(CUDA_ON_CPU_DIR) + "/cucc.1")), names);
}

TEST(Setting, HasAnOlderNameWithTheSameMeaning) {
  const TemporaryFolder folder;
  const std::string program = folder.path() + "/k";
  ASSERT_EQ(cucc({"-DVALUE=1", folder.write("k.cu", kProgram), "-o", program}).exit_code, 0);
  const Outcome wrong = run_program({program}, {{"HANDSHAKE_SCHEDULE", "x"}});
  EXPECT_EQ(wrong.exit_code, 2);
  EXPECT_TRUE(contains(wrong.errors, "HANDSHAKE_SCHEDULE=x is not understood")) << wrong.errors;
  EXPECT_EQ(
      run_program({program}, {{"HANDSHAKE_SCHEDULE", "x"}, {"CUCC_SCHEDULE", "reverse"}}).exit_code,
      0);
}

TEST(ManPage, HasEveryOption) {
  const std::string page = read_file(std::string(CUDA_ON_CPU_DIR) + "/cucc.1");
  EXPECT_EQ(page.find(".TH CUCC 1\n"), 0u);
  for (const Listed& option : options_of_nvcc()) {
    std::string name;
    for (const char c : option.name) name += c == '-' ? "\\-" : std::string(1, c);
    EXPECT_TRUE(contains(page, "\n.B " + name)) << option.name;
  }
}
