import { type Static, Type } from '#typebox';
import { BLEND_MODES, DIRECTIONS, EASING_NAMES, FADE_CURVES, FITS, TRANSITION_TYPES } from '../vocabulary/index.ts';
import { AudioEffectSchema, DuckSchema, LoudnessSchema } from './audio.ts';
import { color } from './color.ts';
import { EffectSchema } from './effect.ts';
import { GradeSchema } from './grade.ts';
import { KEYFRAME_FIELDS } from './keyframe.ts';
import { LIMITS } from './limits.ts';
import {
  CLOSED,
  fraction,
  id,
  numberIn,
  oneOf,
  pixels,
  positiveSeconds,
  seconds,
  source,
  text,
  variable,
} from './scalars.ts';
import { MaskSchema, ShapeSchema } from './shape.ts';
import { TextStyleSchema } from './text-style.ts';
import { trackId } from './track.ts';

/** Schema of an HTML fragment, which a sandboxed browser renders. */
export const HtmlSchema = Type.Object(
  {
    html: text(LIMITS.htmlLength, 'Markup of the body.'),
    css: Type.Optional(text(LIMITS.htmlLength, 'Style sheet.')),
    js: Type.Optional(text(LIMITS.htmlLength, 'Script.')),
    width: Type.Optional(pixels('Width of the viewport.')),
    height: Type.Optional(pixels('Height of the viewport.')),
  },
  CLOSED,
);

/** HTML, CSS and script of an HTML clip. */
export type Html = Static<typeof HtmlSchema>;

/**
 * Schema of a transition at the start of the clip that stores it or, with edge `out`, at its end. A transition does not
 * change the start or the duration of any clip.
 */
export const TransitionSchema = Type.Object(
  {
    type: oneOf(TRANSITION_TYPES, 'Which transition.'),
    duration: positiveSeconds('Length of the window; capped at half the shorter clip.'),
    easing: Type.Optional(oneOf(EASING_NAMES, 'Curve of the progress; linear when absent.')),
    direction: Type.Optional(oneOf(DIRECTIONS, 'Direction of travel, where the type has one.')),
    color: Type.Optional(color('Colour passed through, where the type has one.')),
    edge: Type.Optional(oneOf(['in', 'out'], 'out: the clip leaves at its end to transparent; in when absent.')),
  },
  CLOSED,
);

/** A transition from the previous clip to this one or, with edge `out`, from this one to transparent. */
export type Transition = Static<typeof TransitionSchema>;

/** Schema of the media that a placeholder of an imported project stands for. */
export const MissingSchema = Type.Object(
  {
    type: oneOf(['video', 'image', 'audio', 'sticker'], 'Type of the clip once its media are there.'),
    src: text(LIMITS.srcLength, 'Its source in the imported file: a URL, a path or {{name|default}}.'),
    lasts: Type.Optional(Type.Literal('media', { description: 'media: it then lasts as long as its media.' })),
  },
  {
    ...CLOSED,
    description: 'Media that were not there when the project was imported. replaceMedia puts them in and removes this.',
  },
);

/**
 * Types of clip that a document may contain. `html`, `adjustment` and `composition` clips have commands of their own
 * instead of `addClip`.
 */
export const DOCUMENT_CLIP_TYPES = [
  'video',
  'audio',
  'text',
  'image',
  'shape',
  'sticker',
  'html',
  'adjustment',
  'composition',
] as const;

/** Fields that every clip has. */
const CORE_FIELDS = {
  id: id('Id of the clip, made by the reducer.'),
  type: oneOf(DOCUMENT_CLIP_TYPES, 'What the clip shows or plays.'),
  name: text(LIMITS.nameLength, 'Name shown in an editor.'),
  src: source(
    'clip',
    'Media id or URL; for a composition clip the id of its composition; empty for text, shape, html and adjustment clips.',
  ),
  start: seconds('Where it starts on the timeline.'),
  duration: positiveSeconds('How long it lasts on the timeline.'),
  trackIndex: trackId('Id of its track.'),
  mediaStart: seconds('In-point in the source.'),
  mediaDuration: seconds('Length of the source.'),
  speed: numberIn(0.01, 100, 'Speed of the source; 2 plays twice as fast. Factor.'),
  reverse: Type.Boolean({ description: 'True: the source plays backwards.' }),
  freezeAt: Type.Union([seconds('Moment of the source that stands still.'), Type.Null()], {
    description: 'Moment of the source shown for the whole clip; null: it plays. Seconds.',
  }),
  loop: Type.Boolean({ description: 'True: the source starts again at its in-point when it ends.' }),
  loopOffset: Type.Optional(seconds('How much of its loop a looping clip leaves out the first time; 0 when absent.')),
  x: numberIn(-LIMITS.position, LIMITS.position, "Clip's centre from the canvas centre, to the right. Pixels."),
  y: numberIn(-LIMITS.position, LIMITS.position, "Clip's centre from the canvas centre, downwards. Pixels."),
  scale: numberIn(0, 100, 'Size; 1 is the size that fit gives. Factor.'),
  rotation: numberIn(-36_000, 36_000, 'Clockwise. Degrees.'),
  opacity: fraction('Opacity.'),
  volume: numberIn(0, 4, 'Gain of the sound; 1 leaves it as it is.'),
  muted: Type.Boolean({ description: 'True: no sound.' }),
  fadeIn: seconds('Fade of the sound from the start.'),
  fadeOut: seconds('Fade of the sound to the end.'),
};

const PLACE_FIELDS = {
  scaleX: Type.Optional(numberIn(0, 100, 'Horizontal scale, times scale. Factor.')),
  scaleY: Type.Optional(numberIn(0, 100, 'Vertical scale, times scale. Factor.')),
  skewX: Type.Optional(numberIn(-89, 89, 'Horizontal skew. Degrees.')),
  skewY: Type.Optional(numberIn(-89, 89, 'Vertical skew. Degrees.')),
  anchorX: Type.Optional(fraction('Point of the box that rotation and scale leave in place; 0.5 when absent.')),
  anchorY: Type.Optional(fraction('Point of the box that rotation and scale leave in place; 0.5 when absent.')),
  flipH: Type.Optional(Type.Boolean({ description: 'True: mirrored left to right.' })),
  flipV: Type.Optional(Type.Boolean({ description: 'True: mirrored top to bottom.' })),
  fit: Type.Optional(oneOf(FITS, 'Size at scale 1; contain for video and image, none for the rest when absent.')),
  cornerRadius: Type.Optional(pixels('Radius of the corners.')),
  blendMode: Type.Optional(oneOf(BLEND_MODES, 'How it mixes with what lies below; normal when absent.')),
  cropL: Type.Optional(fraction('Cut from the left, share of the width.')),
  cropR: Type.Optional(fraction('Cut from the right, share of the width.')),
  cropT: Type.Optional(fraction('Cut from the top, share of the height.')),
  cropB: Type.Optional(fraction('Cut from the bottom, share of the height.')),
};

const CONTENT_FIELDS = {
  textStyle: Type.Optional(TextStyleSchema),
  isCaption: Type.Optional(Type.Boolean({ description: 'True: the text is a caption of speech.' })),
  shape: Type.Optional(ShapeSchema),
  html: Type.Optional(HtmlSchema),
  collapse: Type.Optional(
    Type.Boolean({
      description:
        'True: a composition clip draws its clips straight onto the timeline around it, so that they stay sharp when ' +
        'enlarged and mix with what lies below; false when absent: it draws them as one image. A clip with opacity, ' +
        'crop, rounded corners, effects, grade, mask, blend mode or transition draws one image in any case.',
    }),
  ),
  groupId: Type.Optional(id('Group that it moves with.')),
  missing: Type.Optional(MissingSchema),
  durationFrom: Type.Optional(
    Type.Literal('media', {
      description:
        'media: it lasts as long as its media, from the in-point on and at its speed. duration is that of the ' +
        'present media; when a variable puts in other media, it is theirs, and later clips move with its end. ' +
        'Video and audio clips.',
    }),
  ),
  grade: Type.Optional(GradeSchema),
  effects: Type.Optional(Type.Array(EffectSchema, { maxItems: LIMITS.effectsPerClip, description: 'In stack order.' })),
  effectsOf: Type.Optional(id('Clip that this was cut from: what its effects draw at random is the same as there.')),
  effectsFrom: Type.Optional(seconds('How long its effects have run where it starts; 0 when absent.')),
  mask: Type.Optional(MaskSchema),
  transition: Type.Optional(TransitionSchema),
  slots: Type.Optional(
    Type.Record(
      Type.String({ maxLength: 100 }),
      text(LIMITS.slotLength, 'Text, colour or number. It may have variables.'),
      {
        maxProperties: LIMITS.slotsPerClip,
        description:
          'Values of the slots of an animation (Lottie), by the names of the slots: { "headline": "Hello {{name}}", ' +
          '"accent": "#ff8800", "size": "42" }. Others keep the value of the file.',
      },
    ),
  ),
  variables: Type.Optional(
    Type.Record(Type.String({ maxLength: 64 }), variable('{{name}}, or {{name|default}}.'), {
      maxProperties: LIMITS.variablesPerClip,
      description:
        'Variables that fill numbers and colours, by the path of the field: { "volume": "{{loudness}}", ' +
        '"textStyle.color": "{{brand|#ff8800}}" }. Without a default the value of the field is it.',
    }),
  ),
};

const AUDIO_FIELDS = {
  pan: Type.Optional(numberIn(-1, 1, '-1 left to 1 right.')),
  fadeCurve: Type.Optional(oneOf(FADE_CURVES, 'Curve of fadeIn and fadeOut; equal-power when absent.')),
  fadeInFrom: Type.Optional(
    fraction('How far fadeIn has come where the clip starts, when a cut is there; 0 when absent.'),
  ),
  fadeInTo: Type.Optional(fraction('How far fadeIn comes, when the clip is cut before its end; 1 when absent.')),
  fadeOutFrom: Type.Optional(
    fraction('How much of fadeOut is left where it begins, when a cut is there; 1 when absent.'),
  ),
  fadeOutTo: Type.Optional(
    fraction('How much of fadeOut is left where the clip ends, when a cut is there; 0 when absent.'),
  ),
  pitch: Type.Optional(numberIn(-24, 24, 'Change of pitch. Semitones.')),
  preservePitch: Type.Optional(Type.Boolean({ description: 'True: speed leaves the pitch; true when absent.' })),
  chain: Type.Optional(
    Type.Array(AudioEffectSchema, { maxItems: LIMITS.audioEffectsPerClip, description: 'Audio processors in order.' }),
  ),
  duck: Type.Optional(DuckSchema),
  loudness: Type.Optional(LoudnessSchema),
};

/** Schema of a clip: its content, time, position and appearance. Flat, as in the API contract. */
export const ClipSchema = Type.Object(
  { ...CORE_FIELDS, ...PLACE_FIELDS, ...CONTENT_FIELDS, ...AUDIO_FIELDS, ...KEYFRAME_FIELDS },
  CLOSED,
);

/**
 * A clip of a document: a video, audio, image, text, shape, HTML page, adjustment layer or composition on a track.
 */
export type Clip = Static<typeof ClipSchema>;
