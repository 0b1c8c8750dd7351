// The generate_graph program: makes a graph from a spec, and writes a file, prints statistics, or
// both.
#include <unistd.h>

#include <cstdio>
#include <string>

#include "flags/flags.hpp"
#include "flags/version.hpp"
#include "graph/binary_graph.hpp"
#include "graph/generate.hpp"
#include "graph/generate_graph_formats.hpp"
#include "graph/generate_graph_stats.hpp"
#include "graph/input_error.hpp"
#include "graph/run_program.hpp"
#include "graph/write_graph.hpp"

namespace handshake {
namespace {

struct Options {
  std::string spec;
  std::string output;
  std::string format;
  bool wants_stats = false;
  bool wants_help = false;
};

struct Format {
  const char* name;
  const char* extension;  // selects this format if the file name ends with it; may be null
  const char* meaning;
  void (*write)(const std::string& path, const CsrGraph& graph, const GraphSpec& spec);
};

const Format kFormats[] = {
    {"mtx", ".mtx", "Matrix Market, each edge once",
     [](const std::string& path, const CsrGraph& graph, const GraphSpec&) {
       write_matrix_market(path, graph);
     }},
    {"mtx-general", nullptr, "Matrix Market, each edge twice",
     [](const std::string& path, const CsrGraph& graph, const GraphSpec&) {
       write_general_matrix(path, graph);
     }},
    {"binary", ".hsg", "the fast format of this project (docs/file_formats.md)",
     [](const std::string& path, const CsrGraph& graph, const GraphSpec&) {
       write_binary_graph(path, graph);
     }},
    {"metis", ".graph", "METIS with edge weights; those of w=dec3 are written in thousandths",
     write_metis},
    {"edges", ".txt", "lines \"u v weight\", nodes from 0, each edge once",
     [](const std::string& path, const CsrGraph& graph, const GraphSpec&) {
       write_edge_lines(path, graph);
     }},
    {"vite", nullptr, "binary input of Vite and of programs derived from it",
     [](const std::string& path, const CsrGraph& graph, const GraphSpec&) {
       write_vite(path, graph);
     }},
};

void print_help() {
  std::printf(
      "usage: generate_graph SPEC [-output FILE] [-format FORMAT] [-stat]\n"
      "Makes the graph that SPEC describes; a spec gives the same graph on every machine.\n"
      "  -output FILE    write the graph to FILE\n"
      "  -format FORMAT  one of the formats below; without it the extension of FILE decides\n"
      "  -stat           print nodes, edges, degrees and the sum of the weights\n"
      "  -version        print the version\n"
      "  -help           print this text\n\n%s\nFORMAT is one of\n",
      graph_spec_help().c_str());
  for (const Format& format : kFormats) {
    std::printf("  %-12s %s%s%s\n", format.name, format.meaning,
                format.extension ? "; extension " : "", format.extension ? format.extension : "");
  }
}

Options parse_options(int argc, char** argv) {
  Options options;
  read_flags(argc, argv,
             {{"output", options.output},
              {"format", options.format},
              {"stat", options.wants_stats},
              {"version", handshake::print_version("generate_graph")},
              {"help", options.wants_help}},
             [&options](const std::string& word) {
               if (!options.spec.empty())
                 throw UsageError("only one SPEC is allowed, but there is also " + word);
               options.spec = word;
             });
  if (options.wants_help) return options;
  if (options.spec.empty()) throw UsageError("the SPEC is missing");
  if (options.output.empty() && !options.wants_stats) {
    throw UsageError("there is nothing to do; give -output FILE, -stat or both");
  }
  if (options.output.empty() && !options.format.empty()) {
    throw UsageError("-format needs -output FILE");
  }
  return options;
}

const Format& choose_format(const Options& options) {
  std::string names;
  for (const Format& format : kFormats) {
    if (options.format == format.name) return format;
    names += std::string(" ") + format.name;
  }
  if (!options.format.empty()) {
    throw UsageError("unknown format: " + options.format + "; choose one of:" + names);
  }
  const std::size_t slash = options.output.find_last_of('/') + 1;  // 0 when there is none
  const std::size_t dot = options.output.find_last_of('.');
  const bool has_extension = dot != std::string::npos && dot >= slash;
  for (const Format& format : kFormats) {
    if (has_extension && format.extension && options.output.substr(dot) == format.extension) {
      return format;
    }
  }
  throw UsageError(options.output +
                   ": its extension names no format; add -format with one of:" + names);
}

// Refuses a graph that does not fit into memory: the machine would swap, or the system would end
// programs.
void require_memory(const GraphSpec& spec) {
  const double wanted = estimate_graph(spec).bytes;
  const double present =
      static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGE_SIZE));
  if (wanted <= present) return;
  char text[160];
  std::snprintf(text, sizeof text,
                "needs about %.1f GB of memory, and this machine has %.1f GB; use a smaller graph",
                wanted / 1e9, present / 1e9);
  throw InputError("graph \"" + spec.text + "\"", 0, text);
}

void run(const Options& options) {
  const Format* format = options.output.empty() ? nullptr : &choose_format(options);
  const GraphSpec spec = parse_graph_spec(options.spec);
  require_memory(spec);
  const CsrGraph graph = generate(spec);
  if (options.wants_stats) std::printf("%s", describe_graph(graph).c_str());
  if (format) format->write(options.output, graph, spec);
}

void main_of(int argc, char** argv) {
  const Options options = parse_options(argc, argv);
  if (options.wants_help) {
    print_help();
  } else {
    run(options);
  }
}

}  // namespace
}  // namespace handshake

int main(int argc, char** argv) {
  return handshake::run_program("generate_graph", [&] { handshake::main_of(argc, argv); });
}
