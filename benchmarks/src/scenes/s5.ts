import { type BenchScene, buildDocument, type ClipPlan, cutTo, firstExtraTrack, keyframes } from './scene.ts';

const glow = { radius: 24, intensity: 0.7, threshold: 0.4 };
const shadow = { x: 14, y: 18, blur: 28, opacity: 0.5 };
const shapes = [
  { kind: 'circle', fill: '#ff5d5d', blendMode: 'screen', from: [-620, -240], to: [420, 180] },
  { kind: 'star', fill: '#ffd166', blendMode: 'overlay', from: [560, -300], to: [-380, 160] },
  { kind: 'hexagon', fill: '#4cc9f0', blendMode: 'multiply', from: [-480, 300], to: [520, -140] },
  { kind: 'rounded-rectangle', fill: '#b388ff', blendMode: 'add', from: [640, 260], to: [-520, -120] },
  { kind: 'heart', fill: '#ff7ab6', blendMode: 'soft-light', from: [0, -360], to: [120, 320] },
  { kind: 'ring', fill: '#7ae582', blendMode: 'difference', from: [-80, 340], to: [-160, -320] },
] as const;
const sky = [
  { offset: 0, color: '#1b1f4b' },
  { offset: 1, color: '#0f5c6e' },
];
/** Words that appear during ten seconds of the scene. They repeat after that. */
const words = ['Motion', 'Graphics', 'Drawn', 'From', 'Data', 'Letter', 'By', 'Letter', 'With', 'Shadows'] as const;
const period = 10;
const textSec = 2;
const textTracks = firstExtraTrack + shapes.length;

/** Scene S5, without footage: a gradient, six moving shapes, and text whose letters appear one by one. */
export const s5: BenchScene = {
  name: 'S5',
  about: 'gradient, six moving shapes that blend, glow and cast shadows, ten texts animated by character',
  document(wanted) {
    const seconds = Math.ceil(wanted / period) * period;
    return cutTo(buildDocument(extraTracksOfS5, clipsOfS5(seconds)), wanted);
  },
  // No ffmpeg graph animates letters.
  ffmpeg: () => null,
};

/** Number of tracks that scene S5 adds to a project. */
export const extraTracksOfS5 = shapes.length + 2;

/** Returns the clips of scene S5. `seconds` is a multiple of 10. */
export function clipsOfS5(seconds: number): ClipPlan[] {
  const style = { fill: { type: 'linear', angle: 135, stops: sky }, width: 1920, height: 1080 };
  return [
    { add: { op: 'addShapeClip', kind: 'rectangle', start: 0, duration: seconds, trackIndex: 0, style } },
    ...shapes.map((shape, i) => movingShape(shape, i, seconds)),
    ...Array.from({ length: seconds }, (_, at) => title(at, seconds)),
  ];
}

/** Returns the data from which `benchmarks/peers/motion.js` draws this scene in a web page. */
export function filmOfPages(seconds: number) {
  const [from, to] = sky.map(({ color }) => color);
  return {
    canvas: { width: 1920, height: 1080, fps: 30, seconds, background: `linear-gradient(135deg, ${from}, ${to})` },
    shapes: shapes.map((shape, i) => ({ ...shape, ...(i % 2 === 0 ? { glow } : { shadow }) })),
    ...{ words, period, textSec },
    text: {
      ...{
        fontFamily: 'Inter',
        fontSize: 150,
        fontWeight: 700,
        lineHeight: 1.2,
        color: '#ffffff',
        textAlign: 'center',
      },
      textShadow: '4px 6px 16px rgb(0 0 0 / 0.6)',
    },
  };
}

function movingShape(
  { kind, fill, blendMode, from, to }: (typeof shapes)[number],
  i: number,
  seconds: number,
): ClipPlan {
  const moments = Array.from({ length: (2 * seconds) / period + 1 }, (_, half) => (half * period) / 2);
  const there = (axis: 0 | 1) => moments.map((time, half) => [time, (half % 2 === 0 ? from : to)[axis]] as const);
  const style = { fill, width: 360, height: 360 };
  const look = i % 2 === 0 ? { type: 'glow', params: glow } : { type: 'drop-shadow', params: shadow };
  return {
    add: { op: 'addShapeClip', kind, start: 0, duration: seconds, trackIndex: firstExtraTrack + i, style },
    refine: [
      { op: 'setBlendMode', blendMode },
      { op: 'addEffect', ...look },
      ...keyframes('x', there(0)),
      ...keyframes('y', there(1)),
      ...keyframes('rotation', [
        [0, 0],
        [seconds, (i % 2 === 0 ? 36 : -36) * seconds],
      ]),
    ],
  };
}

function title(at: number, seconds: number): ClipPlan {
  const shadow = { x: 4, y: 6, blur: 16, color: '#000000', opacity: 0.6 };
  const style = { fontFamily: 'Inter', fontSize: 150, fontWeight: 700, color: '#ffffff', shadow };
  const duration = Math.min(textSec, seconds - at);
  return {
    add: {
      op: 'addTextClip',
      text: words[at % words.length] ?? '',
      ...{ start: at, duration, style },
      trackIndex: textTracks + (at % 2),
    },
    refine: [
      { op: 'updateClip', patch: { y: at % 2 === 0 ? -150 : 150 } },
      { op: 'setTextAnimation', name: 'rise', unit: 'character', duration: 0.5, stagger: 0.05 },
      { op: 'setTextAnimation', name: 'fade', phase: 'out', unit: 'character', duration: 0.4, stagger: 0.03 },
    ],
  };
}
