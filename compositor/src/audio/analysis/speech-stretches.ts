import type { Stretch } from '@framemill/timeline';
import type { StereoBlock } from '../audio-format.ts';
import { createFrameCutter, FRAMES_PER_SEC, type SpeechFrame } from './speech-frame.ts';
import { speechLikeness } from './speech-likeness.ts';

/**
 * Number of frames in a group of half a second. Each group gets one decision, by all the windows of 2 s that contain
 * it.
 */
const GROUP = FRAMES_PER_SEC / 2;
const GROUPS_A_WINDOW = 4;
const LIKELY = 0.5;
/** Amplitude relative to the mean of the window below which a frame is a pause (-20 dB). */
const PAUSE = 0.1;
/** Longest pause inside speech (0.3 s), in frames. `SHORTEST` is the shortest speech (0.2 s). */
const BRIDGED = 0.3 * FRAMES_PER_SEC;
const SHORTEST = 0.2 * FRAMES_PER_SEC;

/** Detector of speech in a source that is added block by block. */
export interface SpeechStretches {
  add(block: StereoBlock, count: number): void;
  /** Returns the stretches in order of time, without overlap, to a precision of 20 ms. */
  finish(): Stretch[];
}

interface Group {
  frames: SpeechFrame[];
  /**
   * Number of windows so far that contain the group. `likeness` is the sum of their results, `level` their highest mean
   * level.
   */
  windows: number;
  likeness: number;
  level: number;
}

/** Creates a detector of speech in the sum of both channels. Its limits are those of `speechLikeness`. */
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

  /** Decides whether the first group is speech. No further window will contain it. */
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
      // A source shorter than a window is judged as one window; a remainder of less than half a second adds no other.
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

/** Creates a builder that joins frames with speech into stretches. */
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
