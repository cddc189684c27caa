import type { Clip } from './clip.ts';
import { type ClipSourceUse, type SourcePosition, sourcesAt } from './sources.ts';

/**
 * Positions at which a clip can name sources, including parts that are switched off.
 * They match the positions that ClipSchema marks. The list is explicit because render processes do not load the
 * schemas; a test compares the two.
 */
export const CLIP_SOURCE_POSITIONS: readonly SourcePosition<ClipSourceUse>[] = [
  { path: ['src'], use: 'clip' },
  { path: ['mask', 'src'], use: 'mask' },
  { path: ['grade', 'lut', 'src'], use: 'lut' },
  { path: ['effects', '*', 'params', 'src'], use: 'lut' },
  { path: ['textStyle', 'fontFamily'], use: 'font' },
  { path: ['textStyle', 'spans', '*', 'fontFamily'], use: 'font' },
  { path: ['mask', 'fontFamily'], use: 'font' },
];

/**
 * Returns all sources that a clip names, with their uses. Each pair of source and use is listed once. The composition of
 * a composition clip is not a source.
 */
export function clipSources(clip: Clip): { src: string; use: ClipSourceUse }[] {
  const named: { src: string; use: ClipSourceUse }[] = [];
  for (const { src, use } of sourcesAt(CLIP_SOURCE_POSITIONS, clip)) {
    if (src === '' || (use === 'clip' && clip.type === 'composition')) continue;
    if (!named.some((other) => other.src === src && other.use === use)) named.push({ src, use });
  }
  return named;
}
