#!/bin/sh
# Everything that is to be known of a machine's graphics card, in one call of at most ten minutes: whether it can be used, whether it draws what the processor
# draws, how fast it is. Figures: benchmarks/results/gpu.md; pictures that differ most: compositor/test-output/gpu.
#
#   benchmarks/gpu-check.sh
set -u
cd "$(dirname "$0")/.."
npm run setup -- --tests || exit 1
export PATH="$PWD/.tools/node_modules/.bin:$PWD/node_modules/.bin:$PATH"
status=0
echo "== Parity on this card"
GPU_TESTS=card timeout 240 vitest run --project compositor test/gpu || status=1
echo "== Figures"
timeout 330 npm run bench -- --only gpu --runs 3 --name gpu || status=1
exit $status
