// Tests which specs are accepted, and the messages about all other specs.
#include "graph/graph_spec.hpp"

#include <gtest/gtest.h>

#include <string>

#include "graph/generate.hpp"
#include "graph/input_error.hpp"

namespace handshake {
namespace {

// Returns the message with which parse_graph_spec refuses the spec, or "" if the spec is valid.
std::string complaint_about(const std::string& text) {
  try {
    parse_graph_spec(text);
    return "";
  } catch (const InputError& error) {
    return error.what();
  }
}

TEST(GraphSpec, ReadsEveryKey) {
  const GraphSpec drawn = parse_graph_spec("kron:10:ef=2.5:w=int:seed=7");
  EXPECT_EQ(drawn.kind, GraphKind::kKron);
  EXPECT_EQ(drawn.size, 10);
  EXPECT_EQ(drawn.ef, 2.5);
  EXPECT_EQ(drawn.weights, GeneratedWeights::kInteger);
  EXPECT_EQ(drawn.seed, 7);

  const GraphSpec mesh = parse_graph_spec("mesh81:5:ny=4:nz=3:type=float");
  EXPECT_EQ(mesh.ny, 4);
  EXPECT_EQ(mesh.nz, 3);
  EXPECT_EQ(mesh.real_type, RealType::kFloat);

  EXPECT_EQ(parse_graph_spec("rgg:9:deg=8").deg, 8);
  EXPECT_EQ(parse_graph_spec("kmer:9:x=0.5").x, 0.5);
}

TEST(GraphSpec, HasTheDefaultsOfThePublishedGraphs) {
  const GraphSpec spec = parse_graph_spec("urand:24");
  EXPECT_EQ(spec.ef, 16);
  EXPECT_EQ(spec.deg, 16);
  EXPECT_EQ(spec.x, 3);
  EXPECT_EQ(spec.weights, GeneratedWeights::kThreeDecimals);
  EXPECT_EQ(spec.real_type, RealType::kDouble);
  EXPECT_EQ(spec.seed, 1);
}

TEST(GraphSpec, GivesAMeshTheShapeOfACubeUnlessItsSidesAreGiven) {
  const GraphSpec spec = parse_graph_spec("mesh27:7:nz=2");
  EXPECT_EQ(spec.ny, 7);
  EXPECT_EQ(spec.nz, 2);
}

TEST(GraphSpec, NamesTheKindsWhenTheKindIsUnknown) {
  const std::string complaint = complaint_about("urnd:10");
  EXPECT_NE(complaint.find("graph \"urnd:10\": unknown kind 'urnd'"), std::string::npos);
  EXPECT_NE(complaint.find("urand kron rmatu myc mesh27 mesh81 rgg kmer kmerl path"),
            std::string::npos);
}

TEST(GraphSpec, NamesTheKeysOfTheKindWhenAKeyIsUnknown) {
  const std::string complaint = complaint_about("urand:10:deg=4");
  EXPECT_NE(complaint.find("unknown key 'deg'; urand takes: ef w seed type"), std::string::npos);
}

TEST(GraphSpec, NamesTheValidWeightsOrTypesWhenAWeightOrTypeIsUnknown) {
  EXPECT_NE(complaint_about("path:3:w=real").find("dec3 unif const int"), std::string::npos);
  EXPECT_NE(complaint_about("path:3:type=half").find("double float"), std::string::npos);
}

TEST(GraphSpec, NamesTheRangeWhenANumberIsOutOfRange) {
  EXPECT_NE(complaint_about("urand:31").find("allowed is 0 to 30"), std::string::npos);
  EXPECT_NE(complaint_about("urand:-1").find("allowed is 0 to 30"), std::string::npos);
  EXPECT_NE(complaint_about("myc:1").find("allowed is 2 to 24"), std::string::npos);
  EXPECT_NE(complaint_about("mesh27:0").find("allowed is 1 to"), std::string::npos);
  EXPECT_NE(complaint_about("urand:99999999999999999999").find("0 to 30"), std::string::npos);
  EXPECT_NE(complaint_about("kron:5:ef=1025").find("ef is out of range"), std::string::npos);
  EXPECT_NE(complaint_about("rgg:5:deg=0.5").find("deg is out of range"), std::string::npos);
  EXPECT_NE(complaint_about("kmer:5:x=1001").find("x is out of range"), std::string::npos);
  EXPECT_NE(complaint_about("path:5:seed=9007199254740993").find("seed is out"), std::string::npos);
}

TEST(GraphSpec, RefusesAMeshWithMoreThan2147483647Nodes) {
  EXPECT_EQ(complaint_about("mesh27:1290"), "");
  EXPECT_NE(complaint_about("mesh27:1291").find("2147483647"), std::string::npos);
  EXPECT_NE(complaint_about("mesh81:1290").find("2147483647"), std::string::npos);
  EXPECT_NE(complaint_about("mesh27:2147483647"), "");
}

TEST(GraphSpec, RefusesNumbersInTheWrongForm) {
  for (const char* text :
       {"urand:", "urand: 5", "urand:5 ", "urand:+5", "urand:5.0", "urand:0x5", "urand:5k",
        "urand:5:ef=", "urand:5:ef=1e2", "urand:5:ef=.", "urand:5:ef=1.2.3", "urand:5:ef=-1",
        "urand:5:ef=nan", "urand:5:seed=-1", "urand:5:seed=1.5", "mesh27:5:ny=0"}) {
    EXPECT_NE(complaint_about(text), "") << text;
  }
}

TEST(GraphSpec, RefusesASpecThatDoesNotHaveTheRequiredForm) {
  for (const char* text : {"", ":", "urand", "urand:5:", "urand:5:w", "urand:5:=3", ":5", "URAND:5",
                           "urand:5:w=int:w=int", "graph.mtx"}) {
    EXPECT_NE(complaint_about(text), "") << text;
  }
}

TEST(GraphSpec, RefusesWeightsThatDoNotFitIntoAFloat) {
  EXPECT_NE(complaint_about("urand:5:w=unif:type=float").find("w=unif"), std::string::npos);
  EXPECT_NE(complaint_about("urand:5:type=float:w=int").find("w=int"), std::string::npos);
}

TEST(GraphSpec, IsCheckedAgainAfterACallerHasChangedIt) {
  GraphSpec spec = parse_graph_spec("urand:5");
  spec.size = 40;
  EXPECT_THROW(generate(spec), InputError);
  EXPECT_THROW(estimate_graph(spec), InputError);
}

TEST(GraphSpec, HelpNamesEveryKindAndEveryWeight) {
  const std::string help = graph_spec_help();
  for (const char* word : {"urand", "kron", "rmatu", "myc", "mesh27", "mesh81", "rgg", "kmer",
                           "kmerl", "path", "dec3", "unif", "const", "int", "seed=", "type="}) {
    EXPECT_NE(help.find(word), std::string::npos) << word;
  }
}

}  // namespace
}  // namespace handshake
