import type { TextStyle } from '../document/text-style.ts';
import { ease } from '../easing/ease.ts';
import type { CaptionStyle } from '../vocabulary/index.ts';
import type { UnitState } from './animations/text-animation.ts';

/** Current time, and start and end of a spoken word, in seconds since the clip's start. */
interface WordMoment {
  timeSec: number;
  start: number;
  end: number;
}

/** Settings for the word that is being spoken. If one is absent, the default of the caption style applies. */
type ActiveLook = Pick<TextStyle, 'activeColor' | 'activeBackground' | 'activeScale' | 'inactiveOpacity'>;

/** Caption style: computes the appearance of a word before, while and after it is spoken. */
interface CaptionStyleDefinition {
  name: CaptionStyle;
  /** Kind of unit that is animated. `character`: the time of a word is divided among its characters. */
  unit: 'word' | 'character';
  state(moment: WordMoment, look: ActiveLook): UnitState;
}

const rampSec = 0.08;

/**
 * Returns how strongly a word is emphasised, 0-1: 1 while it is spoken, with short ramps at the start and end of that
 * time.
 */
function spoken({ timeSec, start, end }: WordMoment): number {
  const ramp = Math.max(1e-3, Math.min(rampSec, (end - start) / 3));
  return Math.min(1, Math.max(0, Math.min((timeSec - start) / ramp, (end - timeSec) / ramp)));
}

/** Returns the progress, 0-1, of an animation that lasts `seconds` from the start of the word. */
function since({ timeSec, start }: WordMoment, seconds: number): number {
  return Math.min(1, Math.max(0, (timeSec - start) / seconds));
}

/**
 * Returns the emphasis of the spoken word that applies in every style if the document sets it: the word's colour, the
 * box behind it, its scale.
 */
function emphasis(moment: WordMoment, look: ActiveLook): UnitState {
  const strength = spoken(moment);
  const scale = look.activeScale === undefined ? 1 : 1 + (look.activeScale - 1) * strength;
  return {
    active: look.activeColor === undefined ? 0 : strength,
    box: look.activeBackground === undefined ? 0 : strength,
    scaleX: scale,
    scaleY: scale,
  };
}

/** Returns the opacity of a word: 1 while it is spoken, `inactiveOpacity` before and after. */
function faintUnlessSpoken(moment: WordMoment, { inactiveOpacity = 1 }: ActiveLook): number {
  return inactiveOpacity + (1 - inactiveOpacity) * spoken(moment);
}

/** Caption style without emphasis: all words look the same. */
const none: CaptionStyleDefinition = { name: 'none', unit: 'word', state: () => ({}) };

/** Caption style in which the spoken word has the active colour. */
const color: CaptionStyleDefinition = {
  name: 'color',
  unit: 'word',
  state: (moment, look) => ({
    ...emphasis(moment, look),
    active: spoken(moment),
    opacity: faintUnlessSpoken(moment, look),
  }),
};

/** Caption style in which each word is gradually filled with the active colour while it is spoken, and keeps it. */
const karaoke: CaptionStyleDefinition = {
  name: 'karaoke',
  unit: 'word',
  state: (moment, look) => ({
    ...emphasis(moment, look),
    active: 0,
    fill: since(moment, Math.max(1e-3, moment.end - moment.start)),
    opacity: moment.timeSec >= moment.start ? 1 : (look.inactiveOpacity ?? 1),
  }),
};

/** Caption style with a box behind the spoken word. */
const highlight: CaptionStyleDefinition = {
  name: 'highlight',
  unit: 'word',
  state: (moment, look) => ({
    ...emphasis(moment, look),
    box: spoken(moment),
    opacity: faintUnlessSpoken(moment, look),
  }),
};

const popSec = 0.25;

/** Caption style in which each word pops up when it is spoken. */
const pop: CaptionStyleDefinition = {
  name: 'pop',
  unit: 'word',
  state: (moment, look) => {
    const { scaleX = 1, ...rest } = emphasis(moment, look);
    const grown = ease('easeOutBack', since(moment, popSec)) * scaleX;
    const opacity = faintUnlessSpoken(moment, look) * Math.min(1, since(moment, popSec) * 4);
    return { ...rest, scaleX: grown, scaleY: grown, opacity };
  },
};

const fadeSec = 0.25;

/** Caption style in which each word fades in when it is spoken. */
const fade: CaptionStyleDefinition = {
  name: 'fade',
  unit: 'word',
  state: (moment, look) => ({
    ...emphasis(moment, look),
    opacity: since(moment, fadeSec) * faintUnlessSpoken(moment, look),
  }),
};

const slideSec = 0.25;

/** Caption style in which each word slides up into place when it is spoken. */
const slide: CaptionStyleDefinition = {
  name: 'slide',
  unit: 'word',
  state: (moment, look) => ({
    ...emphasis(moment, look),
    y: 0.6 * (1 - ease('easeOutCubic', since(moment, slideSec))),
    opacity: Math.min(1, since(moment, slideSec) * 2) * faintUnlessSpoken(moment, look),
  }),
};

const jumpSec = 0.35;
// Height of the jump as a multiple of the font size.
const jumpHeight = 0.3;

/** Caption style in which the spoken word jumps. */
const bounce: CaptionStyleDefinition = {
  name: 'bounce',
  unit: 'word',
  state: (moment, look) => {
    const flown = since(moment, Math.min(jumpSec, Math.max(1e-3, moment.end - moment.start)));
    return {
      ...emphasis(moment, look),
      y: -jumpHeight * 4 * flown * (1 - flown),
      opacity: faintUnlessSpoken(moment, look),
    };
  },
};

/** Caption style in which the letters of each word appear one by one while the word is spoken. */
const typewriter: CaptionStyleDefinition = {
  name: 'typewriter',
  unit: 'character',
  state: (moment, look) => ({
    ...emphasis(moment, look),
    scaleX: 1,
    scaleY: 1,
    opacity: moment.timeSec >= moment.start ? 1 : 0,
  }),
};

const enlargedScale = 1.15;

/** Caption style in which the spoken word is larger. */
const enlarge: CaptionStyleDefinition = {
  name: 'enlarge',
  unit: 'word',
  state: (moment, look) => ({
    ...emphasis(moment, { activeScale: enlargedScale, ...look }),
    opacity: faintUnlessSpoken(moment, look),
  }),
};

/** All caption styles by name. */
export const CAPTION_STYLE_DEFINITIONS: Record<CaptionStyle, CaptionStyleDefinition> = {
  none,
  color,
  karaoke,
  highlight,
  pop,
  fade,
  slide,
  bounce,
  typewriter,
  enlarge,
};
