import type { SessionPaths } from '@framemill/api/session-client';
import { type Format, formats, type Quality, qualities } from '@framemill/compositor/formats';

/** What a render is started with. */
export type RenderBody = SessionPaths['/v1/renders']['post']['requestBody']['content']['application/json'];

/** How a film is rendered. */
export interface RenderChoice {
  format: Format;
  quality: Quality;
  resolution: 'full' | 'half';
}

/** What is chosen at first. */
export const FIRST_CHOICE: RenderChoice = { format: 'mp4', quality: 'standard', resolution: 'full' };

const FORMAT_NAMES: Record<string, string> = {
  mp4: 'MP4 (plays everywhere)',
  webm: 'WebM',
  gif: 'GIF (no sound)',
};
const QUALITY_NAMES: Record<string, string> = { draft: 'Draft (fast, for a look)', standard: 'Standard', high: 'High' };

/** Formats of the service with what people call them, in its order. */
export const FORMAT_CHOICES = formats.map((value) => ({ value, name: FORMAT_NAMES[value] ?? value.toUpperCase() }));

/** Qualities of the service with what people call them, the smallest file first. */
export const QUALITY_CHOICES = qualities.map((value) => ({ value, name: QUALITY_NAMES[value] ?? value }));

/** The choice that a render was made with, to make it again. */
export function choiceOf(render: { format: string; quality: string; resolution: string }): RenderChoice {
  return {
    format: formats.find((one) => one === render.format) ?? FIRST_CHOICE.format,
    quality: qualities.find((one) => one === render.quality) ?? FIRST_CHOICE.quality,
    resolution: render.resolution === 'half' ? 'half' : 'full',
  };
}
