import { type Clip, type TEXT_ANIMATION_DEFINITIONS, type TextStyle, VOCABULARY } from '@framemill/timeline';
import { makeClip, makeDocument } from '../scenes.ts';
import type { GoldenCase } from './golden-case.ts';

const width = 240;
const height = 136;
const atSec = 1;

/** Returns the golden tests of animated text, captions, text spans and scripts. */
export function textCases(): GoldenCase[] {
  const animations = VOCABULARY.textAnimation.filter((name) => name !== 'none');
  return [
    ...animations.map((name) => image(`text-animation-${name}`, comingGoingLooping(name))),
    ...VOCABULARY.captionStyle.map((captionStyle) => image(`caption-${captionStyle}`, threeMoments(captionStyle))),
    image('text-animation-styled', styled),
    image('text-animation-under-looks', looked),
    image('text-spans', [{ style: spans }]),
    image(
      'text-scripts',
      scripts.map((content, row) => line(row, scripts.length, { content, fontSize: 18 })),
    ),
    image('text-emoji', [{ style: { content: '😀👍🏽🇩🇪\n👩‍👩‍👧‍👦 ❤️ 1️⃣', fontSize: 44 } }]),
    image('text-decorations', decorations),
    image('text-stroke-positions', strokes),
    image('text-vertical-align', [
      { style: { content: 'bottom', verticalAlign: 'bottom' } },
      { style: { content: 'top', verticalAlign: 'top' } },
    ]),
    image(
      'text-families',
      families.map((fontFamily, row) => line(row, 4, { content: fontFamily, fontFamily, fontSize: 24 })),
    ),
  ];
}

interface Line {
  style: TextStyle;
  fields?: Partial<Clip>;
}

function image(name: string, lines: readonly Line[]): GoldenCase {
  const clips = lines.map(({ style, fields }, trackIndex) =>
    makeClip({ type: 'text', trackIndex, textStyle: { color: '#ffffff', fontSize: 26, ...style }, ...fields }),
  );
  return { name, document: makeDocument(width, height, clips, '#405060'), atSec };
}

function line(row: number, rows: number, style: TextStyle, fields: Partial<Clip> = {}): Line {
  return { style, fields: { y: ((row + 0.5) / rows - 0.5) * height, ...fields } };
}

// Above while it comes, in the middle while it goes, below as a loop.
function comingGoingLooping(name: keyof typeof TEXT_ANIMATION_DEFINITIONS): Line[] {
  const style = { content: name === 'counter' ? 'Only 2,480 left' : 'Come and go', fontWeight: 700 };
  return [
    line(0, 3, { ...style, animation: { in: { name } } }, { start: atSec - 0.32 }),
    line(1, 3, { ...style, animation: { out: { name } } }, { start: 0, duration: atSec + 0.3 }),
    line(2, 3, { ...style, animation: { loop: { name } } }, { start: atSec - 0.7 }),
  ];
}

const words = [
  { text: 'Now', start: 0, end: 0.4 },
  { text: 'and', start: 0.4, end: 0.8 },
  { text: 'then', start: 0.8, end: 1.4 },
];

function threeMoments(captionStyle: NonNullable<TextStyle['captionStyle']>): Line[] {
  const style = { content: 'Now and then', fontWeight: 700, strokeWidth: 2, captionStyle, words };
  const coloured = { activeColor: '#ff9f1c', activeBackground: '#1b4332', inactiveOpacity: 0.5 };
  return [
    line(0, 3, style, { start: atSec - 0.2 }),
    line(1, 3, { ...style, ...coloured }, { start: atSec - 0.55 }),
    line(2, 3, style, { start: atSec - 0.93 }),
  ];
}

// What must not cover the neighbours, a box a line, a turned clip, a cut one.
const styled: Line[] = [
  line(
    0,
    2,
    {
      content: 'Stroke and shadow',
      fontWeight: 900,
      fontSize: 24,
      strokeWidth: 3,
      strokeColor: '#d00000',
      shadow: { x: 2, y: 3, blur: 3 },
      gradient: {
        type: 'linear',
        angle: 90,
        stops: [
          { offset: 0, color: '#ffffff' },
          { offset: 1, color: '#ffba08' },
        ],
      },
      animation: { loop: { name: 'wave' } },
    },
    { start: 0.1 },
  ),
  line(
    1,
    2,
    {
      content: 'Boxed lines\nturned',
      fontSize: 20,
      background: { color: '#073b4c', paddingX: 6, paddingY: 2, radius: 4, wrap: 'line' },
      animation: { in: { name: 'reveal', stagger: 0.3 } },
    },
    { start: 0.5, rotation: -8, cropR: 0.1 },
  ),
];

// Many layers become one picture before a mask or a blur changes it.
const looked: Line[] = [
  line(
    0,
    2,
    { content: 'Masked letters', fontWeight: 800, strokeWidth: 3, animation: { loop: { name: 'wave' } } },
    { mask: { shape: 'ellipse', width: 170, height: 44 }, start: 0.2 },
  ),
  line(
    1,
    2,
    { content: 'Out of focus', fontWeight: 800, verticalAlign: 'bottom', animation: { in: { name: 'slide' } } },
    { effects: [{ id: 'soft', type: 'blur', enabled: true, params: { radius: 2 } }], start: 0.7 },
  ),
];

const spans: TextStyle = {
  content: 'Large, red,\nbold and slanted',
  fontSize: 22,
  spans: [
    { start: 0, end: 5, fontSize: 38 },
    { start: 7, end: 10, color: '#ff4d4d' },
    { start: 12, end: 16, fontWeight: 900, textDecoration: 'underline' },
    { start: 21, end: 28, fontStyle: 'italic', fontFamily: 'Playfair Display' },
  ],
};

const scripts = [
  'Привет Ελληνικά',
  'שלום (עולם) 12 ab',
  'مرحبا بالعالم ٤٥',
  'नमस्ते क्षत्रिय',
  'สวัสดี 안녕하세요',
  '你好「漢語」こんにちは',
];

const decorations: Line[] = [
  line(0, 2, { content: 'Under the line', textDecoration: 'underline' }),
  line(1, 2, { content: 'Struck out', textDecoration: 'line-through', letterSpacing: 4 }),
];

const strokes: Line[] = (['outside', 'center', 'inside'] as const).map((strokePosition, row) =>
  line(row, 3, {
    content: strokePosition,
    fontWeight: 900,
    fontSize: 36,
    strokeWidth: 2,
    strokeColor: '#e85d04',
    strokePosition,
  }),
);

const families = ['Montserrat', 'Lora', 'Bebas Neue', 'Caveat'];
