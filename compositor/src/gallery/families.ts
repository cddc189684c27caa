import { BLEND_MODES, VOCABULARY } from '@framemill/timeline';
import { catalogue } from '../capabilities/index.ts';
import { transitions } from '../transitions/index.ts';
import { effectExamples } from './effect-examples.ts';
import { type GalleryExample, photo } from './gallery-example.ts';

/** Returns a gallery example for each filter at full strength. */
export function filterExamples(): GalleryExample[] {
  return VOCABULARY.filterPreset.map((preset) => ({
    family: 'filter',
    name: preset,
    description: '',
    commands: [photo('mountains'), { op: 'applyFilter', clipId: 'clip-1', preset }],
    moments: [0.5],
  }));
}

/**
 * Returns a gallery example for each transition of the catalogue, shown at a quarter, half and three quarters of its
 * duration.
 */
function transitionExamples(): GalleryExample[] {
  return catalogue.transitions.map((type) => ({
    family: 'transition',
    name: type,
    description: transitions.find((look) => look.type === type)?.description ?? '',
    commands: [
      photo('mountains'),
      photo('ocean', { start: 2 }),
      { op: 'setTransition', clipId: 'clip-2', type, duration: 1 },
    ],
    moments: [2.25, 2.5, 2.75],
  }));
}

/** Returns a gallery example for each blend mode: the ocean over the mountains. */
function blendExamples(): GalleryExample[] {
  return BLEND_MODES.map((blendMode) => ({
    family: 'blend',
    name: blendMode,
    description: '',
    commands: [
      photo('mountains'),
      photo('ocean', { trackIndex: 1 }),
      { op: 'setBlendMode', clipId: 'clip-2', blendMode },
    ],
    moments: [0.5],
  }));
}

/** Parameters of the mask shapes whose defaults show nothing or little, by shape. Lengths are in pixels. */
const contents: Record<string, object> = {
  linear: { rotation: -20, feather: 30 },
  mirror: { width: 300, rotation: 20 },
  polygon: {
    points: [
      [-270, -100],
      [0, -165],
      [270, -70],
      [130, 150],
      [-200, 135],
    ],
  },
  path: { d: 'M0 -150C200 -150 270 150 0 150C-270 150 -200 -150 0 -150Z' },
  text: { text: 'Mill', fontSize: 230 },
  image: { src: 'ocean', channel: 'luma' },
};

/** Returns a gallery example for each mask shape, over a plain colour. */
function maskExamples(): GalleryExample[] {
  return VOCABULARY.maskShape.map((shape) => {
    const box = { width: 370, height: 270, feather: 6 };
    const mask = { shape, ...(shape === 'image' || shape === 'text' ? {} : box), ...contents[shape] };
    const commands = [photo('mountains'), { op: 'setMask', clipId: 'clip-1', mask }];
    return { family: 'mask', name: shape, description: '', commands, moments: [0.5] };
  });
}

/** Returns a gallery example for each text animation, shown early, midway and late in its entrance. */
function textAnimationExamples(): GalleryExample[] {
  return VOCABULARY.textAnimation.map((name) => {
    const text = name === 'counter' ? '1250' : 'Wind and water';
    const style = { fontSize: 72, fontWeight: 700, color: '#ffffff', activeColor: '#ffd166' };
    return {
      family: 'text',
      name,
      description: '',
      commands: [
        photo('mountains'),
        { op: 'addTextClip', text, start: 0, duration: 2, style },
        {
          op: 'setTextAnimation',
          clipId: 'clip-2',
          name,
          phase: 'in',
          unit: 'character',
          duration: 0.4,
          stagger: 0.05,
        },
      ],
      moments: [0.2, 0.5, 0.8],
    };
  });
}

const words = ['Every', 'word', 'counts'].map((text, index) => ({ text, start: index * 0.6, end: index * 0.6 + 0.5 }));

/**
 * Returns a gallery example for each caption style, with frames in which the first, second and third word are spoken.
 */
function captionExamples(): GalleryExample[] {
  return VOCABULARY.captionStyle.map((captionStyle) => ({
    family: 'caption',
    name: captionStyle,
    description: '',
    commands: [
      photo('mountains'),
      { op: 'addCaptions', words, captionStyle, style: { fontSize: 44, fontWeight: 700 } },
    ],
    moments: [0.2, 0.8, 1.4],
  }));
}

/**
 * Returns a gallery example for each fit mode (how an image is fitted into the canvas), with an image that is higher
 * than wide.
 */
function fitExamples(): GalleryExample[] {
  return VOCABULARY.fit.map((mode) => ({
    family: 'fit',
    name: mode,
    description: '',
    commands: [photo('upright'), { op: 'fitClip', clipId: 'clip-1', mode }],
    moments: [0.5],
  }));
}

/** Group of gallery examples, such as all effects. It is a section of the gallery page. */
export interface Family {
  readonly title: string;
  examples(): GalleryExample[];
}

/**
 * All groups of examples, in the order of the gallery page. The function `examples` of a group creates its examples, at
 * least one for each effect, filter and so on.
 */
export const families: readonly Family[] = [
  { title: 'Effects', examples: effectExamples },
  { title: 'Filters', examples: filterExamples },
  { title: 'Transitions', examples: transitionExamples },
  { title: 'Blend modes', examples: blendExamples },
  { title: 'Masks', examples: maskExamples },
  { title: 'Text animations', examples: textAnimationExamples },
  { title: 'Caption styles', examples: captionExamples },
  { title: 'Fits', examples: fitExamples },
];
