import { type Static, Type } from '#typebox';
import { CAPTION_STYLES, DIRECTIONS, EASING_NAMES, TEXT_ANIMATIONS } from '../vocabulary/index.ts';
import { color, GradientSchema } from './color.ts';
import { LIMITS } from './limits.ts';
import { CLOSED, fontFamily, fraction, numberIn, oneOf, pixels, text } from './scalars.ts';

/**
 * Schema of one text animation: what is animated separately (characters, words or lines), the timing and the direction.
 */
export const TextMotionSchema = Type.Object(
  {
    name: oneOf(TEXT_ANIMATIONS, 'Which animation.'),
    unit: Type.Optional(oneOf(['character', 'word', 'line', 'all'], 'What moves on its own.')),
    duration: Type.Optional(numberIn(0, 60, 'Time that one unit takes. Seconds.')),
    stagger: Type.Optional(numberIn(0, 10, 'Delay from one unit to the next. Seconds.')),
    direction: Type.Optional(oneOf(DIRECTIONS, 'Where it comes from.')),
    easing: Type.Optional(oneOf(EASING_NAMES, 'Curve of each unit.')),
  },
  CLOSED,
);

/** Schema of a text's animations: entrance (in), exit (out) and repetition (loop). */
const TextAnimationsSchema = Type.Object(
  {
    in: Type.Optional(TextMotionSchema),
    out: Type.Optional(TextMotionSchema),
    loop: Type.Optional(TextMotionSchema),
  },
  CLOSED,
);

/** Animations of a text: in, out and loop. */
export type TextAnimations = Static<typeof TextAnimationsSchema>;

const FONT_FIELDS = {
  fontFamily: Type.Optional(
    fontFamily(
      'Family; the first bundled one when absent or unknown. Or an uploaded font: its media id or URL. A file is ' +
        'one face: fontWeight changes nothing, and italic slants its letters unless they are italic already, as ' +
        'with a bundled family of one face. Characters that it lacks come from the bundled fonts.',
    ),
  ),
  fontSize: Type.Optional(numberIn(1, 2_000, 'Font size; 80 when absent. Pixels.')),
  fontWeight: Type.Optional(numberIn(100, 900, 'Weight, 100-900; 400 when absent.')),
  fontStyle: Type.Optional(oneOf(['normal', 'italic'], 'Upright or italic.')),
  color: Type.Optional(color('Fill; white when absent.')),
};

const ShadowSchema = Type.Object(
  {
    x: Type.Optional(numberIn(-1_000, 1_000, 'To the right. Pixels.')),
    y: Type.Optional(numberIn(-1_000, 1_000, 'Downwards. Pixels.')),
    blur: Type.Optional(pixels('Blur radius.', 500)),
    color: Type.Optional(color('Colour.')),
    opacity: Type.Optional(fraction('Strength.')),
  },
  CLOSED,
);

const BackgroundSchema = Type.Object(
  {
    color: Type.Optional(color('Colour.')),
    opacity: Type.Optional(fraction('Strength.')),
    paddingX: Type.Optional(pixels('Room left and right.', 2_000)),
    paddingY: Type.Optional(pixels('Room above and below.', 2_000)),
    radius: Type.Optional(pixels('Radius of the corners.', 2_000)),
    wrap: Type.Optional(oneOf(['block', 'line'], 'One box around all lines, or one a line.')),
  },
  CLOSED,
);

const SpanSchema = Type.Object(
  {
    start: Type.Integer({ minimum: 0, maximum: LIMITS.textLength, description: 'First UTF-16 unit of content.' }),
    end: Type.Integer({ minimum: 0, maximum: LIMITS.textLength, description: 'Unit after the last.' }),
    ...FONT_FIELDS,
    textDecoration: Type.Optional(oneOf(['none', 'underline', 'line-through'], 'Line.')),
  },
  CLOSED,
);

const WordSchema = Type.Object(
  {
    text: text(LIMITS.nameLength, 'The word.'),
    start: numberIn(
      -LIMITS.seconds,
      LIMITS.seconds,
      'When it is spoken, relative to the start of the clip; before it in the second part of a clip that was ' +
        'cut. Seconds.',
    ),
    end: numberIn(-LIMITS.seconds, LIMITS.seconds, 'When it ends. Seconds.'),
  },
  CLOSED,
);

/** Schema of a text clip's words and style. Lengths are pixels of the document. */
export const TextStyleSchema = Type.Object(
  {
    content: text(LIMITS.textLength, 'The text; a line feed starts a new line.'),
    ...FONT_FIELDS,
    align: Type.Optional(oneOf(['left', 'center', 'right'], 'Of lines in the block; center when absent.')),
    verticalAlign: Type.Optional(
      oneOf(['top', 'middle', 'bottom'], "Which edge of the block lies on the clip's centre; middle when absent."),
    ),
    width: Type.Optional(pixels('Lines wrap at this width; no wrapping when absent or 0.')),
    maxLines: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000, description: 'Most lines that are shown.' })),
    lineHeight: Type.Optional(numberIn(0.1, 10, 'Height of a line as a multiple of the font size; 1.2 when absent.')),
    letterSpacing: Type.Optional(numberIn(-200, 1_000, 'Added after each character. Pixels.')),
    wordSpacing: Type.Optional(numberIn(-200, 1_000, 'Added after each space. Pixels.')),
    textTransform: Type.Optional(oneOf(['none', 'uppercase', 'lowercase', 'capitalize'], 'Case.')),
    textDecoration: Type.Optional(oneOf(['none', 'underline', 'line-through'], 'Line.')),
    direction: Type.Optional(oneOf(['auto', 'ltr', 'rtl'], 'Base direction; auto when absent.')),
    lang: Type.Optional(text(35, 'Language of the text (BCP 47).')),
    overflow: Type.Optional(
      oneOf(
        ['visible', 'clip', 'ellipsis', 'shrink'],
        'What happens to text beyond maxLines; clip when absent. A word that is wider than width stands out of ' +
          'it with visible and clip, is cut with ellipsis, and makes the text smaller with shrink.',
      ),
    ),
    overflowWrap: Type.Optional(
      oneOf(
        ['normal', 'anywhere'],
        'anywhere: a word that is wider than width is broken inside; normal when absent: it stays whole.',
      ),
    ),
    minFontSize: Type.Optional(numberIn(1, 2_000, 'Smallest size that shrink goes to; 12 when absent. Pixels.')),
    strokeColor: Type.Optional(color('Colour of the outline.')),
    strokeWidth: Type.Optional(pixels('Width of the outline.', 200)),
    strokePosition: Type.Optional(
      oneOf(['outside', 'center', 'inside'], 'Where the outline lies; outside when absent.'),
    ),
    shadow: Type.Optional(ShadowSchema),
    background: Type.Optional(BackgroundSchema),
    gradient: Type.Optional(GradientSchema),
    spans: Type.Optional(Type.Array(SpanSchema, { maxItems: LIMITS.spans, description: 'Parts that look different.' })),
    animation: Type.Optional(TextAnimationsSchema),
    words: Type.Optional(
      Type.Array(WordSchema, { maxItems: LIMITS.captionWords, description: 'Timed words of a caption.' }),
    ),
    captionStyle: Type.Optional(oneOf(CAPTION_STYLES, 'How the spoken word stands out.')),
    activeColor: Type.Optional(color('Colour of the spoken word.')),
    activeBackground: Type.Optional(color('Colour behind the spoken word.')),
    activeScale: Type.Optional(numberIn(0.1, 10, 'Scale of the spoken word. Factor.')),
    inactiveOpacity: Type.Optional(fraction('Opacity of the other words.')),
  },
  CLOSED,
);

/** Style of a text: font, colours, outline, shadow, background and layout. */
export type TextStyle = Static<typeof TextStyleSchema>;
