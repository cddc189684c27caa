import type { Clip } from '../document/clip.ts';

/** Whether a clip's volume is ever above 0. Volume keyframes replace the clip's own volume. */
export function hasVolume({ volume, kfVolume = [] }: Pick<Clip, 'volume' | 'kfVolume'>): boolean {
  return kfVolume.length > 0 ? kfVolume.some(({ value }) => value > 0) : volume > 0;
}
