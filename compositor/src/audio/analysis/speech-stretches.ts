import type { Stretch } from '@framemill/timeline';
import type { StereoBlock } from '../audio-format.ts';
import { createFrameCutter, FRAMES_PER_SEC, type SpeechFrame } from './speech-frame.ts';
import { speechLikeness } from './speech-likeness.ts';

/** Decisions are made for half a second at a time, by all the windows of 2 s that contain it. */
const GROUP = FRAMES_PER_SEC / 2;
const GROUPS_A_WINDOW = 4;
const LIKELY = 0.5;
/** Frames this far below the mean of their window are pauses. Factor of the amplitude: -20 dB. */
const PAUSE = 0.1;
/** Pauses up to 0.3 s belong to the speech around them; what is shorter than 0.2 s is no speech. Frames. */
const BRIDGED = 0.3 * FRAMES_PER_SEC;
const SHORTEST = 0.2 * FRAMES_PER_SEC;

/** Takes a source block by block and tells where somebody speaks. */
export interface SpeechStretches {
  add(block: StereoBlock, count: number): void;
  /** In order of time, without overlap, to 20 ms. */
  finish(): Stretch[];
}

interface Group {
  frames: SpeechFrame[];
  /** Of the windows so far that contain it: how many, the sum of their likeness, the highest mean level. */
  windows: number;
  likeness: number;
  level: number;
}

/** Finds where somebody speaks in what both sides have in common. Its limits are those of `speechLikeness`. */
export function createSpeechStretches(): SpeechStretches {
  const runs = createRuns();
  let groups: Group[] = [];
  let open = emptyGroup();

  function endGroup(): void {
    groups.push(open);
    open = emptyGroup();
    if (groups.length < GROUPS_A_WINDOW) return;
    judge(groups);
    decideFirst();
  }

  function judge(window: readonly Group[]): void {
    const frames = window.flatMap((group) => group.frames);
    const likeness = speechLikeness(frames);
    const level = frames.reduce((sum, { rms }) => sum + rms, 0) / Math.max(1, frames.length);
    for (const group of window) {
      group.windows += 1;
      group.likeness += likeness;
      group.level = Math.max(group.level, level);
    }
  }

  /** No further window will contain the first group. */
  function decideFirst(): void {
    const group = groups.shift();
    if (!group) return;
    const speech = group.likeness / Math.max(1, group.windows) >= LIKELY;
    for (const { rms } of group.frames) runs.add(speech && rms > PAUSE * group.level);
  }

  const cut = createFrameCutter((frame) => {
    open.frames.push(frame);
    if (open.frames.length === GROUP) endGroup();
  });

  return {
    add({ left, right }, count) {
      for (let i = 0; i < count; i++) cut(((left[i] ?? 0) + (right[i] ?? 0)) / 2);
    },
    finish() {
      groups.push(open);
      // A sound shorter than a window is one window; a rest of less than half a second adds no other.
      if (groups.every(({ windows }) => windows === 0)) judge(groups);
      const last = groups.at(-1);
      const before = groups.at(-2);
      if (last && before && last.windows === 0) Object.assign(last, { ...before, frames: last.frames });
      while (groups.length > 0) decideFirst();
      groups = [];
      return runs.finish();
    },
  };
}

function emptyGroup(): Group {
  return { frames: [], windows: 0, likeness: 0, level: 0 };
}

/** Joins frames with speech into stretches. */
function createRuns() {
  const stretches: Stretch[] = [];
  let frame = 0;
  let start = -1;
  let end = -1;
  function close(): void {
    if (start >= 0 && end - start >= SHORTEST)
      stretches.push({ startSec: start / FRAMES_PER_SEC, endSec: end / FRAMES_PER_SEC });
    start = -1;
  }
  return {
    add(speech: boolean) {
      if (speech) {
        if (start < 0) start = frame;
        end = frame + 1;
      } else if (start >= 0 && frame - end >= BRIDGED) close();
      frame += 1;
    },
    finish(): Stretch[] {
      close();
      return stretches;
    },
  };
}
