import { type AspectRatio, canvasOfAspect } from '@framemill/timeline';
import type { RenderChoice } from './render-choice.ts';

/** Settings of a video for a platform. */
export interface RenderPreset {
  id: string;
  name: string;
  aspect: AspectRatio;
}

/** Presets in menu order. Renders have no size of their own: the shorter side is that of the project. */
export const RENDER_PRESETS: readonly RenderPreset[] = [
  { id: 'youtube', name: 'YouTube', aspect: '16:9' },
  { id: 'shorts', name: 'YouTube Shorts, TikTok', aspect: '9:16' },
  { id: 'reels', name: 'Instagram Reels', aspect: '9:16' },
  { id: 'square', name: 'Square post', aspect: '1:1' },
];

interface Size {
  width: number;
  height: number;
}

/**
 * Returns the choices of the render form with those of a preset: an MP4 of high quality and full size in the aspect
 * ratio of the preset. `size` is the canvas of the project, in pixels.
 */
export function withPreset(choice: RenderChoice, { aspect }: RenderPreset, size: Size): RenderChoice {
  const { mp4: _, ...aspects } = choice.aspects;
  const isOwn = canvasOfAspect(size, aspect) === size;
  return {
    ...choice,
    format: 'mp4',
    quality: 'high',
    compression: 'balanced',
    resolution: 'full',
    aspects: isOwn ? aspects : { ...aspects, mp4: aspect },
    further: choice.further.filter((format) => format !== 'mp4'),
    alsoIn: choice.format === 'mp4' ? choice.alsoIn.filter((other) => other !== aspect) : [],
  };
}

/** Whether choices are those of a preset. */
export function hasPreset(choice: RenderChoice, preset: RenderPreset, size: Size): boolean {
  const { format, quality, compression, resolution, aspects } = withPreset(choice, preset, size);
  return (
    choice.format === format &&
    choice.quality === quality &&
    choice.compression === compression &&
    choice.resolution === resolution &&
    choice.aspects.mp4 === aspects.mp4
  );
}

/** Names of sizes with the aspect ratio 16:9 or 9:16, by their shorter side in pixels. */
const SIZE_NAMES: Record<number, string> = { 720: '720p', 1080: '1080p', 1440: '1440p', 2160: '4K' };

/** Formats a size in pixels, with its name if it has one: `1920 × 1080 (1080p)`. */
export function sizeText(size: Size): string {
  const { width, height } = size;
  const isNamed = canvasOfAspect(size, '16:9') === size || canvasOfAspect(size, '9:16') === size;
  const name = isNamed ? SIZE_NAMES[Math.min(width, height)] : undefined;
  return `${width} × ${height}${name === undefined ? '' : ` (${name})`}`;
}
