# Writes build/compile_commands.json, from which clangd, and every editor that uses clangd, learns
# how each file is compiled. The Makefile at the top includes this file.
COMMANDS := build/compile_commands.json
EDITOR_CPP := clang++ -std=c++17 -Wall -Wextra $(INCLUDES)
# clangd checks kernels as clang checks CUDA code, but with the declarations of our headers.
EDITOR_CU := clang++ -xcuda --cuda-host-only -nocudainc -nocudalib -Wno-unknown-cuda-version \
  -Xclang -fcuda-allow-variadic-functions -std=c++17 -Wall -Wextra $(INCLUDES) \
  -Isrc/cuda_on_cpu/include -include src/cuda_on_cpu/editor.h

# $(1): the file, $(2): the compiler and its options
define entry
{"directory": "@", "file": "$(1)", "arguments": [$(foreach word,$(2),"$(word)",) "$(1)"]},
endef
ENTRIES := $(foreach file,$(wildcard src/*.cu src/gpu_*/*.cu),$(call entry,$(file),$(EDITOR_CU))) \
           $(foreach file,$(MATCH_CPP),$(call entry,$(file),$(EDITOR_CPP)))

match debug check check-verbose: $(COMMANDS)
$(COMMANDS): FORCE
	mkdir -p $(@D)
	new=$@.$$$$; echo '[$(ENTRIES)' | sed -e '$$ s/, *$$/]/' -e 's/}, /},\n/g' | \
	  FOLDER=$$(printf '%s' "$$PWD" | sed 's/["\\]/\\&/g') awk '{ \
	    at = index($$0, "\"@\""); \
	    print substr($$0, 1, at) ENVIRON["FOLDER"] substr($$0, at + 2) }' > $$new && \
	  { cmp -s $$new $@ && rm $$new || mv $$new $@; }  # another make may write the file at the same time
