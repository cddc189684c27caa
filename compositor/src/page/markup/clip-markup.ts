import type { Clip, Html, Shape, TextLayout } from '@framemill/timeline';
import { bundledFonts } from '../../fonts/bundled-fonts.ts';
import { identity, type Matrix } from '../../graph/matrix.ts';
import { transformPath } from '../../graph/path-data.ts';
import { backdropBlur, type Size } from '../../graph/placement.ts';
import { shapeDrawing } from '../../sprites/shapes/shape-drawing.ts';
import { svgFilter } from '../filter/svg-filter.ts';
import { escapeText, short } from '../markup-values.ts';
import type { PageFont, PageSource } from '../page-data.ts';
import { bundledPageFonts, fontFaces } from '../page-fonts.ts';
import { setsOwnTime } from '../scene/clip-appearance.ts';
import { boxLayout } from '../scene/clip-box.ts';
import { safeColor, svgPaint } from '../text/svg-paint.ts';
import { svgText } from '../text/svg-text.ts';

/** Input from which the elements of a clip are written. */
export interface ClipMarkupInput {
  readonly clip: Clip;
  /** Index of the clip in the document, which is part of the ids of its elements. */
  readonly number: number;
  readonly timing: Timing;
  /** Timing of a second element that shows the same clip as a blurred backdrop; null when there is none. */
  readonly backdropTiming: Timing | null;
  readonly source: PageSource | undefined;
  readonly layout: TextLayout | undefined;
  readonly fonts: readonly PageFont[];
  readonly picture: Size;
  readonly canvas: Size;
  /** Position in the paint order; 0 is the bottom. */
  readonly order: number;
}

/**
 * Returns the HTML of one clip. The elements are nested, from the outermost: position, effects, crop, and the content
 * with its time attributes.
 */
export function clipMarkup(input: ClipMarkupInput): string {
  const { clip, number, picture: image, canvas } = input;
  const { box, pictures: images } = boxLayout(clip, image, canvas);
  const hasEffects = (clip.effects?.length ?? 0) > 0;
  const onTop = hasEffects ? `<svg class="over" id="o${number}" aria-hidden="true"></svg>` : '';
  const size = `width:${short(box.width)}px;height:${short(box.height)}px`;
  if (clip.type === 'adjustment') {
    const timed = clipAttributes(input, input.timing, 'clip whole');
    return (
      `<div class="side" id="s${number}"><div id="clip-${escapeText(clip.id)}" ${timed} ` +
      `style="z-index:${input.order}">${onTop}</div></div>`
    );
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
      `<div class="cut" style="filter:${filter}"><div class="cut ` +
      `whole">${contentMarkup(input, fromImage, '-backdrop')}</div></div>`
    );
  });
  return (
    `<div class="side" id="s${number}"><div class="place" id="p${number}" style="${size}">` +
    `<div class="look" id="l${number}"><div class="cut" ` +
    `id="k${number}">${parts.join('')}</div></div>${onTop}</div></div>`
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
    return (
      `<video id="${id}" ${timed}${facts} muted playsinline preload="auto" ` +
      `src="${escapeText(source.pictureUrl ?? source.url)}" style="${style}"></video>`
    );
  }
  return (
    `<img id="${id}" ${timed} src="${escapeText(source?.url ?? '')}" alt="${escapeText(clip.name)}" ` +
    `style="${style}">`
  );
}

/**
 * Returns the CSS that positions an image in its box. Videos and images whose bounds are whole pixels get an element of
 * this size, because browsers would round other sizes. All other content keeps its own size and is transformed.
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

/**
 * Content security policy of an html clip, the same as in renders: the clip may load embedded data and the service's
 * fonts. Fonts are allowed from any host, because a frame without an origin cannot name its own host.
 */
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline' data:; script-src 'unsafe-inline' 'unsafe-eval'; img-src data: " +
  'blob:; font-src data: *';

/**
 * Script that sets the animations of an html clip to the time that the page sends, without help of the clip's own code.
 */
const FOLLOW =
  "addEventListener('message',(event)=>{if(event.source!==parent||typeof event.data?.timeSec!=='number')return;" +
  'for(const animation of ' +
  'document.getAnimations()){animation.pause();animation.currentTime=event.data.timeSec*1000}});' +
  "parent.postMessage({ready:true},'*');";

/**
 * Builds the document of an html clip for a sandboxed iframe without an origin. The clip's HTML is inserted unescaped,
 * because the sandbox isolates it. End tags inside its CSS and JavaScript are escaped, so that they do not end the
 * `<style>` and `<script>` elements.
 */
function htmlDocument({ html, css = '', js = '' }: Html): string {
  const style = css.replaceAll(/<\/style/gi, '<\\/style');
  const script = js.replaceAll(/<\/script/gi, '<\\/script').replaceAll('<!--', '<\\!--');
  return (
    `<!doctype html><html><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${POLICY}">` +
    `<style>${baseStyle()}</style><style>${style}</style></head>` +
    `<body>${html}<script>${script}</script><script>${FOLLOW}</script></body></html>`
  );
}

// As in the renderer: the default family is that of texts, and the page has no margins.
function baseStyle(): string {
  const [first] = bundledFonts;
  const page = 'html,body{margin:0;width:100%;height:100%;overflow:hidden;background:transparent}';
  return `${fontFaces(bundledPageFonts)}html{font-family:"${first?.family ?? ''}",sans-serif}${page}`;
}

/**
 * Draws a shape as SVG elements in its box: fills its outline, then strokes it. The ids of its definitions begin with
 * `id`.
 */
function shapeMarkup(shape: Shape, id: string): string {
  const { width, height, outline, fill, stroke } = shapeDrawing(shape);
  // Parsed and written anew: path data of a project is untrusted text.
  const d = transformPath(outline, identity);
  const paint = fill === null ? null : svgPaint(fill, width, height, `${id}-fill`);
  const inside = paint ? `<path d="${d}" fill="${paint.paint}" fill-rule="evenodd"/>` : '';
  const definitions = paint?.definition ? `<defs>${paint.definition}</defs>` : '';
  if (!stroke) return definitions + inside;
  const dash = stroke.dash.length > 0 ? ` stroke-dasharray="${stroke.dash.map(short).join(' ')}"` : '';
  const line = `stroke="${safeColor(stroke.color)}" stroke-width="${short(stroke.width)}"`;
  const look = `fill="none" ${line} stroke-miterlimit="10"`;
  if (stroke.from <= 0 && stroke.to >= 1) return `${definitions}${inside}<path d="${d}" ${look}${dash}/>`;
  // With a path length of 1, a single dash is the visible part of the line. A line with dashes of its own is masked by
  // that part.
  const part =
    `pathLength="1" stroke-dasharray="${short(stroke.to - stroke.from)} 2" ` +
    `stroke-dashoffset="${short(-stroke.from)}"`;
  if (dash === '') return `${definitions}${inside}<path d="${d}" ${look} ${part}/>`;
  const room = short(stroke.width);
  const area =
    `x="-${room}" y="-${room}" width="${short(width + 2 * stroke.width)}" ` +
    `height="${short(height + 2 * stroke.width)}"`;
  const mask =
    `<mask id="${id}-part" maskUnits="userSpaceOnUse" ${area}>` +
    `<path d="${d}" fill="none" stroke="#fff" stroke-width="${short(stroke.width + 2)}" ${part}/></mask>`;
  return `<defs>${mask}</defs>${definitions}${inside}<path d="${d}" ${look}${dash} mask="url(#${id}-part)"/>`;
}

/** Time span of an element and its lane (`data-track-index`) on a player's timeline. */
export interface Timing {
  readonly startSec: number;
  readonly endSec: number;
  readonly lane: number;
}

/**
 * Returns the attributes `data-start`, `data-duration` and `data-track-index`. Seconds are not rounded, because a
 * rounded time may select another frame.
 */
export function timingAttributes({ startSec, endSec, lane }: Timing): string {
  return `data-start="${startSec}" data-duration="${lengthSec(startSec, endSec)}" data-track-index="${lane}"`;
}

/** Returns an attribute with a leading space; an empty string when `value` is undefined. */
export function attribute(name: string, value: string | number | undefined): string {
  return value === undefined ? '' : ` ${name}="${escapeText(String(value))}"`;
}

// Players add start and duration again: a sum that exceeds the end by rounding would show the last frame twice.
function lengthSec(startSec: number, endSec: number): number {
  const length = endSec - startSec;
  return startSec + length > endSec ? length * (1 - Number.EPSILON) : length;
}
