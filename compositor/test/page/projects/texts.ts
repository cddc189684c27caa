import type { Clip, TextStyle } from '@framemill/timeline';
import { makeClip } from '../../scenes.ts';
import { image, lettered, type PageProject, plain, project } from './page-project.ts';

const text = (textStyle: TextStyle, fields: Partial<Clip> = {}) =>
  makeClip({ type: 'text', trackIndex: 2, textStyle: { color: '#ffffff', fontSize: 48, ...textStyle }, ...fields });
const words = [
  { text: 'every', start: 0, end: 0.5 },
  { text: 'word', start: 0.5, end: 1 },
  { text: 'has', start: 1, end: 1.5 },
  { text: 'time', start: 1.5, end: 2 },
];

/** Test projects for texts: static ones in several scripts, animated ones and captions. */
export const textProjects: readonly PageProject[] = [
  project(
    'text',
    lettered,
    [0.5],
    [
      image(),
      text({ content: 'The quick brown fox jumps over the lazy dog', width: 420, fontWeight: 700 }, { y: -100 }),
      text(
        {
          content: 'Stroke & shadow',
          fontFamily: 'Playfair Display',
          fontSize: 56,
          strokeColor: '#000000',
          strokeWidth: 3,
          shadow: { x: 4, y: 6, blur: 8 },
        },
        { trackIndex: 3, y: 20 },
      ),
      text(
        {
          content: 'spans in a box',
          fontFamily: 'Lora',
          spans: [
            { start: 0, end: 5, color: '#ffcc00', fontStyle: 'italic' },
            { start: 9, end: 14, textDecoration: 'underline', fontWeight: 700 },
          ],
          background: { color: '#222266', opacity: 0.8, paddingX: 16, paddingY: 8, radius: 12 },
        },
        { trackIndex: 4, y: 110 },
      ),
    ],
  ),
  project(
    'text-looks',
    // What filters cut off is large beside the letters' antialiasing.
    plain,
    [0.3, 1.5],
    [
      image(),
      text(
        {
          content: 'Outlined',
          fontSize: 90,
          strokeColor: '#aa0000',
          strokeWidth: 30,
          shadow: { x: 30, y: 20, blur: 8, color: '#0000cc' },
        },
        { y: -90, effects: [{ id: 'e', type: 'invert', enabled: true, params: { amount: 0.8 } }] },
      ),
      text(
        { content: 'Dropped', fontSize: 80, animation: { in: { name: 'drop', unit: 'character', duration: 1 } } },
        { trackIndex: 3, y: 90, grade: { exposure: -1 } },
      ),
    ],
  ),
  project(
    'text-replaced',
    plain,
    [0.3, 1.5],
    [
      text({
        content: 'Scrambled',
        fontSize: 110,
        strokeColor: '#cc0000',
        strokeWidth: 24,
        shadow: { x: 24, y: 24, blur: 4 },
        animation: { in: { name: 'scramble', unit: 'word', duration: 2 } },
      }),
    ],
  ),
  project(
    'text-uploaded',
    lettered,
    [0.5, 1.5],
    [
      text({ content: 'My own font – שלום', fontFamily: 'med_brand', fontSize: 80, fontWeight: 700 }, { y: -100 }),
      text({ content: 'slanted', fontFamily: 'med_brand', fontStyle: 'italic', fontSize: 80 }, { trackIndex: 1 }),
      text(
        { content: 'by letters', fontFamily: 'med_brand', fontSize: 80, animation: { loop: { name: 'wave' } } },
        { trackIndex: 3, y: 100 },
      ),
      image({
        trackIndex: 4,
        scale: 0.3,
        x: 200,
        y: 20,
        mask: { shape: 'text', text: 'Mask', fontFamily: 'med_brand' },
      }),
    ],
  ),
  project(
    'text-scripts',
    lettered,
    [0.5],
    [
      text({ content: 'سلام دنیا 123 – مرحبا', fontSize: 44 }, { y: -130 }),
      text({ content: 'שלום עולם (abc)', fontSize: 44 }, { trackIndex: 1, y: -70 }),
      text({ content: 'नमस्ते दुनिया', fontSize: 44 }, { trackIndex: 3, y: -10 }),
      text({ content: '日本語のテキスト 한국어', fontSize: 44 }, { trackIndex: 4, y: 50 }),
      text(
        {
          content: 'gradient',
          fontSize: 80,
          fontWeight: 800,
          letterSpacing: 6,
          gradient: {
            type: 'linear',
            angle: 90,
            stops: [
              { offset: 0, color: '#ff5555' },
              { offset: 1, color: '#55aaff' },
            ],
          },
        },
        { trackIndex: 5, y: 125 },
      ),
    ],
  ),
  ...(['rise', 'pop', 'reveal', 'blur', 'flip', 'typewriter', 'wave'] as const).map((name) =>
    project(
      `animation-${name}`,
      lettered,
      [0.21, 0.45, 1.01],
      [
        text({
          content: 'Letters on the move',
          fontSize: 60,
          animation: name === 'wave' ? { loop: { name } } : { in: { name } },
        }),
      ],
    ),
  ),
  ...(['color', 'karaoke', 'highlight', 'pop', 'enlarge'] as const).map((captionStyle) =>
    project(
      `captions-${captionStyle}`,
      lettered,
      [0.21, 0.81, 1.31],
      [
        image(),
        text(
          {
            content: 'every word has time',
            fontSize: 52,
            fontWeight: 700,
            captionStyle,
            words,
            strokeColor: '#000000',
            strokeWidth: 3,
          },
          { isCaption: true, y: 110 },
        ),
      ],
    ),
  ),
];
