import type { Command } from '@framemill/timeline';
import type { Effect } from '../effects/define-effect.ts';
import { effects } from '../effects/index.ts';
import { type GalleryExample, photo } from './gallery-example.ts';

type Params = Record<string, number | string | boolean>;

/**
 * Image and parameters with which an effect is demonstrated. The defaults of the parameters suit full-size video and
 * would be invisible on these small images.
 */
interface Stage {
  readonly on: 'mountains' | 'ocean' | 'star' | 'green-screen' | 'ocean over mountains';
  readonly params: Params;
  /** Parameter that is additionally demonstrated at several values. */
  readonly series?: { readonly param: string; readonly values: readonly number[] };
}

const stages: Record<string, Stage> = {
  blur: { on: 'mountains', params: { radius: 10 } },
  'motion-blur': { on: 'mountains', params: { distance: 50, angle: 20 } },
  'zoom-blur': { on: 'mountains', params: { amount: 0.3 } },
  sharpen: { on: 'mountains', params: { amount: 2, radius: 2 } },
  glow: { on: 'ocean', params: { radius: 24, intensity: 0.9, threshold: 0.6 } },
  'drop-shadow': { on: 'star', params: { x: 16, y: 16, blur: 24, opacity: 0.6 } },
  outline: { on: 'star', params: { width: 9 } },
  vignette: { on: 'mountains', params: { amount: 0.8 } },
  grain: { on: 'mountains', params: { amount: 0.5, size: 0.5 } },
  pixelate: { on: 'mountains', params: { size: 20 } },
  halftone: { on: 'mountains', params: { size: 12 } },
  posterize: { on: 'mountains', params: { levels: 4 } },
  duotone: { on: 'mountains', params: {} },
  invert: { on: 'mountains', params: {} },
  'rgb-split': { on: 'mountains', params: { amount: 8 } },
  glitch: { on: 'mountains', params: { amount: 0.7, rate: 8 } },
  scanlines: { on: 'mountains', params: { spacing: 12, intensity: 0.5 } },
  vhs: { on: 'mountains', params: { tracking: 0.5 } },
  wave: { on: 'mountains', params: { amplitude: 14, wavelength: 130 } },
  'lens-distortion': { on: 'mountains', params: { amount: 0.7 } },
  mirror: { on: 'mountains', params: { offset: 0.1 } },
  kaleidoscope: { on: 'mountains', params: { segments: 8 } },
  'chroma-key': {
    on: 'green-screen',
    params: {},
    series: { param: 'similarity', values: [0.01, 0.1, 0.2, 0.3] },
  },
  'luma-key': { on: 'ocean over mountains', params: { tolerance: 0.25, softness: 0.2 } },
  lut: { on: 'mountains', params: { src: 'look' } },
  'corner-pin': {
    on: 'mountains',
    params: { tlX: 0.12, tlY: 0.15, trX: 0.9, trY: 0.02, brX: 0.8, brY: 0.95, blX: 0.2, blY: 0.8 },
  },
};

/**
 * Returns a gallery example for each effect, with parameters that are visible on a small image, and the examples of
 * `effectSeries`.
 */
export function effectExamples(): GalleryExample[] {
  return effects.flatMap((effect): GalleryExample[] => {
    const series = effectSeries(effect.type).map(({ name, params }) => example(effect, name, params));
    return [example(effect, effect.type, stageOf(effect.type).params), ...series];
  });
}

/**
 * Returns the additional gallery examples of an effect, which show it at several values of one parameter: the name and
 * the effect parameters of each example. The list is empty for most effects.
 */
export function effectSeries(type: string): { name: string; params: Params }[] {
  const { params, series } = stageOf(type);
  return (series?.values ?? []).map((value) => ({
    name: `${type}-${series?.param}-${value}`,
    params: { ...params, [series?.param ?? '']: value },
  }));
}

function example({ type, description }: Effect, name: string, params: Params): GalleryExample {
  const { clips, clipId } = subject(stageOf(type).on);
  const commands = [...clips, { op: 'addEffect', clipId, type, params }];
  return { family: 'effect', name, description, commands, moments: [0.5] };
}

function stageOf(type: string): Stage {
  return stages[type] ?? { on: 'mountains', params: {} };
}

function subject(on: Stage['on']): { clips: Command[]; clipId: string } {
  if (on === 'mountains' || on === 'ocean') return { clips: [photo(on)], clipId: 'clip-1' };
  if (on === 'ocean over mountains') return over(photo('ocean', { trackIndex: 1 }));
  if (on === 'green-screen') return over(photo('green-screen', { trackIndex: 1 }));
  const style = { width: 210, height: 210, fill: '#e8594f' };
  return over({ op: 'addShapeClip', kind: 'star', start: 0, duration: 2, trackIndex: 1, style });
}

function over(clip: Command): { clips: Command[]; clipId: string } {
  return { clips: [photo('mountains'), clip], clipId: 'clip-2' };
}
