#!/usr/bin/env bash
# Checks the engines on the GPUs of this machine: check_on_gpus.sh [GPUS [SEEDS]]. Needs the CUDA
# toolkit with compute-sanitizer, NCCL, g++, make and python3. Builds the programs. Then matches
# one graph per seed with all engines, on 1 GPU and on GPUS GPUs: the matchings must equal the
# serial matching. Then runs compute-sanitizer on small graphs. The last line has the totals; the
# exit code is 0 only if no fault was found.
#
# BACKEND=cpu does the same with simulated GPUs. SANITIZER names another program to use in place of
# compute-sanitizer.
set -uo pipefail
cd "$(dirname "$0")/../../.." || exit
gpus=${1:-2} seeds=${2:-200} backend=${BACKEND:-cuda}
sanitizer=${SANITIZER:-$(PATH=$PATH:/usr/local/cuda/bin command -v compute-sanitizer)}
programs=build/$backend-release
export HANDSHAKE_DEVICES=$gpus  # BACKEND=cpu simulates this many GPUs

fail() {
  echo "check_on_gpus: $1" >&2
  exit 2
}

# Finds NCCL's header and library, and makes links to them: Python packages contain the library, but
# not under the name libnccl.so.
find_nccl() {
  local folder library packages
  packages=$(python3 -c 'import nvidia.nccl; print(nvidia.nccl.__path__[0])' 2>/dev/null)
  for folder in "${NCCL_DIR:-}" "${CUDA_HOME:-}" /usr/local/cuda "$packages" /usr /usr/local; do
    for library in "$folder"/lib{,64,/x86_64-linux-gnu,/aarch64-linux-gnu}/libnccl.so.2; do
      [ -n "$folder" ] && [ -e "$folder/include/nccl.h" ] && [ -e "$library" ] || continue
      mkdir -p build/nccl/include build/nccl/lib
      ln -sfn "$folder/include/nccl.h" build/nccl/include/nccl.h
      ln -sfn "$library" build/nccl/lib/libnccl.so
      ln -sfn "$library" build/nccl/lib/libnccl.so.2
      return
    done
  done
  fail "NCCL was not found; set NCCL_DIR to the folder with include/nccl.h and lib/libnccl.so.2"
}

options=(BACKEND="$backend")
if [ "$backend" = cuda ]; then
  nvidia-smi -L || fail "there is no GPU; with BACKEND=cpu, GPUs are simulated"
  [ -x "$sanitizer" ] || fail "compute-sanitizer is not on the PATH"
  find_nccl
  options+=(ARCH="${ARCH:--arch=native}" NCCL_DIR="$PWD/build/nccl")
fi
make "${options[@]}" "$programs"/{multi_gpu_ld,compare_engines} || fail "the programs do not build"

# Runs compare_engines for a range of ten seeds. If it fails, for example because matchings differ,
# prints which range failed.
compare() {
  local last=$(($1 + 9 < seeds ? $1 + 9 : seeds))
  timeout 300 "$programs/compare_engines" "$1" "$last" "$gpus" ||
    echo "seeds $1 to $last: failed with exit code $?"
}

# Makes one run. Prints one line and, after a finding, the end of the output. The arguments are TOOL
# GPUS ENGINE GRAPH. NCCL tries calls that may fail, so memcheck does not report failed calls of the
# engine `paper`.
sanitize() {
  local log code flags=(--tool "$1" --error-exitcode 99)
  [ "$1 $3" = "memcheck paper" ] && flags+=(--report-api-errors no)
  log=$(timeout 200 "$sanitizer" "${flags[@]}" "$programs/multi_gpu_ld" -gpus "$2" -engine "$3" \
    -input "$4" 2>&1)
  code=$?
  case $code in
    0) echo "clean: $*" ;;
    124) echo "not finished in 200 s: $*" ;;
    *) echo "finding (exit code $code): $*" && echo "$log" | tail -n 40 ;;
  esac
}
export -f compare sanitize
export programs gpus seeds sanitizer

counts=$(for count in 1 "$gpus"; do echo "$count"; done | sort -u)
runs() {
  local count graph
  for graph in urand:9 kron:11:ef=48 kmer:9 mesh27:5:w=const; do
    for count in $counts; do
      echo "memcheck $count paper $graph"
      for tool in memcheck racecheck synccheck; do echo "$tool $count fast $graph"; done
    done
    # NCCL's kernels on different GPUs wait for each other, but these tools let only one kernel run
    # at a time. So the engine `paper` runs on 1 GPU here.
    for tool in racecheck synccheck; do echo "$tool 1 paper $graph"; done
  done
}

log=$(mktemp)
trap 'rm -f "$log"' EXIT
seq 1 10 "$seeds" | xargs -P 8 -I {} bash -c 'compare {}' | tee -a "$log"
if [ -n "$sanitizer" ]; then
  # shellcheck disable=SC2016
  runs | xargs -P 8 -L 1 bash -c 'sanitize "$@"' sanitize | tee -a "$log"
fi

# Adds up the results of all lines.
awk -v seeds="$seeds" -v gpus="$gpus" '
  / matchings compared, / { compared += $(NF - 4); different += $(NF - 1) }
  /: failed with exit code / { failed++ }
  /^clean: / { clean++ }
  /^finding / { findings++ }
  /^not finished / { unfinished++ }
  END {
    printf "total: %d seeds, 1 and %d GPUs: %d matchings compared, %d differ, %d ranges failed; ",
           seeds, gpus, compared, different, failed
    printf "sanitizer: %d runs clean, %d with findings, %d not finished\n",
           clean, findings, unfinished
    exit (different + failed + findings + unfinished > 0 || compared == 0)
  }' "$log"
