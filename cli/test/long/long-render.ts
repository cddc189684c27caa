import { join } from 'node:path';
import { type RenderChild, startRenderChild } from '@framemill/compositor/child';
import { outputProfile, planSegments } from '@framemill/compositor/plan';
import { ffmpeg, ffprobe } from '@framemill/testing/ffmpeg';
import { numbersOn } from '@framemill/testing/numbered-video';
import { renderSegments } from '../../src/render/render-segments.ts';
import { type LongDocument, longDocument } from './long-document.ts';
import { makeLongMedia } from './long-media.ts';
import { createMemoryLog, type MemoryLog } from './memory-log.ts';

/** Result of the long render. */
export interface LongRender {
  logs: MemoryLog[];
  /**
   * Number of frames in the file. `wrong`: frames that show another source frame than expected. `misplaced`: number of
   * packets with unexpected time stamps.
   */
  frames: number;
  wrong: number[];
  misplaced: number;
  expected: number;
  clips: number;
}

/**
 * Renders `minutes` of many clips as the command line does, and samples memory meanwhile. One process renders frames
 * and is replaced after a while, as in normal renders; another process renders audio. `log` is called for each minute
 * and for warnings.
 */
export async function renderLong(folder: string, minutes: number, log: (line: string) => void): Promise<LongRender> {
  log('making the media');
  const media = await makeLongMedia(folder);
  const long = longDocument(minutes);
  const { document } = long;
  const { profile } = outputProfile(document.settings, {
    ...{ format: 'mp4', quality: 'draft', resolution: 'full', maxShortSide: null, watermark: false },
  });
  const facts = Object.fromEntries(Object.entries(media).map(([src, file]) => [src, file.facts]));
  const segments = planSegments(document, profile, facts, 'long');
  const pathOf = (index: number) => join(folder, `segment-${index}.mp4`);
  const mix = join(folder, 'sound.mp4');
  const outPath = join(folder, 'long.mp4');
  let painter = startRenderChild();
  const mixer = startRenderChild();
  const [painting, mixing] = [watched('pictures', () => painter), watched('sound', () => mixer)];
  try {
    const task = { type: 'audio', document, profile, media, outPath: mix } as const;
    const mixed = mixer.run(task, { onProgress: mixing.at });
    mixed.catch(() => undefined);
    const started = performance.now();
    let minute = 0;
    const onProgress = (done: number) => {
      painting.at(done / 30);
      if (Math.floor(done / 1800) === minute) return;
      minute = Math.floor(done / 1800);
      const speed = done / ((performance.now() - started) / 1000);
      const now = painting.log.medians().at(-1) ?? 0;
      log(`minute ${minute} of ${minutes}: ${now.toFixed(0)} MB, ${speed.toFixed(0)} frames/s`);
    };
    const start = () => {
      painter = startRenderChild();
      return painter;
    };
    const events = { onProgress, onWarning: log };
    await renderSegments({ document, profile, media }, segments, pathOf, events, {
      renderers: [painter],
      slots: 1,
      start,
    });
    await mixed;
    log('joining');
    const segmentFrames = segments.map(({ startFrame, endFrame }) => endFrame - startFrame);
    const paths = segments.map(({ index }) => pathOf(index));
    await painter.run({ type: 'stitch', segments: paths, segmentFrames, audio: mix, profile, outPath });
    log('looking at every frame');
    return {
      logs: [painting.log, mixing.log],
      ...judge(outPath, long),
      ...{ expected: long.frames, clips: document.clips.length },
    };
  } finally {
    painter.kill();
    mixer.kill();
    await Promise.all([painter.exited, mixer.exited]);
  }
}

/**
 * Samples the memory of a process once for each finished second of the timeline, so that slow minutes do not get more
 * samples.
 */
function watched(name: string, child: () => RenderChild) {
  const log = createMemoryLog(name, () => child().pid);
  let noted = -1;
  return {
    log,
    /** Called when `seconds` of the timeline are rendered. */
    at(seconds: number): void {
      // The very end belongs to the last minute.
      const now = seconds - 1e-6;
      if (Math.floor(now) <= noted) return;
      noted = Math.floor(now);
      log.note(now / 60);
    },
  };
}

function judge(path: string, long: LongDocument): Pick<LongRender, 'frames' | 'wrong' | 'misplaced'> {
  const image = 'crop=640:2:0:179,scale=8:1:flags=area,format=gray';
  const bars = ffmpeg(['-i', path, '-vf', image, '-fps_mode', 'passthrough', '-f', 'rawvideo', '-']);
  const shown = numbersOn(bars);
  const frames = shown.length;
  const wrong = [...shown.keys()].filter((frame) => {
    const expected = long.numberAt(frame);
    return expected !== null && shown[frame] !== expected;
  });
  const times = ffprobe(['-select_streams', 'v', '-show_entries', 'packet=pts_time', '-of', 'csv=p=0', path])
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => Number.parseFloat(line))
    .sort((a, b) => a - b);
  const misplaced = times.filter((time, frame) => Math.abs(time - frame / 30) > 1e-4).length;
  return { frames, wrong, misplaced: misplaced + Math.abs(times.length - frames) };
}
