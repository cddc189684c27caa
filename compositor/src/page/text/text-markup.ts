import type { TextMoment } from '@framemill/timeline';
import { identity } from '../../graph/matrix.ts';
import { noRadius } from '../../graph/placement.ts';
import type { SpriteUse } from '../../sprites/sprite-use.ts';
import { textUses } from '../../sprites/text/text-uses.ts';
import { short } from '../short-number.ts';
import type { SvgSprite } from './svg-sprite.ts';
import type { SvgText } from './svg-text.ts';

/** Returns the elements of a text at a moment, in pixels of its block. */
export function textMarkup(text: SvgText, moment: TextMoment): string {
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
  return `<svg x="${x}" y="${y}" width="${width}" height="${height}" viewBox="${x} ${y} ${width} ${height}" overflow="hidden">${markup}</svg>`;
}
