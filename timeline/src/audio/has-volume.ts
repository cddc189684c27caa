import type { Clip } from '../document/clip.ts';

/** Whether a clip's volume ever lets something through; its keyframes count instead of its own volume. */
export function hasVolume({ volume, kfVolume = [] }: Pick<Clip, 'volume' | 'kfVolume'>): boolean {
  return kfVolume.length > 0 ? kfVolume.some(({ value }) => value > 0) : volume > 0;
}
