import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { measureCodecs } from '../measure/codecs-alone.ts';
import { assertSameWork, compareImages, type ImageSize } from '../measure/inspect-video.ts';
import { type RunFigures, runCommand } from '../measure/run-command.ts';
import type { BenchMedia } from '../media.ts';
import type { BenchScene } from '../scenes/scene.ts';
import { type LengthFigures, type SceneFigures, sideFigures } from './scene-figures.ts';

/** Scenes to measure, with their length and the number of runs. */
export interface SceneSuiteInput {
  /** Root folder of the project. */
  readonly root: string;
  readonly scenes: readonly BenchScene[];
  readonly seconds: number;
  /** Frame size of all `scenes`, and of the clip that the reference T decodes and encodes. */
  readonly size: ImageSize;
  /** Number of rounds. The results are medians over the rounds. */
  readonly runs: number;
  readonly media: BenchMedia;
  /** Whether MLT also renders the scenes that it can draw. */
  readonly mlt: boolean;
  readonly log: (line: string) => void;
}

/** Encoder arguments of ffmpeg for its filter graphs and for the reference T. */
export const encode = [
  '-an -c:v libx264 -preset veryfast -crf 23 -pix_fmt yuv420p',
  '-colorspace bt709 -color_primaries bt709 -color_trc bt709 -color_range tv -movflags +faststart',
].flatMap((part) => part.split(' '));

/**
 * Renders every scene with Framemill's command line and with ffmpeg's best graph, alternating with T, so that all run
 * under the same conditions. T is ffmpeg decoding one clip and encoding it again. Throws when an output differs in
 * size, format or frame count.
 */
export async function measureScenes(input: SceneSuiteInput): Promise<LengthFigures> {
  const folder = mkdtempSync(join(tmpdir(), 'framemill-bench-'));
  try {
    const frames = input.seconds * 30;
    const t: RunFigures[] = [];
    const tFile = join(folder, 't.mp4');
    const tests = input.scenes.map((scene) => prepare(scene, input, folder));
    for (let round = 1; round <= input.runs; round++) {
      t.push(await runCommand(['ffmpeg', '-y', '-v', 'error', '-i', input.media.videos.a, ...encode, tFile]));
      await assertSameWork(tFile, frames, input.size);
      for (const test of tests) {
        test.ours.push(await runCommand(test.ourCommand));
        await assertSameWork(test.ourFile, frames, input.size);
        if (test.peerCommand) {
          test.peer.push(await runCommand(test.peerCommand));
          await assertSameWork(test.peerFile, frames, input.size);
        }
        if (test.mltCommand) {
          test.mlt.push(await runCommand(test.mltCommand, { QT_QPA_PLATFORM: 'offscreen' }));
          await assertSameWork(test.mltFile, frames, input.size);
        }
        input.log(
          `${input.seconds} s, round ${round}: ${test.scene.name}${took(test.ours)}, ` +
            `ffmpeg${took(test.peer)}, MLT${took(test.mlt)}, T${took(t)}`,
        );
      }
    }
    const tFigures = sideFigures(t, statSync(tFile).size);
    const scenes: SceneFigures[] = [];
    for (const test of tests) {
      const codecs = test.scene.copied
        ? null
        : await measureCodecs(test.document, test.ourFile, encode, join(folder, 'codecs.mp4'));
      const ours = sideFigures(test.ours, statSync(test.ourFile).size);
      const ffmpeg = test.peerCommand ? sideFigures(test.peer, statSync(test.peerFile).size) : null;
      const mlt = test.mltCommand ? sideFigures(test.mlt, statSync(test.mltFile).size) : null;
      scenes.push({
        scene: test.scene.name,
        about: test.scene.about,
        seconds: input.seconds,
        frames,
        ours,
        ffmpeg,
        mlt,
        ratioToT: ours.medianWallSec / tFigures.medianWallSec,
        cpuRatioToT: ours.medianCpuSec / tFigures.medianCpuSec,
        codecs,
        fasterThanFfmpeg: ffmpeg ? ffmpeg.medianWallSec / ours.medianWallSec : null,
        fasterThanMlt: mlt ? mlt.medianWallSec / ours.medianWallSec : null,
        psnr: test.graph === null ? null : await compareImages(test.ourFile, ffmpeg ? test.peerFile : tFile),
      });
    }
    return { seconds: input.seconds, size: input.size.name, t: tFigures, scenes };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function prepare(scene: BenchScene, input: SceneSuiteInput, folder: string) {
  const projectFile = join(folder, `${scene.name}.json`);
  const document = scene.document(input.seconds, input.media);
  writeFileSync(projectFile, JSON.stringify(document));
  const ourFile = join(folder, `${scene.name}-ours.mp4`);
  const peerFile = join(folder, `${scene.name}-ffmpeg.mp4`);
  const mltFile = join(folder, `${scene.name}-mlt.mp4`);
  const graph = scene.ffmpeg(input.seconds, input.media);
  const tracks = input.mlt ? scene.mlt?.(input.seconds, input.media) : undefined;
  return {
    scene,
    document,
    graph,
    ourFile,
    peerFile,
    ourCommand: [
      ...[process.execPath, join(input.root, 'cli/src/main.ts'), 'render', projectFile, '-o', ourFile],
      '--no-cache',
    ],
    peerCommand: Array.isArray(graph) ? ['ffmpeg', '-y', '-v', 'error', ...graph, ...encode, peerFile] : null,
    mltFile,
    mltCommand: tracks ? ['melt', '-silent', '-profile', 'atsc_1080p_30', ...tracks, ...mltEncode(mltFile)] : null,
    ours: noRuns(),
    peer: noRuns(),
    mlt: noRuns(),
  };
}

function mltEncode(file: string): string[] {
  // real_time -2: two threads that never drop a frame.
  return [
    '-consumer',
    `avformat:${file}`,
    ...'vcodec=libx264 preset=veryfast crf=23 an=1 threads=0 real_time=-2'.split(' '),
  ];
}

function took(runs: readonly RunFigures[]): string {
  const last = runs.at(-1);
  return last ? ` ${last.wallSec.toFixed(1)} s` : ' -';
}

function noRuns(): RunFigures[] {
  return [];
}
