import { formatFacts, formats } from '@framemill/compositor/formats';
import type { RenderMap } from './render-queries.ts';

type Segment = RenderMap['segments'][number];

/** The segments from the start of the film on that are there without a gap: what can be watched already. */
export function segmentsSoFar(segments: readonly Segment[]): readonly Segment[] {
  const gap = segments.findIndex(({ state }) => state !== 'done' && state !== 'reused');
  return gap === -1 ? segments : segments.slice(0, gap);
}

/** Which of `segments` shows a frame, by its place among them; -1: none. */
export function segmentAt(segments: readonly Segment[], frame: number): number {
  return segments.findIndex(({ startFrame, endFrame }) => frame >= startFrame && frame < endFrame);
}

/** Codings that browsers play: others are seen when they are rendered. */
const PLAYED: ReadonlySet<string | null> = new Set(['h264', 'vp9', 'vp9-alpha', 'av1']);

/** Whether the segments of a render can be watched. */
export function playsSoFar({ format }: { format: string }): boolean {
  const known = formats.find((one) => one === format);
  return known !== undefined && PLAYED.has(formatFacts(known).video);
}
