import type { Clip } from '@framemill/timeline';

/** Section of the inspector: the fields of one command, shown for clips that it applies to. */
export interface InspectorSection {
  title: string;
  op: string;
  /** Fields of the command to show, in order. */
  fields: readonly string[];
  /**
   * Parameter that contains the fields, such as `grade` of setColorGrade; absent when the fields are parameters
   * themselves.
   */
  inside?: string;
  /** Fields that are not shown for several clips, which cannot all have the same value. */
  single?: readonly string[];
  appliesTo(clip: Clip): boolean;
  /** Returns the clip's current values by field. */
  values(clip: Clip): Record<string, unknown>;
}

const PLACED = new Set<Clip['type']>(['video', 'image', 'sticker', 'text', 'shape', 'html', 'composition']);
const AUDIBLE = new Set<Clip['type']>(['video', 'audio', 'composition']);
const isPlaced = ({ type }: Clip) => PLACED.has(type);
const isAudible = ({ type }: Clip) => AUDIBLE.has(type);
const pick = (fields: readonly string[]) => (clip: Clip) =>
  Object.fromEntries(fields.map((field) => [field, Reflect.get(clip, field) as unknown]));

const TRANSFORM = ['x', 'y', 'scale', 'rotation', 'opacity', 'flipH', 'flipV'];
const CROP = ['cropL', 'cropR', 'cropT', 'cropB'];
const FADES = ['fadeIn', 'fadeOut'];
const GRADE = [
  ...['exposure', 'contrast', 'highlights', 'shadows', 'whites', 'blacks', 'gamma'],
  ...['temperature', 'tint', 'saturation', 'vibrance', 'hue'],
  ...['wheels', 'curves', 'hueCurves', 'lut'],
];

/**
 * Sections of the inspector, without that of texts (`text/`). Descriptions, ranges and units of the fields come from
 * the command's schema.
 */
export const INSPECTOR_SECTIONS: readonly InspectorSection[] = [
  {
    ...{ title: 'Timing', op: 'trimClip', fields: ['start', 'duration', 'mediaStart'], single: ['start'] },
    appliesTo: () => true,
    values: ({ start, duration, durationFrom, mediaStart }) => ({
      start,
      duration: durationFrom ?? duration,
      mediaStart,
    }),
  },
  { title: 'Transform', op: 'setTransform', fields: TRANSFORM, appliesTo: isPlaced, values: pick(TRANSFORM) },
  { title: 'Crop', op: 'setCrop', fields: CROP, appliesTo: isPlaced, values: pick(CROP) },
  {
    ...{ title: 'Blending', op: 'setBlendMode', fields: ['blendMode'] },
    appliesTo: isPlaced,
    values: ({ blendMode = 'normal' }) => ({ blendMode }),
  },
  {
    ...{ title: 'Colour', op: 'setColorGrade', fields: GRADE, inside: 'grade' },
    appliesTo: (clip) => isPlaced(clip) || clip.type === 'adjustment',
    values: ({ grade }) => ({ ...grade }),
  },
  { title: 'Speed', op: 'setSpeed', fields: ['speed'], appliesTo: isAudible, values: pick(['speed']) },
  {
    ...{ title: 'Audio', op: 'setVolume', fields: ['volume', 'pan'] },
    appliesTo: isAudible,
    values: pick(['volume', 'pan']),
  },
  { title: 'Fades', op: 'setAudioFades', fields: FADES, appliesTo: isAudible, values: pick(FADES) },
  {
    ...{ title: 'Transition', op: 'setTransition', fields: ['type', 'duration', 'direction', 'easing'] },
    appliesTo: isPlaced,
    values: ({ transition }) => ({ ...transition }),
  },
];
