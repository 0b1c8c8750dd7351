#!/usr/bin/env bash
# Gradescope runs this once, when it builds the autograder's image.
set -euo pipefail
apt-get update -qq
DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
  binutils bubblewrap g++ libarchive-tools make python3 python3-venv zlib1g-dev
mkdir -p /autograder/handshake
tar -xzf /autograder/source/handshake.tar.gz -C /autograder/handshake
cd /autograder/handshake
chmod 600 secret
# Builds the kit and the sandbox, so that no student waits for them. The build log of the image
# lists what the sandbox lacks. Every run checks the sandbox again, and does not start if something
# is missing.
HANDSHAKE_SANDBOX=container grader/grade doctor --build --settings assignment.toml || true
