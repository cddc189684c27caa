import { join } from 'node:path';
import type { Clip, Document, TextStyle, Transition } from '@framemill/timeline';
import sharp from 'sharp';
import type { MediaFiles } from '../../src/render/media-files.ts';
import { makeClip, makeDocument, makeFolder, makeImage, makeVideo, rings } from '../scenes.ts';

/** A project whose page and frames are compared. */
export interface PageProject {
  readonly name: string;
  readonly document: Document;
  /** Seconds. */
  readonly times: readonly number[];
  /** Least similarity of every time. */
  readonly floor: number;
}

/** Floors: pictures alone, and where letters are drawn with other antialiasing. */
const plain = 0.97;
const lettered = 0.92;
const [width, height] = [640, 360];
const pictures = join(import.meta.dirname, '../../src/gallery/pictures');

/** Media of all projects: two photographs, a video, a small video, a sticker with alpha, a mask. */
export async function makeMedia(): Promise<MediaFiles> {
  const folder = makeFolder();
  const photo = async (name: string) => {
    const path = join(folder, `${name}.png`);
    const { data, info } = await sharp(join(pictures, `${name}.webp`))
      .resize(width, height)
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    return makeImage(path, info.width, info.height, (x, y) => {
      const at = (y * info.width + x) * 3;
      return [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0, 255];
    });
  };
  const opaque = (file: MediaFiles[string]): MediaFiles[string] => ({
    ...file,
    facts: { ...file.facts, hasAlpha: false },
  });
  const alpha = (file: MediaFiles[string]): MediaFiles[string] => ({
    ...file,
    facts: { ...file.facts, hasAlpha: true },
  });
  const sticker = await makeImage(join(folder, 'sticker.png'), 160, 160, (x, y) => {
    const distance = Math.hypot(x - 80, y - 80);
    const cover = Math.min(1, Math.max(0, 78 - distance));
    return [255, distance < 40 ? 80 : 200, 60, Math.round(cover * 255)];
  });
  const mask = await makeImage(join(folder, 'mask.png'), 64, 64, (x) => [255, 255, 255, x * 4]);
  const movingRings = rings(width, height);
  const smallRings = rings(320, 320);
  return {
    'mountains.png': opaque(await photo('mountains')),
    'ocean.png': opaque(await photo('ocean')),
    'video.mp4': opaque(makeVideo(join(folder, 'video.mp4'), width, height, 90, movingRings)),
    'square.mp4': opaque(
      makeVideo(join(folder, 'square.mp4'), 320, 320, 60, (x, y, frame) => smallRings(x, y, frame * 2)),
    ),
    'sticker.png': alpha(sticker),
    'mask.png': alpha(mask),
  };
}

const image = (fields: Partial<Clip> = {}) => makeClip({ type: 'image', src: 'mountains.png', ...fields });
const sea = (fields: Partial<Clip> = {}) => image({ src: 'ocean.png', ...fields });
const video = (fields: Partial<Clip> = {}) =>
  makeClip({ type: 'video', src: 'video.mp4', mediaDuration: 3, ...fields });
const sticker = (fields: Partial<Clip> = {}) =>
  makeClip({ type: 'sticker', src: 'sticker.png', trackIndex: 1, ...fields });
const shape = (style: Clip['shape'], fields: Partial<Clip> = {}) =>
  makeClip({ type: 'shape', trackIndex: 1, shape: style, ...fields });
const text = (textStyle: TextStyle, fields: Partial<Clip> = {}) =>
  makeClip({ type: 'text', trackIndex: 2, textStyle: { color: '#ffffff', fontSize: 48, ...textStyle }, ...fields });
const project = (name: string, floor: number, times: readonly number[], clips: Clip[], background = '#203040') => ({
  name,
  floor,
  times,
  document: makeDocument(width, height, clips, background),
});
const pair = (transition: Transition): Clip[] => [image({ duration: 1 }), sea({ start: 1, duration: 1, transition })];
const words = [
  { text: 'every', start: 0, end: 0.5 },
  { text: 'word', start: 0.5, end: 1 },
  { text: 'has', start: 1, end: 1.5 },
  { text: 'time', start: 1.5, end: 2 },
];

/** The projects that are compared; made anew at each call. */
export function pageProjects(): PageProject[] {
  return [
    project('video', plain, [0.01, 0.51, 1.51], [video()]),
    project(
      'video-in-video',
      plain,
      [0.21, 1.01],
      [
        video({ mediaStart: 0.5 }),
        video({
          src: 'square.mp4',
          mediaDuration: 2,
          trackIndex: 1,
          x: 150,
          y: 40,
          scale: 0.5,
          rotation: 15,
          cornerRadius: 40,
        }),
      ],
    ),
    project(
      'speed-reverse-freeze-loop',
      plain,
      [0.31, 0.91, 1.61],
      [
        video({ src: 'square.mp4', mediaDuration: 2, x: -240, y: -90, scale: 0.45, speed: 2, mediaStart: 0 }),
        video({ src: 'square.mp4', mediaDuration: 2, trackIndex: 1, x: -80, y: 90, scale: 0.45, reverse: true }),
        video({ src: 'square.mp4', mediaDuration: 2, trackIndex: 2, x: 80, y: -90, scale: 0.45, freezeAt: 1.2 }),
        video({ src: 'square.mp4', mediaDuration: 0.5, trackIndex: 3, x: 240, y: 90, scale: 0.45, loop: true }),
      ],
    ),
    project(
      'keyframes',
      plain,
      [0.01, 0.41, 1.01, 1.71],
      [
        image({
          kfScale: [
            { time: 0, value: 1, easing: 'easeInOut' },
            { time: 2, value: 1.4 },
          ],
          kfX: [
            { time: 0, value: -40, easing: 'easeOutBounce' },
            { time: 1.5, value: 40 },
          ],
        }),
        sticker({
          kfRotation: [
            { time: 0, value: 0, easing: 'spring' },
            { time: 2, value: 180 },
          ],
          kfOpacity: [
            { time: 0, value: 0.2 },
            { time: 1, value: 1 },
          ],
          skewX: 20,
          x: -100,
        }),
      ],
    ),
    project(
      'fits-and-crops',
      plain,
      [0.5],
      [
        video({ src: 'square.mp4', mediaDuration: 2, fit: 'contain-blur' }),
        image({ trackIndex: 1, scale: 0.4, x: -200, cropL: 0.2, cropT: 0.1, cornerRadius: 60 }),
        sea({ trackIndex: 2, scale: 0.3, x: 200, y: -80, flipH: true, cropB: 0.3 }),
        image({ trackIndex: 3, fit: 'cover', scale: 0.3, x: 200, y: 90, rotation: -10, anchorX: 0, anchorY: 0 }),
      ],
    ),
    project(
      'shapes',
      plain,
      [0.5],
      [
        shape({ kind: 'star', fill: '#ffcc33', width: 160, height: 160 }, { trackIndex: 0, x: -220, y: -80 }),
        shape(
          { kind: 'heart', fill: '#dd3366', stroke: '#ffffff', strokeWidth: 6, width: 140, height: 130 },
          { x: 0, y: -80 },
        ),
        shape(
          {
            kind: 'rounded-rectangle',
            cornerRadius: 30,
            width: 180,
            height: 120,
            fill: {
              type: 'linear',
              angle: 120,
              stops: [
                { offset: 0, color: '#00ccff' },
                { offset: 1, color: '#7700ff' },
              ],
            },
          },
          { trackIndex: 2, x: 210, y: -80 },
        ),
        shape(
          {
            kind: 'circle',
            width: 140,
            height: 140,
            fill: {
              type: 'radial',
              stops: [
                { offset: 0, color: '#ffffff' },
                { offset: 1, color: '#ff5500' },
              ],
            },
          },
          { trackIndex: 3, x: -220, y: 90 },
        ),
        shape(
          { kind: 'arc', stroke: '#88ffaa', strokeWidth: 12, width: 140, height: 140, sweep: 270 },
          { trackIndex: 4, y: 90 },
        ),
        shape(
          {
            kind: 'path',
            d: 'M0 0C40 160 120 -80 160 100',
            fill: 'none',
            stroke: '#ffffff',
            strokeWidth: 8,
            width: 160,
            height: 100,
            trimStart: 0.1,
            trimEnd: 0.8,
          },
          { trackIndex: 5, x: 210, y: 90 },
        ),
      ],
    ),
    ...(['multiply', 'screen', 'overlay', 'difference', 'add', 'luminosity'] as const).map((blendMode) =>
      project(
        `blend-${blendMode}`,
        plain,
        [0.5],
        [image(), sea({ trackIndex: 1, scale: 0.8, blendMode, opacity: 0.9 })],
      ),
    ),
    project(
      'grade',
      plain,
      [0.5],
      [
        image({ grade: { exposure: 0.4, contrast: 0.3, saturation: -0.4, temperature: 0.3, hue: 15 } }),
        sea({
          trackIndex: 1,
          scale: 0.45,
          x: 140,
          grade: {
            shadows: 0.5,
            highlights: -0.4,
            gamma: 0.2,
            curves: {
              red: [
                [0, 0.1],
                [0.5, 0.6],
                [1, 1],
              ],
            },
          },
        }),
      ],
    ),
    project(
      'effects',
      plain,
      [0.5],
      [
        image({
          effects: [
            { id: 'e1', type: 'blur', enabled: true, params: { radius: 6 } },
            { id: 'e2', type: 'vignette', enabled: true, params: {} },
          ],
        }),
        sticker({ x: -180, effects: [{ id: 'e3', type: 'drop-shadow', enabled: true, params: {} }] }),
        sticker({ trackIndex: 2, x: 0, effects: [{ id: 'e4', type: 'outline', enabled: true, params: { width: 8 } }] }),
        sea({ trackIndex: 3, scale: 0.3, x: 190, effects: [{ id: 'e5', type: 'duotone', enabled: true, params: {} }] }),
        sea({
          trackIndex: 4,
          scale: 0.3,
          x: 190,
          y: 110,
          effects: [
            { id: 'e6', type: 'posterize', enabled: true, params: {} },
            { id: 'e7', type: 'invert', enabled: true, params: {} },
          ],
        }),
      ],
    ),
    project(
      'adjustment',
      plain,
      [0.5],
      [
        image(),
        makeClip({ type: 'adjustment', trackIndex: 1, grade: { saturation: -1 }, scale: 0.5, x: -160 }),
        makeClip({
          type: 'adjustment',
          trackIndex: 2,
          effects: [{ id: 'e1', type: 'blur', enabled: true, params: { radius: 8 } }],
          scale: 0.5,
          x: 160,
          opacity: 0.7,
        }),
      ],
    ),
    project(
      'masks',
      plain,
      [0.5],
      [
        image({ mask: { shape: 'circle', width: 260, height: 260, feather: 20, x: -150 } }),
        sea({ trackIndex: 1, mask: { shape: 'star', width: 260, height: 260, x: 150 } }),
        sea({ trackIndex: 2, scale: 0.3, y: 120, mask: { shape: 'image', src: 'mask.png', channel: 'alpha' } }),
        sea({ trackIndex: 3, mask: { shape: 'linear', y: -130, rotation: 5, feather: 10 } }),
      ],
    ),
    ...(
      [
        { type: 'fade', duration: 0.6 },
        { type: 'dissolve', duration: 0.6 },
        { type: 'wipe', duration: 0.6 },
        { type: 'slide', duration: 0.6, direction: 'up' },
        { type: 'push', duration: 0.6 },
        { type: 'zoom', duration: 0.6 },
        { type: 'spin', duration: 0.6 },
        { type: 'blur', duration: 0.6 },
        { type: 'flash', duration: 0.6 },
        { type: 'circle', duration: 0.6 },
        { type: 'iris', duration: 0.6 },
        { type: 'radial', duration: 0.6 },
        { type: 'blinds', duration: 0.6 },
      ] satisfies Transition[]
    ).map((transition) => project(`transition-${transition.type}`, plain, [0.91, 1.12, 1.41, 1.71], pair(transition))),
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
}
