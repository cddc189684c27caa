import type { Command, Grade, Mask } from '@framemill/timeline';

/** Groups of the gallery, in its order. */
export const PRESET_GROUPS = [
  'Film and colour',
  'Blur and glow',
  'Stylised',
  'Distortion',
  'Outlines and masks',
  'Motion',
] as const;

/** Converts a length on a canvas whose shorter dimension has 1,080 pixels to pixels of the project. */
type ToPixels = (length: number) => number;

/** Effects, colours, a mask or a motion that are added to a clip together. */
export interface EffectPreset {
  name: string;
  group: (typeof PRESET_GROUPS)[number];
  /** Returns the commands in their order, without `clipId`. */
  steps(px: ToPixels): readonly Command[];
  /** Part of the clip where the preset is visible; absent: the whole clip. */
  visibleAt?: 'start' | 'end';
}

/** Shorter dimension of the canvas for which the lengths are given, in pixels. */
const PRESET_CANVAS = 1_080;
/** Shortest length that all effects accept, in pixels. */
const LEAST_PX = 4;
/** Largest factor of the lengths. Effects refuse much longer ones. */
const MOST_SCALE = 2;

type Params = Record<string, number | string>;

const effect = (type: string, params: Params = {}): Command => ({ op: 'addEffect', type, params });
const filter = (preset: string, intensity = 1): Command => ({ op: 'applyFilter', preset, intensity });
const grade = (values: Grade): Command => ({ op: 'setColorGrade', grade: values });
const mask = (values: Mask): Command => ({ op: 'setMask', mask: values });
const motion = (preset: string, params: Params = {}): Command => ({ op: 'applyMotionPreset', preset, ...params });
const duotone = (shadowColor: string, highlightColor: string) => effect('duotone', { shadowColor, highlightColor });

/** All presets, in the order of the gallery. */
// biome-ignore format: the steps of a preset begin a line
export const EFFECT_PRESETS: readonly EffectPreset[] = [
  { name: 'Film grain', group: 'Film and colour',
    steps: () => [effect('grain', { amount: 0.3, size: 0.3, roughness: 0.6 })] },
  { name: 'Vignette', group: 'Film and colour',
    steps: () => [effect('vignette', { amount: 0.7, midpoint: 0.45 })] },
  { name: 'Cinema', group: 'Film and colour',
    steps: () => [filter('cinematic'), effect('vignette', { amount: 0.3 }), effect('grain', { amount: 0.1 })] },
  { name: 'Teal and orange', group: 'Film and colour',
    steps: () => [filter('teal-orange'), grade({ contrast: 0.15 })] },
  { name: 'Golden evening', group: 'Film and colour',
    steps: (px) => [filter('golden-hour'), effect('glow', { radius: px(40), intensity: 0.35, threshold: 0.7 })] },
  { name: 'Print film', group: 'Film and colour',
    steps: () => [filter('film-print'), effect('vignette', { amount: 0.25 })] },
  { name: 'Bleached', group: 'Film and colour',
    steps: () => [filter('bleach-bypass'), effect('grain', { amount: 0.12 })] },
  { name: 'Faded memory', group: 'Film and colour',
    steps: () => [filter('faded'), grade({ temperature: 0.15 }), effect('vignette', { amount: -0.4, midpoint: 0.6 })] },
  { name: 'Super 8', group: 'Film and colour',
    steps: () => [filter('vintage'), effect('vignette', { amount: 0.75, midpoint: 0.45, roundness: 0.6 }),
      effect('grain', { amount: 0.2, size: 0.5 })] },
  { name: 'Old film', group: 'Film and colour',
    steps: () => [filter('sepia'), effect('grain', { amount: 0.35, size: 0.4 }),
      effect('vignette', { amount: 0.65 })] },
  { name: 'Silent film', group: 'Film and colour',
    steps: () => [filter('mono'), grade({ contrast: 0.35, highlights: 0.2 }),
      effect('grain', { amount: 0.5, size: 0.5 }),
      effect('vignette', { amount: 0.9, midpoint: 0.4, roundness: 0.8 })] },
  { name: 'Black and white', group: 'Film and colour',
    steps: () => [filter('grayscale'), grade({ contrast: 0.12 })] },
  { name: 'Film noir', group: 'Film and colour',
    steps: () => [filter('noir'), effect('grain', { amount: 0.15 })] },
  { name: 'Vivid', group: 'Film and colour',
    steps: () => [filter('boost'), grade({ vibrance: 0.4 }), effect('sharpen', { amount: 0.5 })] },
  { name: 'Moonlight', group: 'Film and colour',
    steps: () => [filter('day-for-night'), effect('vignette', { amount: 0.4 })] },
  { name: 'Cross process', group: 'Film and colour',
    steps: () => [filter('cross-process'), grade({ saturation: 0.2 }), effect('vignette', { amount: 0.4 })] },
  { name: 'Duotone sunset', group: 'Film and colour',
    steps: () => [duotone('#3b0a57', '#ffb14a')] },
  { name: 'Duotone ocean', group: 'Film and colour',
    steps: () => [duotone('#04263f', '#8ff0e0')] },
  { name: 'Soft focus', group: 'Blur and glow',
    steps: (px) => [effect('glow', { radius: px(40), intensity: 0.5, threshold: 0.35 })] },
  { name: 'Dreamy glow', group: 'Blur and glow',
    steps: (px) => [grade({ exposure: 0.15, contrast: -0.2, saturation: 0.2 }),
      effect('glow', { radius: px(60), intensity: 0.8, threshold: 0.45 }),
      effect('vignette', { amount: -0.3, midpoint: 0.7 })] },
  { name: 'Bloom', group: 'Blur and glow',
    steps: (px) => [effect('glow', { radius: px(90), intensity: 1, threshold: 0.75 })] },
  { name: 'Out of focus', group: 'Blur and glow',
    steps: (px) => [effect('blur', { radius: px(20) })] },
  { name: 'Speed blur', group: 'Blur and glow',
    steps: (px) => [effect('motion-blur', { distance: px(110), angle: 0 })] },
  { name: 'Zoom blur', group: 'Blur and glow',
    steps: () => [effect('zoom-blur', { amount: 0.35 })] },
  { name: 'Crisp', group: 'Blur and glow',
    steps: (px) => [effect('sharpen', { amount: 1.6, radius: px(3) })] },
  { name: 'VHS', group: 'Stylised',
    steps: () => [effect('vhs', { bleed: 0.7, noise: 0.4, tracking: 0.5 })] },
  { name: 'Tube screen', group: 'Stylised',
    steps: (px) => [effect('rgb-split', { amount: px(4) }), effect('scanlines', { spacing: px(9), intensity: 0.5 }),
      effect('lens-distortion', { amount: 0.2 }), effect('vignette', { amount: 0.8, midpoint: 0.55 })] },
  { name: 'Night vision', group: 'Stylised',
    steps: (px) => [grade({ exposure: 0.5, contrast: 0.2 }), duotone('#001a05', '#8dff98'),
      effect('scanlines', { spacing: px(8), intensity: 0.3 }), effect('grain', { amount: 0.45, size: 0.4 }),
      effect('vignette', { amount: 1, midpoint: 0.45, roundness: 1 })] },
  { name: 'Surveillance', group: 'Stylised',
    steps: (px) => [filter('grayscale'), effect('lens-distortion', { amount: 0.3 }),
      effect('scanlines', { spacing: px(8), intensity: 0.35 }), effect('grain', { amount: 0.35 })] },
  { name: 'Infrared', group: 'Stylised',
    steps: () => [duotone('#22005a', '#ff8a3d'), effect('posterize', { levels: 12 })] },
  { name: 'Pixel mosaic', group: 'Stylised',
    steps: (px) => [effect('pixelate', { size: px(44) })] },
  { name: 'Game console', group: 'Stylised',
    steps: (px) => [grade({ saturation: 0.3 }), effect('pixelate', { size: px(22) }),
      effect('posterize', { levels: 5 })] },
  { name: 'Comic dots', group: 'Stylised',
    steps: (px) => [grade({ contrast: 0.25 }), effect('halftone', { size: px(24), color: '#191932' })] },
  { name: 'Newsprint', group: 'Stylised',
    steps: (px) => [grade({ contrast: 0.2 }), effect('halftone', { size: px(14) }), duotone('#1d1b18', '#efe6d2')] },
  { name: 'Pop art', group: 'Stylised',
    steps: () => [grade({ contrast: 0.3, saturation: 0.7 }), effect('posterize', { levels: 3 })] },
  { name: 'Poster', group: 'Stylised',
    steps: () => [effect('posterize', { levels: 5 })] },
  { name: 'Negative', group: 'Stylised',
    steps: () => [effect('invert')] },
  { name: 'X-ray', group: 'Stylised',
    steps: (px) => [effect('invert'), duotone('#00111d', '#c9f3ff'),
      effect('glow', { radius: px(24), intensity: 0.5, threshold: 0.6 })] },
  { name: 'Blueprint', group: 'Stylised',
    steps: (px) => [effect('sharpen', { amount: 3, radius: px(6) }), duotone('#0b2f86', '#e6f0ff')] },
  { name: 'Neon', group: 'Stylised',
    steps: (px) => [grade({ exposure: -1, contrast: 0.4, saturation: 0.8 }),
      effect('sharpen', { amount: 3, radius: px(10) }),
      effect('glow', { radius: px(30), intensity: 1, threshold: 0.4 })] },
  { name: 'Glitch', group: 'Distortion',
    steps: () => [effect('glitch', { amount: 0.6 })] },
  { name: 'Bad signal', group: 'Distortion',
    steps: (px) => [effect('glitch', { amount: 0.9, rate: 14 }), effect('rgb-split', { amount: px(10) }),
      effect('scanlines', { spacing: px(8), intensity: 0.4 })] },
  { name: 'Colour fringes', group: 'Distortion',
    steps: (px) => [effect('rgb-split', { amount: px(14) })] },
  { name: 'Under water', group: 'Distortion',
    steps: (px) => [grade({ temperature: -0.5, tint: -0.2 }),
      effect('wave', { amplitude: px(14), wavelength: px(320), speed: 0.5 }),
      effect('wave', { amplitude: px(10), wavelength: px(420), speed: 0.4, axis: 'y' })] },
  { name: 'Heat haze', group: 'Distortion',
    steps: (px) => [grade({ temperature: 0.2 }),
      effect('wave', { amplitude: px(6), wavelength: px(70), speed: 2 })] },
  { name: 'Dream sequence', group: 'Distortion',
    steps: (px) => [effect('wave', { amplitude: px(36), wavelength: px(520), speed: 0.7 }),
      effect('glow', { radius: px(60), intensity: 0.7, threshold: 0.45 })] },
  { name: 'Fisheye', group: 'Distortion',
    steps: () => [effect('lens-distortion', { amount: 0.8 })] },
  { name: 'Pinch', group: 'Distortion',
    steps: () => [effect('lens-distortion', { amount: -1 })] },
  { name: 'Mirror', group: 'Distortion',
    steps: () => [effect('mirror')] },
  { name: 'Reflection', group: 'Distortion',
    steps: (px) => [effect('mirror', { axis: 'y', offset: 0.12 }),
      effect('wave', { amplitude: px(4), wavelength: px(60), speed: 0.5 })] },
  { name: 'Kaleidoscope', group: 'Distortion',
    steps: () => [effect('kaleidoscope', { segments: 8 })] },
  { name: 'Tilted screen', group: 'Distortion',
    steps: () => [effect('corner-pin', { tlX: 0.12, tlY: 0.1, trX: 0.94, trY: 0, brX: 0.94, brY: 1, blX: 0.12,
      blY: 0.9 })] },
  { name: 'Drop shadow', group: 'Outlines and masks',
    steps: (px) => [effect('drop-shadow', { x: px(14), y: px(14), blur: px(36), opacity: 0.65 })] },
  { name: 'Sticker', group: 'Outlines and masks',
    steps: (px) => [effect('outline', { width: px(12) }),
      effect('drop-shadow', { x: px(6), y: px(8), blur: px(24), opacity: 0.5 })] },
  { name: 'Neon outline', group: 'Outlines and masks',
    steps: (px) => [effect('outline', { width: px(8), color: '#39f6ff' }),
      effect('drop-shadow', { x: 0, y: 0, blur: px(60), color: '#39f6ff', opacity: 1 })] },
  { name: 'Rounded corners', group: 'Outlines and masks',
    steps: (px) => [mask({ shape: 'rounded-rectangle', cornerRadius: px(160) })] },
  { name: 'Round window', group: 'Outlines and masks',
    steps: () => [mask({ shape: 'circle' })] },
  { name: 'Spotlight', group: 'Outlines and masks',
    steps: (px) => [mask({ shape: 'ellipse', feather: px(160) })] },
  { name: 'Green screen', group: 'Outlines and masks',
    steps: () => [{ op: 'setChromaKey', color: 'auto' }] },
  { name: 'Remove black', group: 'Outlines and masks',
    steps: () => [effect('luma-key', { threshold: 0, tolerance: 0.1, softness: 0.15 })] },
  { name: 'Slow zoom in', group: 'Motion',
    steps: () => [motion('ken-burns-in', { intensity: 1.5 })] },
  { name: 'Slow zoom out', group: 'Motion',
    steps: () => [motion('ken-burns-out', { intensity: 1.5 })] },
  { name: 'Pan left', group: 'Motion',
    steps: () => [motion('pan-left')] },
  { name: 'Pan right', group: 'Motion',
    steps: () => [motion('pan-right')] },
  { name: 'Camera shake', group: 'Motion', visibleAt: 'start',
    steps: () => [motion('shake', { duration: 1.5, intensity: 3 })] },
  { name: 'Heartbeat', group: 'Motion',
    steps: () => [motion('pulse', { duration: 0.8, intensity: 1.5 })] },
  { name: 'Floating', group: 'Motion',
    steps: () => [motion('float', { intensity: 2 })] },
  { name: 'Fade in', group: 'Motion', visibleAt: 'start',
    steps: () => [motion('fade-in')] },
  { name: 'Focus in', group: 'Motion', visibleAt: 'start',
    steps: () => [motion('blur-in', { duration: 0.8 })] },
  { name: 'Slide in', group: 'Motion', visibleAt: 'start',
    steps: () => [motion('slide-in-left')] },
  { name: 'Pop in', group: 'Motion', visibleAt: 'start',
    steps: () => [motion('pop-in')] },
  { name: 'Spin in', group: 'Motion', visibleAt: 'start',
    steps: () => [motion('spin-in')] },
  { name: 'Drop in', group: 'Motion', visibleAt: 'start',
    steps: () => [motion('drop-in', { duration: 0.9 })] },
  { name: 'Fade out', group: 'Motion', visibleAt: 'end',
    steps: () => [motion('fade-out')] },
];

/** Returns the commands that add a preset to a clip. `canvas` is the size of the project in pixels. */
export function presetCommands(
  { steps }: EffectPreset,
  clipId: string,
  { width, height }: { width: number; height: number },
): Command[] {
  const scale = Math.min(MOST_SCALE, Math.min(width, height) / PRESET_CANVAS);
  const px = (length: number) => Math.max(LEAST_PX, Math.round(length * scale));
  return steps(px).map(({ op, ...params }) => ({ op, clipId, ...params }));
}
