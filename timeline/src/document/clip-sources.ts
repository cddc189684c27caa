import type { Clip } from './clip.ts';
import { type ClipSourceUse, type SourcePosition, sourcesAt } from './source-position.ts';

/**
 * Where a clip names sources, switched off or not: the positions that ClipSchema marks. Written out, for render processes
 * load no schemas; a test compares.
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

/** Every source that a clip names, each once for each use. */
export function clipSources(clip: Clip): { src: string; use: ClipSourceUse }[] {
  const named: { src: string; use: ClipSourceUse }[] = [];
  for (const { src, use } of sourcesAt(CLIP_SOURCE_POSITIONS, clip)) {
    if (src !== '' && !named.some((other) => other.src === src && other.use === use)) named.push({ src, use });
  }
  return named;
}
