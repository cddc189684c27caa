import { type Command, estimateText, type TextStyle } from '@framemill/timeline';

/** Style of a preset, in pixels of a canvas whose shorter side has 1,080. */
export type PresetStyle = Omit<TextStyle, 'content'>;

/** Title that a press adds. */
export interface TitlePreset {
  name: string;
  /** Kind of title, by which the gallery is divided. */
  group: 'Titles' | 'Lower thirds' | 'Callouts' | 'Captions and quotes';
  text: string;
  style: PresetStyle;
  /** Position of the middle from the centre of the canvas, as fractions of its size; the centre when absent. */
  at?: readonly [x: number, y: number];
}

/** Duration of a new title, in seconds. */
const TITLE_SEC = 4;
/** Largest width of a new title, as a fraction of the canvas. */
const MOST_WIDTH = 0.88;
/** Width of the widest letters, in Montserrat, as a multiple of the estimate. */
const WIDE_LETTERS = 1.3;
/** Distance of the title-safe area's edges from the centre, as a fraction of the canvas. */
const SAFE = 0.45;
/** Shorter side of the canvas for which the presets are made, in pixels. */
const PRESET_SIDE = 1_080;

const soft = { x: 0, y: 4, blur: 16, color: '#000000', opacity: 0.55 };
const fadeIn = { in: { name: 'fade', unit: 'all', duration: 0.5 } } as const;
const rise = { in: { name: 'rise', unit: 'word', duration: 0.5, stagger: 0.08 } } as const;
const box = (color: string, opacity = 1, radius = 0) => ({ color, opacity, paddingX: 32, paddingY: 14, radius });
const linear = (angle: number, ...colors: string[]) => ({
  ...{ type: 'linear' as const, angle },
  stops: colors.map((color, index) => ({ offset: index / (colors.length - 1), color })),
});

/** All title presets, in the order of the gallery. */
// biome-ignore format: the style of a preset begins a line
export const TITLE_PRESETS: readonly TitlePreset[] = [
  { name: 'Plain', group: 'Titles', text: 'Your title',
    style: { fontFamily: 'Inter', fontSize: 120, fontWeight: 700 } },
  { name: 'Headline', group: 'Titles', text: 'HEADLINE',
    style: { fontFamily: 'Anton', fontSize: 220, letterSpacing: 4, shadow: soft } },
  { name: 'Poster', group: 'Titles', text: 'THE BIG\nPICTURE',
    style: { fontFamily: 'Bebas Neue', fontSize: 260, lineHeight: 0.9 } },
  { name: 'Elegant', group: 'Titles', text: 'A quiet place',
    style: { fontFamily: 'Playfair Display', fontSize: 130, fontStyle: 'italic', animation: fadeIn } },
  { name: 'Wide', group: 'Titles', text: 'HORIZON',
    style: { fontFamily: 'Montserrat', fontSize: 110, fontWeight: 300, letterSpacing: 48, animation: fadeIn } },
  { name: 'Golden', group: 'Titles', text: 'Golden hour',
    style: { fontFamily: 'Playfair Display', fontSize: 150, fontWeight: 700,
      gradient: linear(180, '#ffe9a8', '#d99a2b') } },
  { name: 'Sunset', group: 'Titles', text: 'Sunset',
    style: { fontFamily: 'Montserrat', fontSize: 180, fontWeight: 900,
      gradient: linear(90, '#ff7a59', '#ff4d8d', '#8a5cff') } },
  { name: 'Ocean', group: 'Titles', text: 'Deep blue',
    style: { fontFamily: 'Montserrat', fontSize: 160, fontWeight: 800,
      gradient: linear(180, '#7de2ff', '#1d6fe0'), shadow: soft } },
  { name: 'Outline', group: 'Titles', text: 'OUTLINE',
    style: { fontFamily: 'Montserrat', fontSize: 170, fontWeight: 900, color: '#101418',
      strokeColor: '#ffffff', strokeWidth: 6 } },
  { name: 'Comic', group: 'Titles', text: 'Boom!',
    style: { fontFamily: 'Anton', fontSize: 230, color: '#ffd400', strokeColor: '#111111', strokeWidth: 12,
      shadow: { x: 10, y: 10, blur: 0, color: '#e3342f', opacity: 1 } } },
  { name: 'Neon', group: 'Titles', text: 'Open late',
    style: { fontFamily: 'Caveat', fontSize: 200, fontWeight: 700, color: '#fdf2ff',
      shadow: { x: 0, y: 0, blur: 40, color: '#ff2fd0', opacity: 1 } } },
  { name: 'Handwritten', group: 'Titles', text: 'Dear diary',
    style: { fontFamily: 'Caveat', fontSize: 190, fontWeight: 600,
      animation: { in: { name: 'typewriter', unit: 'character', stagger: 0.06 } } } },
  { name: 'Two weights', group: 'Titles', text: 'less is more',
    style: { fontFamily: 'Inter', fontSize: 140, fontWeight: 300, spans: [{ start: 8, end: 12, fontWeight: 900 }] } },
  { name: 'Two colours', group: 'Titles', text: 'CITY LIGHTS',
    style: { fontFamily: 'Montserrat', fontSize: 140, fontWeight: 800, spans: [{ start: 5, end: 11,
      color: '#ffb765' }] } },
  { name: 'Chapter', group: 'Titles', text: 'CHAPTER ONE\nThe beginning',
    style: { fontFamily: 'Playfair Display', fontSize: 130,
      spans: [{ start: 0, end: 11, fontFamily: 'Inter', fontSize: 40, color: '#ffb765' }], animation: fadeIn } },
  { name: 'Code', group: 'Titles', text: '> hello world',
    style: { fontFamily: 'JetBrains Mono', fontSize: 110, color: '#7dffb0',
      animation: { in: { name: 'typewriter', unit: 'character', stagger: 0.08 } } } },
  { name: 'Words rise', group: 'Titles', text: 'One step at a time',
    style: { fontFamily: 'Montserrat', fontSize: 110, fontWeight: 800, animation: rise } },
  { name: 'End card', group: 'Titles', text: 'Thank you\nfor watching',
    style: { fontFamily: 'Lora', fontSize: 120, spans: [{ start: 10, end: 22, fontSize: 64,
      color: '#c9d1d9' }], animation: fadeIn } },
  { name: 'Name', group: 'Lower thirds', text: 'Ada Lovelace\nMathematician', at: [-0.27, 0.34],
    style: { fontFamily: 'Inter', fontSize: 64, fontWeight: 700, align: 'left', shadow: soft,
      spans: [{ start: 13, end: 26, fontSize: 40, fontWeight: 400, color: '#dfe5ec' }], animation: fadeIn } },
  { name: 'Name on black', group: 'Lower thirds', text: 'Ada Lovelace\nMathematician', at: [-0.27, 0.34],
    style: { fontFamily: 'Montserrat', fontSize: 56, fontWeight: 700, align: 'left',
      background: box('#000000', 0.75), spans: [{ start: 13, end: 26, fontSize: 36, fontWeight: 400 }] } },
  { name: 'Name on white', group: 'Lower thirds', text: 'Ada Lovelace', at: [-0.27, 0.36],
    style: { fontFamily: 'Montserrat', fontSize: 60, fontWeight: 800, color: '#14171b', align: 'left',
      background: box('#ffffff', 1, 8) } },
  { name: 'Place', group: 'Lower thirds', text: 'LISBON, PORTUGAL', at: [-0.27, 0.38],
    style: { fontFamily: 'Inter', fontSize: 44, fontWeight: 600, letterSpacing: 8, align: 'left',
      shadow: soft, animation: fadeIn } },
  { name: 'Topic', group: 'Lower thirds', text: 'TODAY\nWhat comes next', at: [-0.24, 0.34],
    style: { fontFamily: 'Lora', fontSize: 72, fontWeight: 600, align: 'left', shadow: soft,
      spans: [{ start: 0, end: 5, fontFamily: 'Inter', fontSize: 32, fontWeight: 800, color: '#ffb765' }] } },
  { name: 'News', group: 'Lower thirds', text: 'BREAKING NEWS', at: [-0.24, 0.36],
    style: { fontFamily: 'Bebas Neue', fontSize: 84, align: 'left', background: box('#c8102e') } },
  { name: 'Handle', group: 'Lower thirds', text: '@yourname', at: [-0.3, 0.38],
    style: { fontFamily: 'Inter', fontSize: 52, fontWeight: 600, background: box('#000000', 0.6, 48) } },
  { name: 'Marker', group: 'Callouts', text: 'Look here',
    style: { fontFamily: 'Inter', fontSize: 84, fontWeight: 800, color: '#14171b', background: box('#ffe14d') } },
  { name: 'Pill', group: 'Callouts', text: 'New',
    style: { fontFamily: 'Inter', fontSize: 76, fontWeight: 700, background: box('#2f6bff', 1, 60) } },
  { name: 'Sale', group: 'Callouts', text: '50% OFF',
    style: { fontFamily: 'Anton', fontSize: 180, background: box('#e3342f', 1, 16),
      animation: { in: { name: 'pop', unit: 'all', duration: 0.4 } } } },
  { name: 'Link', group: 'Callouts', text: 'Link below', at: [0, 0.32],
    style: { fontFamily: 'Montserrat', fontSize: 72, fontWeight: 700, color: '#14171b',
      background: box('#ffffff', 1, 48), animation: { in: { name: 'pop', unit: 'all', duration: 0.4 },
      loop: { name: 'wave', unit: 'character', duration: 1 } } } },
  { name: 'Number', group: 'Callouts', text: '1',
    style: { fontFamily: 'Bebas Neue', fontSize: 420, color: '#ffb765', shadow: soft } },
  { name: 'Step', group: 'Callouts', text: 'STEP 1\nMix the flour', at: [0, -0.3],
    style: { fontFamily: 'Montserrat', fontSize: 72, fontWeight: 700, shadow: soft,
      spans: [{ start: 0, end: 6, fontSize: 40, color: '#7dffb0' }] } },
  { name: 'Underlined', group: 'Callouts', text: 'Important',
    style: { fontFamily: 'Lora', fontSize: 120, fontWeight: 700, textDecoration: 'underline', shadow: soft } },
  { name: 'Caption', group: 'Captions and quotes', text: 'What was said', at: [0, 0.36],
    style: { fontFamily: 'Inter', fontSize: 56, fontWeight: 600,
      background: { color: '#000000', opacity: 0.7, paddingX: 20, paddingY: 8, radius: 6, wrap: 'line' } } },
  { name: 'Bold caption', group: 'Captions and quotes', text: 'WHAT WAS SAID', at: [0, 0.28],
    style: { fontFamily: 'Montserrat', fontSize: 84, fontWeight: 900, strokeColor: '#000000', strokeWidth: 8 } },
  { name: 'Yellow caption', group: 'Captions and quotes', text: 'What was said', at: [0, 0.36],
    style: { fontFamily: 'Inter', fontSize: 60, fontWeight: 700, color: '#ffe14d',
      strokeColor: '#000000', strokeWidth: 5 } },
  { name: 'Quote', group: 'Captions and quotes', text: '“Say it simply.”',
    style: { fontFamily: 'Playfair Display', fontSize: 110, fontStyle: 'italic', shadow: soft, animation: fadeIn } },
  { name: 'Quote with source', group: 'Captions and quotes', text: '“Say it simply.”\nYour name',
    style: { fontFamily: 'Lora', fontSize: 100, fontStyle: 'italic', shadow: soft,
      spans: [{ start: 17, end: 26, fontFamily: 'Inter', fontSize: 40, fontStyle: 'normal', color: '#ffb765' }] } },
  { name: 'Note', group: 'Captions and quotes', text: 'a little note', at: [0, 0.3],
    style: { fontFamily: 'Caveat', fontSize: 96, fontWeight: 700, color: '#14171b',
      background: box('#fff3b0', 1, 4) } },
];

/** Returns the style of a preset for a canvas, in its pixels: smaller when the text would be too wide. */
export function presetStyle({ text, style }: TitlePreset, canvas: { width: number; height: number }): PresetStyle {
  const factor = Math.min(canvas.width, canvas.height) / PRESET_SIDE;
  const most = (canvas.width * MOST_WIDTH) / Math.max(1, presetSize(text, style).width);
  return scaledStyle(style, Math.min(factor, most));
}

/** Returns the command that adds a preset at a time of the video, in seconds. */
export function titleCommand(
  preset: TitlePreset,
  canvas: { width: number; height: number },
  startSec: number,
): Command {
  const [x, y] = preset.at ?? [0, 0];
  const style = presetStyle(preset, canvas);
  const { width, height } = presetSize(preset.text, style);
  const transform = {
    x: Math.round(inSafeArea(x * canvas.width, width, canvas.width)),
    y: Math.round(inSafeArea(y * canvas.height, height, canvas.height)),
  };
  return {
    ...{ op: 'addTextClip', text: preset.text, start: startSec, duration: TITLE_SEC },
    style,
    ...(preset.at ? { transform } : {}),
  };
}

/** Returns the size of a text with its background, in pixels: an estimate, which is no less for wide letters. */
export function presetSize(text: string, style: PresetStyle): { width: number; height: number } {
  const { width, height } = estimateText({ ...style, content: text });
  const { paddingX = 0, paddingY = 0 } = style.background ?? {};
  return { width: width * WIDE_LETTERS + 2 * paddingX, height: height + 2 * paddingY };
}

/** Moves a position towards the centre, until a text of a length is in the title-safe part of a side of the canvas. */
function inSafeArea(position: number, length: number, side: number): number {
  const most = Math.max(0, side * SAFE - length / 2);
  return Math.min(most, Math.max(-most, position));
}

/** Multiplies all lengths of a style. */
export function scaledStyle(style: PresetStyle, factor: number): PresetStyle {
  const scaled = (length: number) => Math.round(length * factor * 10) / 10;
  const { fontSize = 80, letterSpacing, strokeWidth, shadow, background, spans } = style;
  return {
    ...style,
    fontSize: scaled(fontSize),
    ...(letterSpacing === undefined ? {} : { letterSpacing: scaled(letterSpacing) }),
    ...(strokeWidth === undefined ? {} : { strokeWidth: scaled(strokeWidth) }),
    ...(shadow && {
      shadow: { ...shadow, x: scaled(shadow.x ?? 0), y: scaled(shadow.y ?? 0), blur: scaled(shadow.blur ?? 0) },
    }),
    ...(background && {
      background: {
        ...background,
        ...{ paddingX: scaled(background.paddingX ?? 0), paddingY: scaled(background.paddingY ?? 0) },
        radius: scaled(background.radius ?? 0),
      },
    }),
    ...(spans && {
      spans: spans.map((span) => (span.fontSize === undefined ? span : { ...span, fontSize: scaled(span.fontSize) })),
    }),
  };
}
