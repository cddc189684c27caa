import type { ClusterStyle, GlyphCluster, TextMoment, TextStyle } from '@framemill/timeline';
import { type Box, intersect } from '../../graph/box.ts';
import { compose, translation } from '../../graph/matrix.ts';
import { type Motion, stepped } from '../../graph/motion.ts';
import { noRadius } from '../../graph/placement.ts';
import type { SpriteBox, SpriteUse } from '../sprite.ts';
import type { DrawnText } from '../text-sprite.ts';
import { backgroundPadding } from './background-boxes.ts';
import {
  defaultActiveColor,
  hasOutline,
  type UnitVariant,
  unitMatrix,
  unitMotion,
  unitWindow,
} from './unit-variant.ts';

// Factor on the largest scale, for animations that briefly exceed the final size.
const overshoot = 1.25;
// Step of the blur, as a fraction of the font size: each step is drawn once.
const blurStep = 1 / 60;

/**
 * Returns the drawings of a text at a moment, bottom first: `whole` (the text without animation), or a drawing for each
 * part of each animated unit (character, word or line).
 */
export function textUses<S extends SpriteBox>(
  text: DrawnText<S>,
  whole: SpriteUse<S>,
  moment: TextMoment,
): SpriteUse<S>[] {
  const looks = text.animator?.at(moment);
  if (!looks) return [whole];
  if (looks.every(onlyColours) && !(text.style.background && looks.some((look) => look.box > 0))) {
    const units = looks.filter(isWhollyActive).map((look) => look.unit);
    const sprite = units.length > 0 ? text.units.recoloured(units, activeColor(text)) : whole.sprite;
    return [
      ...looks.flatMap((look) => boxUse(text, whole, look)),
      { ...whole, sprite },
      ...overlays(text, whole, looks),
    ];
  }
  const [first] = looks;
  if (looks.length === 1 && first && first.unit.lineIndex < 0) return wholeUses(text, whole, first);
  const passes: UnitVariant['part'][] = [];
  if (text.style.shadow) passes.push('shadow');
  if (hasOutline(text.style)) passes.push('stroke');
  return [
    ...backgroundUses(text, whole, looks),
    ...looks.flatMap((look) => boxUse(text, whole, look)),
    ...passes.flatMap((part) => looks.flatMap((look) => (look.blur > 0 ? [] : letters(text, whole, look, { part })))),
    ...looks.flatMap((look) => {
      const color = isWhollyActive(look) ? activeColor(text) : look.color;
      return letters(text, whole, { ...look, color }, { part: look.blur > 0 ? 'all' : 'fill' });
    }),
    ...overlays(text, whole, looks),
  ];
}

// Whether only colours change. The letters stay in place and opaque, so that the static text can be drawn below.
function onlyColours(look: ClusterStyle): boolean {
  const plain = look.opacity === 1 && look.blur === 0 && look.color === null && look.text === null;
  return plain && unitMotion(unitMatrix(look, 1)) === 'rests';
}

// The text moves as one: the static drawing is used while only its position, size and opacity change.
function wholeUses<S extends SpriteBox>(text: DrawnText<S>, whole: SpriteUse<S>, look: ClusterStyle): SpriteUse<S>[] {
  const blur = steppedBlur(look);
  const color = isWhollyActive(look) ? activeColor(text) : look.color;
  const variant: UnitVariant = { part: 'all', color, blur, text: look.text };
  const isPlain = color === null && blur === 0 && look.text === null;
  const sprite = isPlain ? text.sprite : text.units.letters(look.unit, variant);
  const moved = unitUse(text, whole, look, 'whole', sprite);
  return [...boxUse(text, whole, look), { ...moved, sprite }, ...overlays(text, whole, [look])];
}

// Whether the unit's own colour is completely hidden, because it is the active word or was sung to its end.
function isWhollyActive({ active, fill }: ClusterStyle): boolean {
  return active >= 1 || fill >= 1;
}

function activeColor({ style }: Pick<DrawnText, 'style'>): string {
  return style.activeColor ?? defaultActiveColor;
}

// Draws the active colour over a unit's own, with the opacity or progress that the style gives.
function overlays<S extends SpriteBox>(
  text: DrawnText<S>,
  whole: SpriteUse<S>,
  looks: readonly ClusterStyle[],
): SpriteUse<S>[] {
  const color = activeColor(text);
  return looks.flatMap((look) => {
    if (isWhollyActive(look)) return [];
    const opacity = look.opacity * look.active;
    const faint = look.active > 0 ? letters(text, whole, { ...look, color, opacity }, { part: 'fill' }) : [];
    if (look.fill <= 0) return faint;
    const sung = sungPart(look, text.sprite.bleed);
    return [...faint, ...letters(text, whole, { ...look, color }, { part: 'fill', sung })];
  });
}

function sungPart({ unit, fill }: ClusterStyle, bleed: number): Box {
  const [top, bottom] = [unit.y - bleed, unit.y + unit.height + bleed];
  return unit.rightToLeft
    ? { left: unit.x + unit.width * (1 - fill), right: unit.x + unit.width + bleed, top, bottom }
    : { left: unit.x - bleed, right: unit.x + unit.width * fill, top, bottom };
}

interface LettersOptions {
  part: UnitVariant['part'];
  /**
   * Box to which the drawing is limited: the part of the unit (character, word or line) that has been sung so far. In
   * pixels of the text block, before the unit is moved. Absent: all of the unit is drawn.
   */
  sung?: Box;
}

function letters<S extends SpriteBox>(
  text: DrawnText<S>,
  whole: SpriteUse<S>,
  look: ClusterStyle,
  { part, sung }: LettersOptions,
): SpriteUse<S>[] {
  const variant: UnitVariant = { part, color: look.color, blur: steppedBlur(look), text: look.text };
  const name = `${part}${look.color ?? ''}${sung ? ' sung' : ''}`;
  const use = unitUse(text, whole, look, name, text.units.letters(look.unit, variant), sung);
  return use.opacity > 0 ? [use] : [];
}

function boxUse<S extends SpriteBox>(text: DrawnText<S>, whole: SpriteUse<S>, look: ClusterStyle): SpriteUse<S>[] {
  if (look.box <= 0) return [];
  const faded = { ...look, opacity: look.opacity * look.box };
  return [unitUse(text, whole, faded, 'box', text.units.box(look.unit))];
}

// Boxes of lines appear with their lines; the box of the block appears as soon as any part of the text does.
function backgroundUses<S extends SpriteBox>(
  text: DrawnText<S>,
  whole: SpriteUse<S>,
  looks: readonly ClusterStyle[],
): SpriteUse<S>[] {
  const { background } = text.style;
  if (!background) return [];
  const byLine = Map.groupBy(looks, (look) => (background.wrap === 'line' ? look.unit.lineIndex : null));
  return [...byLine].map(([lineIndex, members]) => {
    const shown = Math.max(...members.map((look) => look.opacity));
    const opacity = stepped(whole.opacity * shown);
    return {
      ...whole,
      slot: `${whole.slot} background ${lineIndex}`,
      sprite: text.units.background(lineIndex),
      opacity,
    };
  });
}

function unitUse<S extends SpriteBox>(
  text: DrawnText<S>,
  whole: SpriteUse<S>,
  look: ClusterStyle,
  part: string,
  sprite: S,
  sung?: Box,
): SpriteUse<S> {
  const { unit } = look;
  const em = text.layout.fontSize;
  const moved = unitMatrix(look, em);
  const toBlock = compose(moved, translation(unit.x, unit.y));
  const place = unitWindow(look, em, cropOf(whole), { overhang: text.sprite.bleed, edge: edgeOf(text.style, unit) });
  const block = place && sung ? intersect(place, sung) : (place ?? sung);
  const window = block && shifted(block, -unit.x, -unit.y);
  return {
    ...whole,
    slot: `${whole.slot} ${unit.lineIndex},${unit.start} ${part}`,
    sprite,
    placement: {
      matrix: compose(whole.placement.matrix, toBlock),
      crop: { left: 0, top: 0, right: sprite.width, bottom: sprite.height },
      radius: noRadius,
    },
    motion: fasterOf(whole.motion, unitMotion(moved)),
    ...(whole.onto && { onto: whole.onto }),
    largestScale: whole.largestScale * overshoot,
    opacity: stepped(whole.opacity * look.opacity),
    ...(window && { window }),
  };
}

// The block as a whole moves with its background.
function edgeOf(style: TextStyle, { lineIndex }: GlyphCluster): number {
  const padding = lineIndex < 0 ? backgroundPadding(style).paddingX : 0;
  return Math.max(style.strokeWidth ?? 0, padding);
}

function cropOf({ placement, sprite }: SpriteUse<SpriteBox>): Box | null {
  const { left, top, right, bottom } = placement.crop;
  const isWhole = left <= 0 && top <= 0 && right >= sprite.width && bottom >= sprite.height;
  return isWhole ? null : placement.crop;
}

function shifted({ left, top, right, bottom }: Box, x: number, y: number): Box {
  return { left: left + x, top: top + y, right: right + x, bottom: bottom + y };
}

const motions: readonly Motion[] = ['rests', 'slides', 'turns'];

function fasterOf(a: Motion, b: Motion): Motion {
  return motions.indexOf(a) > motions.indexOf(b) ? a : b;
}

function steppedBlur({ blur }: ClusterStyle): number {
  return Math.round(blur / blurStep) * blurStep;
}
