import { join } from 'node:path';
import { BLEND_MODES, type Clip, VOCABULARY } from '@framemill/timeline';
import { probeMedia } from '../../src/ingest/probe-media.ts';
import { maskShapes } from '../../src/masks/mask-tree.ts';
import type { MediaFiles } from '../../src/render/renderer.ts';
import { animationFile, animationNames } from '../animation/files.ts';
import { makeClip, makeDocument, makeImage, makeVideo, rings } from '../scenes.ts';
import { compositionCases } from './composition-cases.ts';
import type { GoldenCase } from './golden-case.ts';
import { textCases } from './text-cases.ts';

const width = 240;
const height = 136;

/** Creates the media of the golden tests in `folder`. */
export async function goldenMedia(folder: string): Promise<MediaFiles> {
  const animations = animationNames.map(async (name) => {
    const path = animationFile(name);
    return [name, { path, facts: await probeMedia(path) }] as const;
  });
  return {
    ...Object.fromEntries(await Promise.all(animations)),
    video: makeVideo(join(folder, 'video.mp4'), width, height, 30, rings(width, height)),
    photo: await makeImage(join(folder, 'photo.png'), 320, 200, (x, y) => [x % 256, (y * 2) % 256, (x + y) % 256, 255]),
    cutout: await makeImage(join(folder, 'cutout.png'), 96, 96, (x, y) => [
      (x * 5) % 256,
      90,
      (y * 5) % 256,
      Math.max(0, Math.min(255, Math.round((44 - Math.hypot(x - 47.5, y - 47.5)) * 64))),
    ]),
  };
}

/** Returns all golden tests, which compare a rendered image with a stored one. */
export function goldenCases(): GoldenCase[] {
  return [
    one('fit-contain', photo({ fit: 'contain' })),
    one('fit-cover', photo({ fit: 'cover', scale: 0.8 })),
    one('fit-fill', photo({ fit: 'fill', scale: 0.9 })),
    one('fit-none', photo({ fit: 'none', scale: 0.5 })),
    one('transform', photo({ scale: 0.5, scaleX: 1.4, rotation: 25, x: 12.5, y: -8.25 })),
    one('anchor', photo({ scale: 0.5, rotation: 45, anchorX: 0, anchorY: 0 })),
    one('skew', photo({ scale: 0.5, skewX: 20 })),
    one('flip', photo({ scale: 0.8, flipH: true, flipV: true })),
    one('crop', photo({ cropL: 0.2, cropR: 0.1, cropT: 0.15, cropB: 0.3 })),
    one('corner-radius', photo({ scale: 0.8, cornerRadius: 30, rotation: -6 })),
    one('opacity', photo({ trackIndex: 1, opacity: 0.4, scale: 0.7 }), makeClip({ type: 'video', src: 'video' })),
    one('video-pip', makeClip({ type: 'video', src: 'video' }), pip()),
    one('cut-out', makeClip({ type: 'video', src: 'video' }), sticker()),
    { ...one('dissolve', ...dissolve()), atSec: 0.65 },
    one('enlarged', photo({ fit: 'none', scale: 6, rotation: 10 })),
    ...VOCABULARY.shapeKind.map((kind) =>
      one(`shape-${kind}`, shape({ kind, ...(kind === 'path' ? { d: path } : {}) })),
    ),
    one('shape-gradient', shape({ kind: 'rounded-rectangle', cornerRadius: 24, fill: gradient, stroke: '#ffffff' })),
    one('shape-dash', shape({ kind: 'ellipse', fill: '#00000000', stroke: '#ffcc00', strokeWidth: 6, dash: [14, 8] })),
    one('shape-trim', shape({ kind: 'circle', fill: '#224466', stroke: '#ffcc00', strokeWidth: 8, trimEnd: 0.6 })),
    one('text-plain', text({ content: 'Framemill\nÁgy 123', fontSize: 32, align: 'center' })),
    one('text-stroke-shadow', text({ content: 'Outline', fontSize: 40, fontWeight: 800, ...outlined })),
    one('text-background', text({ content: 'Boxed', fontSize: 30, background: { color: '#112233', ...padded } })),
    one('text-gradient', text({ content: 'Gradient', fontSize: 40, fontWeight: 900, gradient })),
    one('text-turned', text({ content: 'Turned', fontSize: 36, fontStyle: 'italic' }, { rotation: -18, scale: 1.2 })),
    ...BLEND_MODES.filter((mode) => mode !== 'normal').map(blend),
    ...maskShapes.map(({ shape }) => mask(shape)),
    one('mask-invert-feather', photo({ mask: { shape: 'heart', feather: 24, expansion: 8, invert: true } })),
    ...VOCABULARY.transitionType.filter((type) => type !== 'dissolve').map(transition),
    one('adjustment', photo({}), adjustment()),
    one('contain-blur', photo({ fit: 'contain-blur', cropR: 0.1, cornerRadius: 20 })),
    one('keyframed-blur', photo({ scale: 0.6, rotation: 10, kfBlur: [{ time: 0, value: 6 }] })),
    ...textCases(),
    { ...one('animations', ...animations()), hasAnimations: true },
    ...compositionCases({ width, height }),
    { ...one('watermark', makeClip({ type: 'video', src: 'video' })), watermark: true },
  ];
}

const path = 'M10 90L60 10L110 90L35 40H85Z';
const gradient: NonNullable<NonNullable<Clip['textStyle']>['gradient']> = {
  type: 'linear',
  angle: 30,
  stops: [
    { offset: 0, color: '#ff3355' },
    { offset: 1, color: '#ffee44' },
  ],
};
const outlined = {
  strokeColor: '#000000',
  strokeWidth: 3,
  shadow: { x: 3, y: 4, blur: 4, color: '#000000', opacity: 0.7 },
};
const padded = { opacity: 0.8, paddingX: 16, paddingY: 8, radius: 10 };

function one(name: string, ...clips: Clip[]): GoldenCase {
  return { name, document: makeDocument(width, height, clips, '#405060'), atSec: 0.5 };
}

function photo(fields: Partial<Clip>): Clip {
  return makeClip({ type: 'image', src: 'photo', ...fields });
}

function pip(): Clip {
  return makeClip({ type: 'video', src: 'video', trackIndex: 1, scale: 0.45, rotation: 12, x: 40, opacity: 0.85 });
}

function sticker(): Clip {
  return makeClip({ type: 'sticker', src: 'cutout', trackIndex: 1, x: -30.4, y: 5.7, scale: 0.8, rotation: 15 });
}

function blend(blendMode: NonNullable<Clip['blendMode']>): GoldenCase {
  return one(
    `blend-${blendMode}`,
    makeClip({ type: 'video', src: 'video' }),
    photo({ trackIndex: 1, scale: 0.7, blendMode }),
  );
}

function mask(shape: NonNullable<Clip['mask']>['shape']): GoldenCase {
  const points: [number, number][] = [
    [-70, -40],
    [80, -50],
    [10, 60],
  ];
  const content = { points, d: 'M-60 0a60 50 0 1 1 120 0l-60 60z', text: 'Mask', src: 'cutout' };
  return one(
    `mask-${shape}`,
    photo({ mask: { shape, feather: 3, rotation: 10, width: 150, height: 100, ...content } }),
  );
}

// A third of the way: what moves, blurs or tears is in full swing, and the outgoing picture is still seen.
function transition(type: (typeof VOCABULARY.transitionType)[number]): GoldenCase {
  const clips = [
    makeClip({ type: 'video', src: 'video', duration: 1 }),
    photo({ start: 1, duration: 1, fit: 'cover', id: 'incoming', transition: { type, duration: 0.5 } }),
  ];
  return { ...one(`transition-${type}`, ...clips), atSec: 1.1667 };
}

function animations(): Clip[] {
  return animationNames.map((src, index) =>
    makeClip({
      ...{ type: 'video', src, trackIndex: index, fit: 'none', scale: 0.6 },
      ...{ x: -78 + 78 * (index % 3), y: index < 3 ? -32 : 34, rotation: index === 2 ? 15 : 0 },
      ...(src === 'slots' ? { slots: { headline: 'Slots', accent: '#cc2277', turn: '20' } } : {}),
    }),
  );
}

function adjustment(): Clip {
  const effects = [{ id: 'e', type: 'blur', enabled: true, params: { radius: 3 } } as const];
  return makeClip({ type: 'adjustment', trackIndex: 1, scale: 0.7, rotation: 8, grade: { saturation: -0.8 }, effects });
}

function dissolve(): Clip[] {
  const transition = { type: 'dissolve', duration: 0.4 } as const;
  return [
    makeClip({ type: 'video', src: 'video', duration: 0.5 }),
    photo({ start: 0.5, duration: 1, fit: 'cover', transition }),
  ];
}

function shape(style: NonNullable<Clip['shape']>): Clip {
  return makeClip({
    type: 'shape',
    shape: { fill: '#3388dd', stroke: '#ffffff', strokeWidth: 3, width: 120, height: 100, ...style },
  });
}

function text(style: NonNullable<Clip['textStyle']>, fields: Partial<Clip> = {}): Clip {
  return makeClip({ type: 'text', textStyle: { color: '#ffffff', ...style }, ...fields });
}
