// Tests the compiler driver cucc: its options, exit codes, and messages about broken programs.
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <sstream>
#include <string>

#include "run_program.hpp"

namespace {

Outcome cucc(std::vector<std::string> arguments,
             const std::map<std::string, std::string>& variables = {}) {
  std::vector<std::string> command = {CUCC, "--runtime", CUDA_ON_CPU_DIR, "--cxx", COMPILER};
  command.insert(command.end(), arguments.begin(), arguments.end());
  return run_program(command, variables);
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

const char* const kGood =
    "#include <cstdio>\n"
    "__global__ void k(int* p) { *p = 6; }\n"
    "int main() {\n"
    "  int *d, h = 0;\n"
    "  cudaMalloc(&d, 4);\n"
    "  k<<<1, 1>>>(d);\n"
    "  cudaMemcpy(&h, d, 4, cudaMemcpyDeviceToHost);\n"
    "  cudaFree(d);\n"
    "  std::printf(\"%d\\n\", h);\n"
    "}\n";

// Compiles a text that is wrong, and returns the messages. The file is always called broken.cu.
std::string messages_for(const std::string& text) {
  const TemporaryFolder folder;
  const Outcome outcome =
      cucc({"-c", folder.write("broken.cu", text), "-o", folder.path() + "/broken.o"});
  EXPECT_EQ(outcome.exit_code, 1) << outcome.errors;
  EXPECT_FALSE(std::filesystem::exists(folder.path() + "/broken.o"));
  return outcome.errors;
}

}  // namespace

TEST(Cucc, CompilesAndLinksInOneStep) {
  const TemporaryFolder folder;
  const std::string program = folder.path() + "/a folder/program";
  std::filesystem::create_directory(folder.path() + "/a folder");
  const Outcome built = cucc({folder.write("good.cu", kGood), "-o", program});
  ASSERT_EQ(built.exit_code, 0) << built.errors;
  EXPECT_EQ(built.errors, "");
  EXPECT_EQ(run_program({program}).output, "6\n");
}

TEST(Cucc, ShowsTheLineOfARefusedNameWithAMarkBelowIt) {
  const std::string said = messages_for(
      "#define TWICE(x) ((x) + (x))\n"
      "__global__ void k(int* p) {\n"
      "\t*p = TWICE(*p) + rand();\n"
      "}\n");
  EXPECT_TRUE(contains(said, "broken.cu:3:19: error: rand is a function of the host")) << said;
  EXPECT_TRUE(contains(said,
                       "\n    3 | \t*p = TWICE(*p) + rand();\n"
                       "      | \t                 ^\n"))
      << said;
}

TEST(Cucc, ListsVariantsOnlyForLinesThatCompileWhenChanged) {
  const TemporaryFolder folder;
  const std::string object = folder.path() + "/k.o";
  const std::string text =
      "__global__ void k(int* p, int n) {\n"
      "  int& first = p[0];\n"
      "  first = n + 1;\n"
      "}\n";
  const Outcome built = cucc({"--variants", "-c", folder.write("k.cu", text), "-o", object});
  ASSERT_EQ(built.exit_code, 0) << built.errors;
  const std::string list = read_file(object + ".variants");
  EXPECT_TRUE(contains(list, " k.cu 3 ")) << list;
  EXPECT_FALSE(contains(list, " k.cu 2 ")) << list;
}

TEST(Cucc, GivesTheCompilerTheSameTextWhereverTheFolderIs) {
  std::string texts[2];
  for (std::string& text : texts) {
    const TemporaryFolder folder;
    folder.write("good.cuh", kGood);
    const std::string source = folder.write("main.cu", "#include \"good.cuh\"\n");
    std::vector<std::string> words = {"-ffile-prefix-map=" + folder.path() + "=."};
    if (&text != texts) words.insert(words.begin(), "-Xcompiler");
    words.insert(words.end(), {"--cuda", source, "-o", "/dev/stdout"});
    const Outcome outcome = cucc(words);
    EXPECT_EQ(outcome.errors, "");
    EXPECT_TRUE(contains(outcome.output, "\"./good.cuh\"")) << "the text must name the header";
    EXPECT_FALSE(contains(outcome.output, std::filesystem::current_path().string() + "/"));
    text = outcome.output;
  }
  EXPECT_EQ(texts[0], texts[1]);
}

TEST(Cucc, CompilesAndLinksInTwoSteps) {
  const TemporaryFolder folder;
  const std::string object = folder.path() + "/good.o", program = folder.path() + "/program";
  for (const char* standard : {"-std=c++14", "-std=c++17", "-std=c++20"}) {
    for (const char* level : {"-O0", "-O2"}) {
      const Outcome compiled = cucc({standard, level, "-Wall", "-Wextra", "-Werror", "-c",
                                     folder.write("good.cu", kGood), "-o", object});
      ASSERT_EQ(compiled.exit_code, 0) << standard << level << compiled.errors;
    }
  }
  ASSERT_EQ(cucc({object, "-o", program, "-lm"}).exit_code, 0);
  EXPECT_EQ(run_program({program}).output, "6\n");
}

TEST(Cucc, ChecksPointersInStructsUnderEveryCppStandard) {
  const TemporaryFolder folder;
  const std::string program = folder.path() + "/program";
  const std::string source = folder.write(
      "structs.cu",
      "struct Pair { int* pointer; union { unsigned long long number; int* same; }; };\n"
      "__global__ void k(Pair p, unsigned long long* seen) { *seen = p.number; *p.pointer = 7; }\n"
      "int main() {\n"
      "  int host = 5;\n"
      "  unsigned long long* seen;\n"
      "  cudaMallocManaged(&seen, 8);\n"
      "  k<<<1, 1>>>(Pair{&host, {(unsigned long long)&host}}, seen);\n"
      "  return cudaDeviceSynchronize() == cudaErrorIllegalAddress && host == 5 &&\n"
      "         *seen == (unsigned long long)&host ? 42 : 1;\n"
      "}\n");
  for (const char* standard : {"-std=c++11", "-std=c++14", "-std=c++17", "-std=c++20"}) {
    const Outcome built = cucc({standard, "-Wall", "-Wextra", "-Werror", source, "-o", program});
    ASSERT_EQ(built.exit_code, 0) << standard << built.errors;
    EXPECT_EQ(run_program({program}).exit_code, 42) << standard;
  }
}

// A kernel file may contain only device code. Code that runs before main is host code, so cucc must
// not add it.
TEST(Cucc, CompilesSharedMemoryWithoutCodeThatRunsBeforeMain) {
  const TemporaryFolder folder;
  const std::string object = folder.path() + "/shared.o", program = folder.path() + "/program";
  const std::string source =
      folder.write("shared.cu",
                   "template <int n> __global__ void k(int* p) {\n"
                   "  __shared__ int a[n], b[n];\n"
                   "  a[0] = 40;\n  b[0] = 2;\n  *p = a[0] + b[0];\n}\n"
                   "int main() {\n"
                   "  int* p;\n"
                   "  cudaMallocManaged(&p, 4);\n"
                   "  k<6144><<<1, 1>>>(p);\n"
                   "  if (cudaDeviceSynchronize() != cudaSuccess || *p != 42) return 1;\n"
                   "  k<6145><<<1, 1>>>(p);\n"
                   "  return cudaGetLastError() == cudaSuccess ? 2 : 0;\n}\n");
  ASSERT_EQ(cucc({"-c", source, "-o", object}).exit_code, 0);
  const Outcome sections = run_program({"readelf", "-W", "-S", object});
  EXPECT_TRUE(contains(sections.output, ".text")) << sections.output;
  EXPECT_FALSE(contains(sections.output, ".init_array")) << sections.output;
  ASSERT_EQ(cucc({object, "-o", program}).exit_code, 0);
  const Outcome outcome = run_program({program});
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_TRUE(contains(outcome.errors, "49160 bytes of variables in shared memory"))
      << outcome.errors;
}

TEST(Cucc, AcceptsTheKeywordsOfASharedArrayInAnyOrderWithoutAWarning) {
  const TemporaryFolder folder;
  const std::string file = folder.write("x.cu",
                                        "__shared__ extern int dynamic[];\n"
                                        "__shared__ static int fixed[32];\n"
                                        "extern float __shared__ also[];\n"
                                        "__global__ void k(int* p) {\n"
                                        "  p[0] = dynamic[0] + fixed[0] + int(also[0]);\n}\n");
  const Outcome outcome = cucc({"-Wall", "-Wextra", "-c", file, "-o", folder.path() + "/x.o"});
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_EQ(outcome.errors, "");
}

// If a program could detect its build (plain or diagnostic), it could be right in only one build.
TEST(Cucc, DefinesTheSameMacrosWithAndWithoutDiagnosis) {
  const TemporaryFolder folder;
  const std::string source = folder.write(
      "macros.cu", "#include <cooperative_groups.h>\n#include <stdio.h>\n#include <stdlib.h>\n");
  const Outcome plain = cucc({"-E", "-dM", source});
  const Outcome diagnostic = cucc({"-E", "-dM", "--diagnose", source});
  ASSERT_EQ(plain.exit_code, 0) << plain.errors;
  EXPECT_TRUE(contains(plain.output, "#define __CUDA_ARCH__ 800")) << plain.output;
  EXPECT_EQ(plain.output, diagnostic.output);
}

// The file uses every macro by which a program could distinguish the two builds.
TEST(Cucc, CompilesTheSameTextWithAndWithoutDiagnosis) {
  const TemporaryFolder folder;
  const std::string source = folder.write(
      "told.cu",
      "#define CAT(a, b) a##b\n"
      "const char* told[] = {__FILE__, __BASE_FILE__, __TIME__, __DATE__, __TIMESTAMP__,\n"
      "                      CAT(__TI, ME__)};\n"
      "int numbers[] = {__LINE__, __COUNTER__, __COUNTER__, __INCLUDE_LEVEL__};\n"
      "#ifdef __OPTIMIZE__\nint optimized;\n#endif\n"
      "#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)\nint watched;\n#endif\n"
      "#ifdef __has_feature\n#if __has_feature(thread_sanitizer)\nint seen;\n#endif\n#endif\n"
      "#ifdef __has_builtin\n#if __has_builtin(__tsan_read4)\nint known;\n#endif\n#endif\n");
  const Outcome plain = cucc({"--cuda", source, "-o", "/dev/stdout"});
  ASSERT_EQ(plain.exit_code, 0) << plain.errors;
  const auto told = [](const Outcome& outcome) {
    return outcome.output.substr(outcome.output.find("const char* told"));
  };
  std::filesystem::last_write_time(
      source, std::filesystem::file_time_type::clock::now() + std::chrono::hours(30));
  const Outcome diagnostic = cucc({"--cuda", "--diagnose", source, "-o", "/dev/stdout"});
  EXPECT_EQ(told(plain), told(diagnostic));
  EXPECT_TRUE(contains(told(plain), "int optimized")) << told(plain);
  EXPECT_TRUE(contains(told(plain), "\"00:00:00\", \"Jan  1 1970\"")) << told(plain);
}

// The compilers of Ubuntu define _FORTIFY_SOURCE. Then the headers of the C library replace memcpy
// by __memcpy_chk.
TEST(Cucc, AcceptsCFunctionsInDeviceCodeEvenIfFortifiedHeadersReplaceThem) {
  const TemporaryFolder folder;
  const std::string text =
      "#include <cstdio>\n#include <cstring>\n"
      "__global__ void k(int* to, int* from, int n) {\n"
      "  memcpy(to + 1, from, (n - 1) * sizeof(int));\n"
      "  memset(from, 0, n * sizeof(int));\n"
      "  printf(\"%d\\n\", to[1]);\n"
      "}\n";
  const std::string source = folder.write("k.cu", text);
  for (const std::vector<std::string>& way :
       std::vector<std::vector<std::string>>{{}, {"--device-only"}, {"--diagnose"}}) {
    std::vector<std::string> words = {"-D_FORTIFY_SOURCE=2", "-O2", "-c", source};
    words.insert(words.end(), {"-o", folder.path() + "/k.o"});
    words.insert(words.end(), way.begin(), way.end());
    const Outcome built = cucc(words);
    EXPECT_EQ(built.exit_code, 0) << built.errors;
    EXPECT_EQ(built.errors, "");
  }
}

TEST(Cucc, WritesDependenciesForMake) {
  const TemporaryFolder folder;
  folder.write("used.cuh", "#pragma once\n");
  const std::string source =
      folder.write("good.cu", std::string("#include \"used.cuh\"\n") + kGood);
  const std::string object = folder.path() + "/good.o", rules = folder.path() + "/good.d";
  ASSERT_EQ(cucc({"-MMD", "-MF", rules, "-c", source, "-o", object}).exit_code, 0);
  const std::string text = read_file(rules);
  EXPECT_EQ(text.find(object + ":"), 0u) << text;
  EXPECT_TRUE(contains(text, "used.cuh")) << text;
}

TEST(RuleForMake, NamesWhatTheCommandMakes) {
  const TemporaryFolder folder;
  folder.write("used.cuh", "#pragma once\n");
  folder.write("good.cu", std::string("#include \"used.cuh\"\n") + kGood);
  folder.write("host.cpp", "#include \"used.cuh\"\nint n;\n");
  const auto in_folder = [&](const std::string& words) {
    const std::string absolute = std::filesystem::absolute(CUCC);
    const std::string library = std::filesystem::absolute(CUDA_ON_CPU_DIR);
    return run_program({"sh", "-c",
                        "cd '" + folder.path() + "' && '" + absolute + "' --cxx '" + COMPILER +
                            "' --runtime '" + library + "' " + words});
  };
  struct Case {
    std::string words, file, target;  // of the rule
  };
  const Case cases[] = {
      {"-M good.cu >here", "here", "good.o:"},
      {"-M -MF a.d good.cu", "a.d", "good.o:"},
      {"-MM -MF b.d host.cpp", "b.d", "host.o:"},
      {"-M host.cpp -o c.d", "c.d", "host.o:"},
      {"-MMD -c good.cu", "good.d", "good.o:"},
      {"-MMD -c good.cu -o other.o", "other.d", "other.o:"},
      {"-MD -MF d.d -MT name -c good.cu", "d.d", "name:"},
      {"-E -MMD good.cu >text", "good.d", "good.o:"},
      {"-MMD good.cu -o program", "program.d", "program:"},
      {"-MMD good.cu host.cpp -o both", "both-host.d", "both:"},
      {"-MMD good.cu", "good.d", "a.out:"},
  };
  for (const Case& one : cases) {
    const Outcome outcome = in_folder(one.words);
    EXPECT_EQ(outcome.exit_code, 0) << one.words << outcome.errors;
    EXPECT_EQ(outcome.output, "") << one.words;
    const std::string rule = read_file(folder.path() + '/' + one.file);
    EXPECT_EQ(rule.find(one.target), 0u) << one.words << '\n' << rule;
    EXPECT_TRUE(contains(rule, "used.cuh")) << one.words << '\n' << rule;
    std::filesystem::remove(folder.path() + '/' + one.file);
  }
}

TEST(HostFile, IsCompiledWithoutTheMacrosOfCudaFiles) {
  const TemporaryFolder folder;
  const std::string source = folder.write(
      "host.cpp",
      "#if defined(__CUDACC__) || defined(__CUDACC_RDC__)\nint cuda;\n#else\nint host;\n#endif\n");
  for (const char* goal : {"-E", "--cuda"}) {
    const Outcome outcome = cucc({goal, "-rdc=true", source, "-o", "/dev/stdout"});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.errors;
    EXPECT_TRUE(contains(outcome.output, "int host;")) << outcome.output;
  }
  EXPECT_TRUE(contains(cucc({"-x", "cu", "-E", source}).output, "int cuda;"));
}

TEST(Cucc, ReadsItsSourceFromAPipe) {
  const Outcome outcome =
      run_program({"sh", "-c",
                   "echo 'int from_a_pipe;' | '" + std::string(CUCC) + "' --runtime '" +
                       CUDA_ON_CPU_DIR + "' -x cu -E /dev/stdin"});
  EXPECT_TRUE(contains(outcome.output, "int from_a_pipe;")) << outcome.errors;
}

TEST(Cucc, LeavesNoTemporaryFiles) {
  const TemporaryFolder folder;
  const std::string scratch = folder.path() + "/scratch";
  std::filesystem::create_directory(scratch);
  cucc({folder.write("good.cu", kGood), "-o", folder.path() + "/program"}, {{"TMPDIR", scratch}});
  cucc({"-c", folder.write("bad.cu", "int main( {"), "-o", folder.path() + "/bad.o"},
       {{"TMPDIR", scratch}});
  EXPECT_TRUE(std::filesystem::is_empty(scratch));
}

TEST(DryRun, ChangesNoFile) {
  const TemporaryFolder folder;
  const std::string source = folder.write("good.cu", kGood);
  const std::string kept = folder.write("kept", "kept\n"),
                    object = folder.write("kept.o", "kept\n");
  const std::string list = folder.write("kept.o.variants", "kept\n");
  const std::string text = folder.write("good.cu.cpp.ii", "kept\n");
  for (const std::vector<std::string>& goal : std::vector<std::vector<std::string>>{
           {"-E", "-o", kept},
           {"--cuda", "-o", kept},
           {"-M", "-o", kept},
           {"--keep", "--keep-dir", folder.path(), "-c", "-o", object},
           {"--variants", "-c", "-o", object},
           {"--device-only", "-c", "-o", object},
           {"-lib", "-o", kept},
           {"--time", kept, "-c", "-o", object},
           {"--clean-targets", "-o", kept}}) {
    std::vector<std::string> words = {"--dryrun", source};
    words.insert(words.end(), goal.begin(), goal.end());
    const Outcome outcome = cucc(words);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.errors;
    EXPECT_EQ(outcome.errors.find("#$ "), 0u) << outcome.errors;
    EXPECT_EQ(outcome.output, "");
    for (const std::string& file : {kept, object, list, text})
      EXPECT_EQ(read_file(file), "kept\n") << goal[0] << ' ' << file;
  }
}

TEST(DryRun, AsksACompilerWithAnUnusualNameForItsKind) {
  const TemporaryFolder folder;
  const std::string compiler = folder.write("compiler", "#!/bin/sh\necho 'a version of clang'\n");
  std::filesystem::permissions(compiler, std::filesystem::perms::owner_all);
  const Outcome outcome = cucc({"--cxx", compiler, "--dryrun", "-c", folder.write("good.cu", kGood),
                                "-o", folder.path() + "/good.o"});
  EXPECT_TRUE(contains(outcome.errors, " -fsanitize=array-bounds ")) << outcome.errors;
}

TEST(Archive, HasOnlyTheObjectsOfItsLastCommand) {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder.path() + "/other");
  const std::string archive = folder.path() + "/liba.a";
  const std::string a = folder.write("a.cpp", "int a() { return 1; }\n");
  const std::string b = folder.write("b.cpp", "int b() { return 1; }\n");
  const std::string other_b = folder.write("other/b.cpp", "int c() { return 1; }\n");
  ASSERT_EQ(cucc({"-lib", a, "-o", archive}).exit_code, 0);
  ASSERT_EQ(cucc({"-lib", b, other_b, "-o", archive}).exit_code, 0);
  EXPECT_EQ(run_program({"ar", "t", archive}).output, "b.o\nb.o\n");
  const std::string names = run_program({"nm", "-C", archive}).output;
  EXPECT_TRUE(contains(names, "T b()") && contains(names, "T c()")) << names;
}

TEST(Cucc, ReportsThatItsOutputCannotBeWritten) {
  const TemporaryFolder folder;
  const std::string source = folder.write("good.cu", kGood);
  const std::string start = std::string("'") + CUCC + "' --runtime '" + CUDA_ON_CPU_DIR + "' ";
  for (const std::string& words :
       {"-E '" + source + "' >/dev/full", "-E '" + source + "' -o /dev/full",
        std::string("--help >/dev/full"), std::string("--version >/dev/full")}) {
    const Outcome outcome = run_program({"sh", "-c", start + words});
    EXPECT_EQ(outcome.exit_code, 2) << words;
    EXPECT_TRUE(contains(outcome.errors, "No space left on device")) << outcome.errors;
  }
}

TEST(Cucc, PrintsAWarningOfAnyLength) {
  const TemporaryFolder folder;
  const std::string text(1000000, 'x');
  const Outcome outcome = cucc(
      {"-c", folder.write("long.cu", "#warning " + text + '\n'), "-o", folder.path() + "/x.o"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.errors.substr(0, 200);
  EXPECT_TRUE(contains(outcome.errors, text));
}

namespace {

// Starts cucc with a compiler that runs this script. The commands of the shell that follow know the
// process as $!, and cucc has begun to compile when the file `begun` in the folder exists. No other
// program starts cucc here: the signal would end only that program.
Outcome with_signal(const TemporaryFolder& folder, const std::string& script,
                    const std::string& before, const std::string& after) {
  const std::string compiler = folder.write("g++", "#!/bin/sh\n" + script);
  std::filesystem::permissions(compiler, std::filesystem::perms::owner_all);
  std::filesystem::create_directory(folder.path() + "/scratch");
  const std::string source = folder.write("good.cu", kGood);
  return run_program({"sh", "-c",
                      before + "'" + CUCC + "' --runtime '" + CUDA_ON_CPU_DIR + "' --cxx '" +
                          compiler + "' -c '" + source + "' -o /dev/null & " + "while [ ! -e " +
                          folder.path() + "/begun ]; do sleep 0.01; done; " + after + "; wait $!"},
                     {{"TMPDIR", folder.path() + "/scratch"}, {"CUCC_BY", ""}});
}

}  // namespace

TEST(Signal, EndsCuccAndItsCompilerAndLeavesNoTemporaryFile) {
  const TemporaryFolder folder;
  const Outcome outcome = with_signal(folder, "touch " + folder.path() + "/begun; exec sleep 100\n",
                                      "", "kill -TERM $!");
  EXPECT_EQ(outcome.exit_code, 128 + 15) << outcome.errors;
  EXPECT_TRUE(std::filesystem::is_empty(folder.path() + "/scratch"));
}

TEST(Signal, IsIgnoredIfCuccWasStartedSo) {
  const TemporaryFolder folder;
  const std::string may_end = folder.path() + "/may_end";
  const Outcome outcome = with_signal(folder,
                                      "touch " + folder.path() + "/begun; while [ ! -e " + may_end +
                                          " ]; do sleep 0.01; done; exit 7\n",
                                      "trap '' HUP; ", "kill -HUP $!; touch " + may_end);
  EXPECT_EQ(outcome.exit_code, 7) << outcome.errors;
}

TEST(ClosedPipe, EndsCuccWithoutTemporaryFiles) {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder.path() + "/scratch");
  const std::string source = folder.write("long.cu", std::string(1000000, ';') + '\n');
  const std::string start = std::string("'") + CUCC + "' --runtime '" + CUDA_ON_CPU_DIR + "' -E '";
  const Outcome outcome = run_program(
      {"sh", "-c", "{ " + start + source + "'; echo $? >" + folder.path() + "/status; } | true"},
      {{"TMPDIR", folder.path() + "/scratch"}});
  const std::string status = read_file(folder.path() + "/status");
  EXPECT_NE(status, "") << outcome.errors;
  EXPECT_NE(status, "0\n") << outcome.errors;
  EXPECT_TRUE(std::filesystem::is_empty(folder.path() + "/scratch"));
}

TEST(Cucc, ExplainsWrongArguments) {
  EXPECT_EQ(cucc({}).exit_code, 2);
  EXPECT_TRUE(contains(cucc({}).errors, "no input files"));
  const Outcome outcome = run_program({CUCC, "--runtime", "/nowhere", "-c", "x.cu"});
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_TRUE(contains(outcome.errors, "--runtime")) << outcome.errors;
}

TEST(CompileError, NamesTheLineOfTheProgram) {
  const std::string text = messages_for(
      "__global__ void k(int* p,\n                  int n) {\n  p[0] = undeclared + n;\n}\n");
  EXPECT_TRUE(contains(text, "broken.cu:3:")) << text;
  EXPECT_TRUE(contains(text, "undeclared")) << text;
}

TEST(CompileError, NamesTheRightLineAfterALaunchOfSeveralLines) {
  const std::string text = messages_for(
      "__global__ void k(int* p) { *p = 1; }\n"
      "void f(int* p) {\n  k<<<1,\n     1\n    >>>(p);\n  int x = undeclared;\n}\n");
  EXPECT_TRUE(contains(text, "broken.cu:6:")) << text;
}

// Checks that the message marks this piece of the text and names its line and column. The first
// column is 1, as in editors.
void expect_marked(const std::string& text, size_t line, const std::string& piece) {
  std::istringstream lines(text);
  std::string written;
  for (size_t i = 0; i < line; i++) std::getline(lines, written);
  const size_t column = written.find(piece) + 1;
  const std::string said = messages_for(text);
  const std::string place = "broken.cu:" + std::to_string(line) + ":" + std::to_string(column);
  EXPECT_TRUE(contains(said, place + ": error: ")) << place << '\n' << said;
  const std::string mark = " | " + written + "\n      | " + std::string(column - 1, ' ') + "^\n";
  EXPECT_TRUE(contains(said, mark)) << said;
  EXPECT_FALSE(contains(said, "cuda_on_cpu::")) << said;
}

TEST(CompileError, NamesTheColumnOfTheProgramAfterAMacro) {
  expect_marked(
      "#define TWICE_THE_VALUE_OF(x) do { unsigned long long result = (x) * 2; (void)result; } "
      "while (0)\nvoid f() {\n  TWICE_THE_VALUE_OF(other);\n}\n",
      3, "other");
}

TEST(CompileError, NamesTheOriginalColumnInTheLineOfALaunch) {
  expect_marked("__global__ void k(int*, int) {}\nvoid f(int* p) {\n  k<<<1, 2>>>(p, other);\n}\n",
                3, "other");
}

TEST(CompileError, NamesTheOriginalColumnInTheFirstLineOfAKernel) {
  expect_marked("__global__ void k(int* p, int n) { p[0] = n * other; }\n", 1, "other");
}

TEST(CompileError, PointsOutAForgottenAddressOperator) {
  for (const char* const name : {"cudaMalloc", "cudaMallocManaged"}) {
    const std::string call = std::string(name) + "(p, 40)";
    const std::string text = messages_for("void f(int* p) {\n  " + call + ";\n}\n");
    EXPECT_TRUE(contains(text, "broken.cu:2:")) << text;
    EXPECT_TRUE(contains(text, "write & before its first argument")) << text;
    EXPECT_FALSE(contains(text, "include")) << text;
  }
}

TEST(CompileError, ComesFromTheCompilerIfBracesDoNotMatch) {
  const char* const broken[] = {
      "__global__ void k(int* p) { if (*p) { *p = 1; }\nint f() { return 1; }\n",
      "__global__ void k(int* p { *p = 1; }\n",
      "__global__ void k(int* p) *p = 1; }\n",
      "void f(int* p) { k<<<1, 1>>(p); }\n",
      "void f(int* p) { k<<<(1, 1>>>(p); }\n",
      "void f(int* p) { k<<<1, 1>>>; }\n",
      "__global__ void k() { __shared__ int a[; }\n",
      "__device__ int f(\n",
      "__shared__",
      "__global__",
      "\"unfinished\nint x = ;\n",
      "R\"(never closed\n",
      "}}}}))))\n",
  };
  for (const char* text : broken) {
    const std::string messages = messages_for(text);
    EXPECT_TRUE(contains(messages, "broken.cu:")) << text << messages;
    EXPECT_TRUE(contains(messages, "error")) << text << messages;
  }
}

TEST(CompileError, NamesCallsThatAreNotOffered) {
  EXPECT_TRUE(contains(messages_for("void f() { cudaGraphLaunch(nullptr, nullptr); }\n"),
                       "cudaGraphLaunch"));
  EXPECT_TRUE(contains(
      messages_for("__device__ long long x;\n__global__ void k() { atomicAdd(&x, 1ll); }\n"),
      "atomicAdd"));
}

TEST(CompileError, NamesAVariableThatIsLargerThanSharedMemory) {
  const std::string text = messages_for(
      "template <int n> __global__ void k(int* p) {\n  __shared__ int s[n];\n  s[0] = *p;\n}\n"
      "void f(int* p) { k<12288><<<1, 1>>>(p); k<12289><<<1, 1>>>(p); }\n");
  EXPECT_TRUE(contains(text, "48 KiB of shared memory")) << text;
  EXPECT_TRUE(contains(text, "broken.cu:2:")) << text;
  EXPECT_TRUE(contains(text, "12289")) << text;
}

TEST(FeatureThatIsNotOffered, IsReportedInOneLineWithItsPlaceInTheFile) {
  const std::pair<const char*, const char*> cases[] = {
      {"__global__ void k() {\n  asm(\"bar.sync 0;\");\n}\n",
       "broken.cu:2:3: error: CUDA on the CPU does not offer inline PTX"},
      {"__global__ void a() {}\n__global__ void k() {\n  a<<<1, 1>>>();\n}\n",
       "broken.cu:3:3: error: CUDA on the CPU does not offer a kernel launch inside a kernel"},
      {"cudaTextureObject_t t;\n", "broken.cu:1:1: error: CUDA on the CPU does not offer textures"},
      {"#include <thrust/sort.h>\n", "note: CUDA on the CPU offers the CUDA runtime only"},
      {"\n#include <cub/cub.cuh>\n", "broken.cu:2:10: note: CUDA on the CPU offers"},
  };
  for (const auto& [text, message] : cases) {
    const std::string messages = messages_for(text);
    EXPECT_TRUE(contains(messages, message)) << messages;
  }
}

namespace {

// A folder with fake headers of a CUDA toolkit. A program that includes one of them does not
// compile; then the test fails.
class Toolkit {
 public:
  Toolkit() {
    for (const char* name : {"thrust", "cooperative_groups", "crt"}) {
      std::filesystem::create_directory(path() + "/" + name);
    }
    for (const char* name : {"cuda_runtime.h", "cuda_runtime_api.h", "cooperative_groups.h"}) {
      folder_.write(name, "#error not the header of CUDA on the CPU\n");
    }
    for (const char* name : {"cuda_fp16.h", "curand_kernel.h", "mma.h", "thrust/sort.h",
                             "cooperative_groups/scan.h"}) {
      folder_.write(name, "#include <cstdio>\n#include \"crt/host_defines.h\"\nstruct int2 {};\n");
    }
    folder_.write("crt/host_defines.h", "#include <not/a/header>\n");
  }
  const std::string& path() const { return folder_.path(); }

 private:
  TemporaryFolder folder_;
};

// Every way in which a compiler can find the headers of a toolkit.
std::vector<std::pair<std::vector<std::string>, std::map<std::string, std::string>>> ways_to(
    const Toolkit& toolkit) {
  return {{{"-I" + toolkit.path()}, {}},
          {{"-isystem", toolkit.path()}, {}},
          {{}, {{"CPATH", toolkit.path()}}},
          {{}, {{"CPLUS_INCLUDE_PATH", toolkit.path()}}}};
}

}  // namespace

TEST(HeaderOfCuda, MayBeIncludedByNameAlsoInADeviceFile) {
  const TemporaryFolder folder;
  std::string text;
  const auto headers = std::filesystem::path(CUCC).parent_path() / "include";
  for (const auto& entry : std::filesystem::directory_iterator(headers)) {
    const std::string name = entry.path().filename();
    if (entry.is_regular_file() && name != "nccl.h") text += "#include <" + name + ">\n";
  }
  EXPECT_TRUE(contains(text, "driver_functions.h"));
  const Outcome outcome = cucc({"--device-only", "-c", folder.write("all.cu", text + kGood), "-o",
                                folder.path() + "/all.o"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.errors;
}

TEST(HeaderOfCuda, HasTheGuardsThatOtherHeadersAskFor) {
  const TemporaryFolder folder;
  std::string text;
  for (const char* guard :
       {"__CUDA_RUNTIME_H__", "__CUDA_RUNTIME_API_H__", "__DRIVER_TYPES_H__", "__VECTOR_TYPES_H__"})
    text += std::string("#ifndef ") + guard + "\n#error " + guard + "\n#endif\n";
  const Outcome outcome =
      cucc({"-c", folder.write("guards.cu", text), "-o", folder.path() + "/guards.o"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.errors;
}

TEST(ToolkitOnTheSearchPath, ReplacesNoHeaderOfCudaOnTheCpu) {
  const TemporaryFolder folder;
  const Toolkit toolkit;
  const std::string program = folder.path() + "/program";
  const std::string device = folder.write(
      "device.cu",
      std::string("#include <cooperative_groups.h>\n#include <cuda_runtime.h>\n") + kGood);
  const std::string host = folder.write("host.cpp", "#include <cuda_runtime_api.h>\n");
  for (const auto& [options, variables] : ways_to(toolkit)) {
    std::vector<std::string> command = {device, host, "-o", program};
    command.insert(command.end(), options.begin(), options.end());
    const Outcome built = cucc(command, variables);
    ASSERT_EQ(built.exit_code, 0) << built.errors;
    EXPECT_EQ(run_program({program}).output, "6\n");
  }
}

TEST(ToolkitOnTheSearchPath, AddsNoHeaderThatCudaOnTheCpuLacks) {
  const TemporaryFolder folder;
  const Toolkit toolkit;
  const std::string object = folder.path() + "/used.o";
  for (const std::string name :
       {"cuda_fp16.h", "curand_kernel.h", "mma.h", "thrust/sort.h", "cooperative_groups/scan.h"}) {
    folder.write("used.cuh", "#pragma once\n\n#include <" + name + ">\n");
    const std::string source = folder.write("used.cu", "#include \"used.cuh\"\n");
    for (const auto& [options, variables] : ways_to(toolkit)) {
      std::vector<std::string> command = {"-c", source, "-o", object};
      command.insert(command.end(), options.begin(), options.end());
      const Outcome outcome = cucc(command, variables);
      EXPECT_EQ(outcome.exit_code, 1);
      EXPECT_EQ(outcome.errors, folder.path() + "/used.cuh:3: error: " + name +
                                    ": CUDA on the CPU offers the CUDA runtime only, not this "
                                    "library of CUDA\n");
    }
  }
}

TEST(HeaderOfTheProgram, MayHaveTheNameOfAHeaderOfCuda) {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder.path() + "/cuda");
  folder.write("cuda/helper.h", "inline int two() { return 2; }\n");
  folder.write("mma.h", "#include \"cuda/helper.h\"\n");
  const std::string source = folder.write("used.cu", "#include \"mma.h\"\nint n = two();\n");
  const Outcome outcome = cucc({"-c", source, "-o", folder.path() + "/used.o"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.errors;
}

TEST(Cucc, CompilesAndLinksFilesOfHostCodeAsWell) {
  const TemporaryFolder folder;
  const std::string host = folder.write(
      "host.cpp",
      "#include <cuda_runtime_api.h>\n#include <cstdio>\nint run(int);\n"
      "int main() { int n = 0; cudaGetDeviceCount(&n); std::printf(\"%d\\n\", run(n)); }\n");
  const std::string device = folder.write(
      "device.cu",
      "__global__ void k(int* p) { *p += 41; }\nint run(int n) { int* p; cudaMallocManaged(&p, "
      "4);\n"
      "  *p = n; k<<<1, 1>>>(p); cudaDeviceSynchronize(); int r = *p; cudaFree(p); return r; }\n");
  const std::string program = folder.path() + "/program";
  const Outcome built = cucc({host, device, "-o", program});
  ASSERT_EQ(built.exit_code, 0) << built.errors;
  EXPECT_EQ(run_program({program}).output, "42\n");
}
