#!/bin/sh
# Everything that is to be known of a machine's graphics card, in one call of at most ten minutes: whether it can be used, whether it draws what the processor
# draws, whether hardware encoders can be used, how fast it is. Figures: benchmarks/results/gpu.md; pictures that differ most: .build/gallery/worst.png.
#
#   benchmarks/gpu-check.sh            on a machine with a card
#   benchmarks/gpu-check.sh --short    a few of each on SwiftShader in the place of a card: whether this script comes to its end
set -u
cd "$(dirname "$0")/.."
short=0
[ "${1:-}" = "--short" ] && short=1
npm run setup -- --tests || exit 1
export PATH="$PWD/.tools/node_modules/.bin:$PWD/node_modules/.bin:$PATH"
status=0
# What is measured, and where its figures go.
tests="test/gpu" only="" runs=3 name=gpu limit=180 device=card
if [ $short = 1 ]; then
  folder=/usr/lib/chromium
  export GPU_SOFTWARE=allow VK_ICD_FILENAMES=$folder/vk_swiftshader_icd.json LD_LIBRARY_PATH=$folder
  tests="test/gpu/backend" only="--only blend" runs=1 name=gpu-short device=software
fi
step() {
  echo "== $1"
  shift
  timeout "$@" || { echo "-- failed: $*"; status=1; }
}
# A machine that is no node yet has no Redis: the doctor says so, and it decides nothing here.
echo "== Can it be used"
timeout 60 npm run -s node -- --doctor || echo "-- the doctor found what is missing for a node; the steps below go on"
step "Parity on this device" $limit env GPU_TESTS=$device vitest run --project compositor $tests
step "The gallery beside the processor's" 90 npm run -s gallery -- --backend gpu --width 160 $only
step "Hardware encoders" 60 npm run -s calibrate -- --dry --frames 30
step "Figures" 210 npm run -s bench -- --only gpu --runs $runs --name $name
exit $status
