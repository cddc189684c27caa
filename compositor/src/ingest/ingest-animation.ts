import type { MediaFacts } from '@framemill/timeline/rendering';
import type { AnimationDrawing } from '../animation/animation-drawing.ts';
import { openAnimation } from '../animation/open-animation.ts';
import { readAnimation } from '../animation/read-animation.ts';
import { slotsOf } from '../animation/slots.ts';
import type { AnimationFormat } from '../formats/upload-formats.ts';
import { type Poster, posterSize, transparentPoster } from './poster.ts';

const MOST_WARNINGS = 20;
const MOST_CHARACTERS = 500;

const mimeTypes: Record<AnimationFormat, string> = {
  json: 'video/lottie+json',
  lottie: 'application/zip+dotlottie',
};

/**
 * Reads the metadata of an animation, and draws its first image to check that it can be drawn. Throws `invalid_request`
 * with the reason when it cannot.
 */
export async function describeAnimation(
  path: string,
  format: AnimationFormat,
): Promise<Omit<MediaFacts, 'sha256' | 'sizeBytes'>> {
  const { root, width, height, fps, frames, warnings } = await readAnimation(path);
  const drawing = await openPoster(path, width, height);
  drawing.rgba(0);
  return {
    ...{ kind: 'animation', mimeType: mimeTypes[format], width, height, fps, durationSec: frames / fps },
    ...{ hasAudio: false, hasAlpha: true },
    animation: {
      slots: slotsOf(root),
      warnings: warnings.slice(0, MOST_WARNINGS).map((warning) => warning.slice(0, MOST_CHARACTERS)),
    },
  };
}

// Most animations begin and end empty.
const candidates = [0.25, 0.5, 0.75, 0.95, 0];

/** Writes the poster of an animation as PNG: the one of five images of which most is opaque. */
export async function animationPoster(path: string, outPath: string): Promise<Poster> {
  const { width, height } = await readAnimation(path);
  const drawing = await openPoster(path, width, height);
  let best: { opacity: number; data: Uint8Array | Uint8ClampedArray } = { opacity: -1, data: new Uint8Array() };
  for (const part of candidates) {
    const data = drawing.rgba(drawing.positionAt(part * drawing.durationSec));
    const opacity = opacityOf(data);
    if (opacity > 1.05 * best.opacity) best = { opacity, data };
  }
  return transparentPoster(best.data, drawing.pixels, outPath);
}

function openPoster(path: string, width: number, height: number): Promise<AnimationDrawing> {
  const scale = posterSize({ width, height }).width / width;
  return openAnimation(path, { scale });
}

function opacityOf(rgba: Uint8Array | Uint8ClampedArray): number {
  let sum = 0;
  for (let at = 3; at < rgba.length; at += 4) sum += rgba[at] ?? 0;
  return sum;
}
