import { LIMITS } from '../../document/limits.ts';
import { refuse } from '../../errors/framemill-error.ts';
import type { SourceNode } from '../source-tree.ts';

/** A clip of an edit with its time on the timeline. Seconds. */
export interface TimedClip {
  node: SourceNode;
  start: number;
  length: number;
  /** Whether the length is that of the media: `length: "auto"`. */
  isAuto: boolean;
}

/** Length of a clip whose media have no length or are not known. Seconds. */
const AUTO_SEC = 3;

/** Shortest length of a clip. Seconds. */
const SHORTEST_SEC = 0.02;

/** Maximum number of clips that are defined by each other through aliases. */
const DEEPEST = 100;

const ALIAS = /^alias:\/\/(.+)$/;

interface Pending {
  node: SourceNode;
  track: Pending[];
  index: number;
  start: number | null;
  length: number | null;
  isOpen: boolean;
}

/**
 * Computes the times of all clips, track by track in the order of the file. `start` may be `auto` (after the clip
 * before it), `length` may be `auto` (that of the media, by `mediaSec`) or `end` (to the end of the timeline), and both
 * may be the alias of another clip. Throws `invalid_request` for aliases that form a circle.
 */
export function resolveTimes(
  tracks: readonly (readonly SourceNode[])[],
  mediaSec: (clip: SourceNode) => number | null,
): { tracks: TimedClip[][]; endSec: number } {
  const pending = tracks.map((nodes) => {
    const track: Pending[] = [];
    for (const [index, node] of nodes.entries()) {
      track.push({ node, track, index, start: null, length: null, isOpen: false });
    }
    return track;
  });
  const named = new Map<string, Pending>();
  for (const clip of pending.flat()) {
    const alias = clip.node.get('alias')?.text();
    if (alias) named.set(alias, clip);
  }
  let endSec: number | null = null;
  let depth = 0;

  /** Runs `compute` for a clip and refuses circles. */
  const guarded = (clip: Pending, compute: () => number): number => {
    if (clip.isOpen) {
      throw refuse(`${clip.node.path}: its time depends on itself through aliases. Give one of the clips a number.`);
    }
    if (depth > DEEPEST) throw refuse(`${clip.node.path}: more than ${DEEPEST} aliases follow each other.`);
    clip.isOpen = true;
    depth += 1;
    try {
      return compute();
    } finally {
      clip.isOpen = false;
      depth -= 1;
    }
  };

  const aliased = (clip: Pending, text: string, time: (other: Pending) => number, otherwise: number): number | null => {
    const name = ALIAS.exec(text)?.[1];
    if (name === undefined) return null;
    const other = named.get(name);
    if (other) return guarded(clip, () => time(other));
    clip.node.note(`No clip has the alias "${name}".`, `${otherwise} s`);
    return otherwise;
  };

  const startOf = (clip: Pending): number => {
    if (clip.start !== null) return clip.start;
    const spec = clip.node.get('start');
    const number = spec?.number() ?? null;
    const text = number === null ? (spec?.text() ?? 'auto') : '';
    clip.start =
      number === null
        ? (aliased(clip, text, startOf, 0) ?? startAfter(clip, spec, text))
        : within(spec, number, 0, LIMITS.seconds);
    return clip.start;
  };

  const startAfter = (clip: Pending, spec: SourceNode | null, text: string): number => {
    if (text !== 'auto') spec?.note('A start is a number of seconds, auto or an alias.', 'auto');
    // In order, so that a long track does not make a deep recursion.
    for (const before of clip.track.slice(firstOpen(clip.track), clip.index)) endOf(before);
    const previous = clip.track[clip.index - 1];
    return previous ? endOf(previous) : 0;
  };

  const lengthOf = (clip: Pending): number => {
    if (clip.length !== null) return clip.length;
    const spec = clip.node.get('length');
    const number = spec?.number() ?? null;
    if (number !== null) {
      clip.length = within(spec, number, SHORTEST_SEC, LIMITS.seconds);
      return clip.length;
    }
    const text = spec?.text() ?? 'auto';
    if (text === 'end') {
      // Before the end is known, the clip counts as one without media.
      if (endSec === null) return AUTO_SEC;
      clip.length = Math.max(SHORTEST_SEC, endSec - startOf(clip));
      return clip.length;
    }
    const known = aliased(clip, text, lengthOf, AUTO_SEC);
    if (known === null && text !== 'auto') {
      spec?.note('A length is a number of seconds, auto, end or an alias.', 'auto');
    }
    const length = known ?? Math.min(LIMITS.seconds, Math.max(SHORTEST_SEC, mediaSec(clip.node) ?? AUTO_SEC));
    if (endSec !== null || !dependsOnEnd(clip, named)) clip.length = length;
    return length;
  };

  const endOf = (clip: Pending): number => startOf(clip) + lengthOf(clip);

  const isToEnd = (clip: Pending) => dependsOnEnd(clip, named);
  let latest = 0;
  for (const clip of pending.flat()) {
    if (!isToEnd(clip)) latest = Math.max(latest, endOf(clip));
  }
  endSec = latest === 0 ? AUTO_SEC : latest;
  // Starts after a clip to the end were computed without the end.
  for (const track of pending) {
    const open = track.findIndex(isToEnd);
    if (open >= 0)
      for (const clip of track.slice(open + 1)) if (clip.node.get('start')?.raw === 'auto') clip.start = null;
  }
  return {
    tracks: pending.map((track) =>
      track.map((clip) => ({
        node: clip.node,
        start: Math.min(LIMITS.seconds, startOf(clip)),
        length: lengthOf(clip),
        isAuto: clip.node.get('length')?.filled === 'auto',
      })),
    ),
    endSec,
  };
}

/** Whether the length of a clip is `end`, directly or by an alias. */
function dependsOnEnd(clip: Pending, named: ReadonlyMap<string, Pending>): boolean {
  let current: Pending | undefined = clip;
  for (let step = 0; current && step < DEEPEST; step += 1) {
    const spec: unknown = current.node.get('length')?.filled;
    if (spec === 'end') return true;
    current = typeof spec === 'string' ? named.get(ALIAS.exec(spec)?.[1] ?? '') : undefined;
  }
  return false;
}

/** Index of the first clip of a track whose times are not all known. */
function firstOpen(track: readonly Pending[]): number {
  const index = track.findIndex(({ start, length }) => start === null || length === null);
  return index < 0 ? track.length : index;
}

function within(node: SourceNode | null, value: number, minimum: number, maximum: number): number {
  const limited = Math.min(maximum, Math.max(minimum, value));
  if (limited !== value) node?.note(`The value must be from ${minimum} to ${maximum} s.`, `${limited} s`);
  return limited;
}
