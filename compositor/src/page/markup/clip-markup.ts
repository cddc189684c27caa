import type { Clip, TextLayout } from '@framemill/timeline';
import type { Matrix } from '../../graph/matrix.ts';
import { backdropBlur, type Size } from '../../graph/placement.ts';
import { escapeText } from '../escape.ts';
import { svgFilter } from '../filter/svg-filter.ts';
import type { PageFont, PageSource } from '../page-data.ts';
import { setsOwnTime } from '../scene/clip-appearance.ts';
import { boxLayout } from '../scene/clip-box.ts';
import { short } from '../short-number.ts';
import { svgText } from '../text/svg-text.ts';
import { htmlDocument } from './html-document.ts';
import { shapeMarkup } from './shape-markup.ts';
import { attribute, type Timing, timingAttributes } from './timing.ts';

/** Input from which the elements of a clip are written. */
export interface ClipMarkupInput {
  readonly clip: Clip;
  /** Index of the clip in the document, which is part of the ids of its elements. */
  readonly number: number;
  readonly timing: Timing;
  /** Timing of the second element that shows the same clip as a blurred backdrop; null without one. */
  readonly backdropTiming: Timing | null;
  readonly source: PageSource | undefined;
  readonly layout: TextLayout | undefined;
  readonly fonts: readonly PageFont[];
  readonly picture: Size;
  readonly canvas: Size;
  /** Paint order, 0 at the bottom. */
  readonly order: number;
}

/** Writes the nested elements of one clip: its position, its effects, its crop and inside them the timed content. */
export function clipMarkup(input: ClipMarkupInput): string {
  const { clip, number, picture: image, canvas } = input;
  const { box, pictures: images } = boxLayout(clip, image, canvas);
  const hasEffects = (clip.effects?.length ?? 0) > 0;
  const onTop = hasEffects ? `<svg class="over" id="o${number}" aria-hidden="true"></svg>` : '';
  const size = `width:${short(box.width)}px;height:${short(box.height)}px`;
  if (clip.type === 'adjustment') {
    const timed = clipAttributes(input, input.timing, 'clip whole');
    return `<div class="side" id="s${number}"><div id="clip-${escapeText(clip.id)}" ${timed} style="z-index:${input.order}">${onTop}</div></div>`;
  }
  const parts = images.map(({ role, fromImage }) => {
    if (role === 'whole') return contentMarkup(input, fromImage, '');
    const sigma = backdropBlur * Math.min(box.width, box.height);
    const shape = { type: 'gaussian', sigmaX: sigma, sigmaY: sigma } as const;
    const tree = { kind: 'blur', of: { kind: 'input', name: 'clip' }, edge: 'clamp', shape } as const;
    const opaque = new Set(input.source?.hasAlpha === false ? ['clip'] : []);
    const { defs } = svgFilter({ tree, box, opaque, id: `c${number}-backdrop` });
    // Browsers apply no other filters to cross-origin pages.
    const filter = clip.type === 'html' ? `blur(${short(sigma)}px)` : `url(#c${number}-backdrop)`;
    return (
      `<svg class="defs" aria-hidden="true"><defs>${defs}</defs></svg>` +
      `<div class="cut" style="filter:${filter}"><div class="cut whole">${contentMarkup(input, fromImage, '-backdrop')}</div></div>`
    );
  });
  return (
    `<div class="side" id="s${number}"><div class="place" id="p${number}" style="${size}">` +
    `<div class="look" id="l${number}"><div class="cut" id="k${number}">${parts.join('')}</div></div>${onTop}</div></div>`
  );
}

function clipAttributes({ clip }: ClipMarkupInput, timing: Timing, className: string): string {
  return `class="${className}" data-clip="${escapeText(clip.id)}" ${timingAttributes(timing)}`;
}

function contentMarkup(input: ClipMarkupInput, place: Matrix, suffix: '' | '-backdrop'): string {
  const { clip, number, picture: image, layout, fonts, source, order } = input;
  const timing = suffix === '' ? input.timing : (input.backdropTiming ?? input.timing);
  const timed = clipAttributes(input, timing, 'clip');
  const style = `z-index:${order};${placeStyle(place, image, clip.type)}`;
  const id = `${clip.type === 'video' ? 'media' : 'clip'}-${escapeText(clip.id)}${suffix}`;
  if (clip.type === 'text') {
    if (!layout || !clip.textStyle) return '';
    const { definitions, sprite } = svgText({ style: clip.textStyle, layout, fonts, id: `t${number}` });
    const label = escapeText(clip.textStyle.content);
    return (
      `<svg id="${id}" ${timed} style="${style}" role="img" aria-label="${label}"><defs>${definitions}</defs>` +
      `<g class="text">${sprite.markup}</g></svg>`
    );
  }
  if (clip.type === 'shape') {
    const drawing = clip.shape ? shapeMarkup(clip.shape, `h${number}`) : '';
    return `<svg id="${id}" ${timed} style="${style}" aria-hidden="true">${drawing}</svg>`;
  }
  if (clip.type === 'html') {
    const document = clip.html ? escapeText(htmlDocument(clip.html)) : '';
    return `<iframe id="${id}" ${timed} style="${style}" sandbox="allow-scripts" srcdoc="${document}"></iframe>`;
  }
  if (source?.kind === 'video') {
    const rate = isSteady(clip) && clip.speed !== 1 ? clip.speed : undefined;
    const facts =
      attribute('data-media-start', clip.mediaStart) +
      attribute('data-playback-rate', rate) +
      attribute('data-own-time', setsOwnTime(clip) ? 'true' : undefined) +
      (clip.loop ? ' loop' : '');
    return `<video id="${id}" ${timed}${facts} muted playsinline preload="auto" src="${escapeText(source.pictureUrl ?? source.url)}" style="${style}"></video>`;
  }
  return `<img id="${id}" ${timed} src="${escapeText(source?.url ?? '')}" alt="${escapeText(clip.name)}" style="${style}">`;
}

/**
 * Returns the CSS that positions an image in its box. Media with whole-pixel bounds gets an element of that size;
 * browsers would round other sizes. All other content keeps its own size and is transformed.
 */
function placeStyle(place: Matrix, { width, height }: Size, type: Clip['type']): string {
  const isMedia = type !== 'text' && type !== 'shape' && type !== 'html';
  const { a, d, tx, ty } = place;
  const numbers = [tx, ty, width * a, height * d];
  if (isMedia ? numbers.every(Number.isInteger) : a === 1 && d === 1) {
    const [x = 0, y = 0, w = 0, h = 0] = numbers.map(short);
    return `left:${x}px;top:${y}px;width:${w}px;height:${h}px`;
  }
  const size = `width:${short(width)}px;height:${short(height)}px`;
  return `left:0;top:0;${size};transform-origin:0 0;transform:matrix(${[a, 0, 0, d, tx, ty].join(',')})`;
}

function isSteady(clip: Clip): boolean {
  return !clip.reverse && clip.freezeAt === null && (clip.kfSpeed?.length ?? 0) === 0;
}
