import {
  type ClipLayer,
  createEvaluator,
  rateOf,
  secondsOf,
  type TextMoment,
  type TransitionLayer,
  textMoment,
  totalFrames,
} from '@framemill/timeline';
import { boundsOf } from '../../graph/box.ts';
import { identity } from '../../graph/matrix.ts';
import { type CanvasSize, frameClip, noRadius } from '../../graph/placement.ts';
import { hasEffectStack } from '../../scene/effect-graph.ts';
import { isCut } from '../../scene/layer-box.ts';
import type { SpriteUse } from '../../sprites/sprite.ts';
import { textUses } from '../../sprites/text/text-uses.ts';
import { type SvgEffects, svgEffects } from '../filter/svg-effects.ts';
import { type SvgFilter, svgFilter } from '../filter/svg-filter.ts';
import { short } from '../markup-values.ts';
import type { PageData } from '../page-data.ts';
import { type SvgSprite, type SvgText, svgText } from '../text/svg-text.ts';
import type { ClipAppearance, GroupAppearance, PageAppearance, SideAppearance } from './appearance.ts';
import { audioGains } from './audio-gains.ts';
import { clipAppearance } from './clip-appearance.ts';
import { imageSize } from './clip-box.ts';
import { clipGroups } from './clip-groups.ts';
import { isOpaqueSource, isUndrawn } from './layer-filter.ts';
import { bothInput, type TransitionSide, transitionSides } from './transition-sides.ts';

/** Evaluates the appearance and volume of every clip of a page at a given time. */
export interface PageStage {
  readonly durationSec: number;
  /**
   * Returns the appearance of the page at a time in seconds, which is clamped to the duration. Between two frames,
   * images are those of the earlier frame, as in the export.
   */
  at(timeSec: number): PageAppearance;
}

/** Tolerance in frames for rounding errors: a time that is at most this much before a frame counts as that frame. */
const tie = 1e-6;

/** Prepares a page's clips for evaluation at times in any order. The same time always gives the same result. */
export function createPageStage(data: PageData): PageStage {
  const { document } = data;
  const rate = rateOf(document.settings.fps);
  const frames = totalFrames(document);
  const evaluate = createEvaluator(document);
  const groups = clipGroups(document);
  const groupOf = new Map(groups.flatMap((group, place) => group.map(({ id }) => [id, place] as const)));
  const numbers = new Map(document.clips.map(({ id }, index) => [id, index]));
  const texts = new Map<string, SvgText | null>();
  const gainsAt = audioGains(data);
  const canvas = document.settings;

  function movingText({ clip, localSec }: ClipLayer): string | null {
    let text = texts.get(clip.id);
    if (text === undefined) {
      const layout = data.texts[clip.id];
      const style = clip.textStyle;
      text = layout && style ? svgText({ style, layout, fonts: data.fonts, id: `t${numbers.get(clip.id)}` }) : null;
      texts.set(clip.id, text);
    }
    return text?.animator ? textMarkup(text, textMoment(clip, localSec)) : null;
  }

  function appearanceOf(layer: ClipLayer, side: SideAppearance | null): ClipAppearance | null {
    const id = `c${numbers.get(layer.clip.id)}`;
    return clipAppearance({ layer, side, data, text: movingText(layer), id });
  }

  function sideFilter({ tree }: TransitionSide, layer: ClipLayer, name: string): SvgEffects | null {
    const opaque = new Set(coversCanvas(layer) ? [name] : []);
    const id = `c${numbers.get(layer.clip.id)}-side`;
    return svgEffects({ tree, box: canvas, isUndrawn: isUndrawn(layer, data), opaque, id });
  }

  function coversCanvas(layer: ClipLayer): boolean {
    const image = imageSize(layer.clip, data);
    if (!image || !isOpaqueSource(layer, data) || hasEffectStack(layer) || isCut(layer) || layer.opacity < 1)
      return false;
    const size: CanvasSize = { document: canvas, output: canvas };
    const { box, toOutput } = frameClip(layer, image, size);
    const isUpright = toOutput.b === 0 && toOutput.c === 0;
    const { left, top, right, bottom } = boundsOf(toOutput, { left: 0, top: 0, right: box.width, bottom: box.height });
    return isUpright && left <= 0.5 && top <= 0.5 && right >= canvas.width - 0.5 && bottom >= canvas.height - 0.5;
  }

  function addTransition(layer: TransitionLayer, clips: Map<string, ClipAppearance>): SvgFilter | null {
    const { from, to } = layer;
    const sides = transitionSides(layer, canvas);
    for (const [name, own, look] of [
      ['from', from, sides.from],
      ['to', to, sides.to],
    ] as const) {
      if (!own || !look) continue;
      const { opacity, matrix, adds } = look;
      const shown = appearanceOf(own, { opacity, matrix, adds, look: sideFilter(look, own, name) });
      if (shown) clips.set(own.clip.id, shown);
    }
    if (sides.group === bothInput) return null;
    const covers = [from, to].every((side) => side !== null && coversCanvas(side));
    const owner = (to ?? from)?.clip.id ?? '';
    const opaque = new Set(covers ? ['both'] : []);
    return svgFilter({ tree: sides.group, box: canvas, opaque, id: `g${groupOf.get(owner)}-both` });
  }

  return {
    durationSec: secondsOf(frames, rate),
    at(timeSec) {
      const frame = Math.floor((timeSec * rate.num) / rate.den + tie);
      const scene = evaluate(Math.min(Math.max(0, frames - 1), Math.max(0, frame)));
      const clips = new Map<string, ClipAppearance>();
      const shown = new Map<number, GroupAppearance>();
      for (const layer of scene.layers) {
        const owner = layer.kind === 'clip' ? layer : (layer.to ?? layer.from);
        if (!owner) continue;
        const filter = layer.kind === 'transition' ? addTransition(layer, clips) : null;
        if (layer.kind === 'clip') {
          const own = appearanceOf(layer, null);
          if (own) clips.set(layer.clip.id, own);
        }
        const place = groupOf.get(owner.clip.id);
        if (place !== undefined) shown.set(place, { blend: owner.clip.blendMode ?? 'normal', filter });
      }
      return { groups: shown, clips, sounds: gainsAt(timeSec) };
    },
  };
}

/** Returns the SVG elements of a text at a given time, in pixels of its block. */
function textMarkup(text: SvgText, moment: TextMoment): string {
  const { sprite } = text;
  const crop = { left: 0, top: 0, right: sprite.width, bottom: sprite.height };
  const resting: SpriteUse<SvgSprite> = {
    slot: '',
    sprite,
    placement: { matrix: identity, crop, radius: noRadius },
    motion: 'rests',
    largestScale: 1,
    opacity: 1,
  };
  return textUses(text, resting, moment).map(useMarkup).join('');
}

function useMarkup({ sprite, placement, opacity, window }: SpriteUse<SvgSprite>): string {
  const { a, b, c, d, tx, ty } = placement.matrix;
  const attributes = [
    a === 1 && b === 0 && c === 0 && d === 1 && tx === 0 && ty === 0
      ? ''
      : ` transform="matrix(${[a, b, c, d, tx, ty].map(short).join(' ')})"`,
    opacity < 1 ? ` opacity="${short(Math.max(0, opacity))}"` : '',
  ];
  return `<g${attributes.join('')}>${window ? windowed(sprite.markup, window) : sprite.markup}</g>`;
}

// A nested `<svg>` with `overflow="hidden"` clips its content.
function windowed(markup: string, { left, top, right, bottom }: NonNullable<SpriteUse['window']>): string {
  const [x, y, width, height] = [left, top, Math.max(0, right - left), Math.max(0, bottom - top)].map(short);
  return (
    `<svg x="${x}" y="${y}" width="${width}" height="${height}" viewBox="${x} ${y} ${width} ${height}" ` +
    `overflow="hidden">${markup}</svg>`
  );
}
