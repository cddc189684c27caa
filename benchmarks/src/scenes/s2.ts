import type { BenchMedia } from '../media.ts';
import { type BenchScene, buildDocument, type ClipPlan, keyframes, videoClip } from './scene.ts';

/**
 * Picture-in-picture inset: its source, scale, rotation in degrees clockwise, opacity, and the top left corner of its
 * box in ffmpeg.
 */
interface Inset {
  readonly src: keyof BenchMedia['videos'];
  readonly scale: number;
  readonly turn: number;
  readonly opacity: number;
  readonly left: number;
  readonly top: number;
}

const tilted: readonly Inset[] = [
  { src: 'c', scale: 0.4, turn: 10, opacity: 0.8, left: 60, top: 60 },
  { src: 'd', scale: 0.35, turn: -15, opacity: 0.7, left: 1100, top: 80 },
];
const gliding: Inset = { src: 'b', scale: 0.3, turn: 0, opacity: 0.9, left: 600, top: 700 };

/** Scene S2: five streams, namely two full-size videos with a crossfade halfway, two tilted insets and a moving one. */
export const s2: BenchScene = {
  name: 'S2',
  about: 'four scaled or rotated videos, opacity, a crossfade',
  document(seconds, media) {
    const half = seconds / 2 - 0.5;
    const clips: ClipPlan[] = [
      { add: videoClip(media.videos.a, 0, half, 0) },
      {
        add: videoClip(media.videos.b, half, seconds - half, 0),
        refine: [{ op: 'setTransition', type: 'dissolve', duration: 1 }],
      },
    ];
    tilted.forEach((inset, i) => {
      const { width, height } = boxOf(inset);
      clips.push({
        add: videoClip(media.videos[inset.src], 0, seconds, 4 + i),
        refine: [
          {
            op: 'setTransform',
            x: inset.left + width / 2 - 960,
            y: inset.top + height / 2 - 540,
            scale: inset.scale,
            rotation: inset.turn,
            opacity: inset.opacity,
          },
        ],
      });
    });
    const { width, height } = boxOf(gliding);
    const turns = Array.from({ length: seconds / 2 + 1 }, (_, i): [number, number] => {
      return [i * 2, gliding.left + (i % 2 === 0 ? 120 : 0) + width / 2 - 960];
    });
    clips.push({
      add: videoClip(media.videos.b, 0, seconds, 6),
      refine: [
        { op: 'setTransform', y: gliding.top + height / 2 - 540, scale: gliding.scale, opacity: gliding.opacity },
        ...keyframes('x', turns),
      ],
    });
    return buildDocument(3, clips);
  },
  ffmpeg(seconds, media) {
    const { a, b, c, d } = media.videos;
    const half = seconds / 2;
    const shown = String(half + 0.5);
    const inputs = ['-t', shown, '-i', a, '-t', shown, '-i', b, '-i', c, '-i', d, '-i', b];
    const graph = [
      // xfade works only in 4:4:4. A fading alpha plane over a held last frame keeps everything in 4:2:0.
      `[1:v]settb=1/30,fps=30,format=yuva420p,fade=in:st=0:d=1:alpha=1,setpts=PTS+${half - 0.5}/TB[vb]`,
      `[0:v]settb=1/30,fps=30,tpad=stop_mode=clone:stop_duration=${half - 0.5}[va];[va][vb]overlay[bg]`,
      ...[...tilted, gliding].map((inset, i) => `[${i + 2}:v]${insetFilter(inset)}[p${i}]`),
      `[bg][p0]overlay=${tilted[0]?.left}:${tilted[0]?.top}[o0]`,
      `[o0][p1]overlay=${tilted[1]?.left}:${tilted[1]?.top}[o1]`,
      `[o1][p2]overlay=x='${gliding.left}+60*abs(mod(t,4)-2)':y=${gliding.top}:eval=frame[v]`,
    ];
    return [...inputs, '-filter_complex', graph.join(';'), '-map', '[v]', '-t', String(seconds)];
  },
  mlt(seconds, media) {
    const { a, b, c, d } = media.videos;
    const last = seconds * 30 - 1;
    const shown = seconds * 15 + 14;
    const affine = (track: number, rect: string, turn: number) => [
      ...['-transition', 'affine', 'a_track=0', `b_track=${track}`, 'in=0', `out=${last}`],
      ...[`rect=${rect}`, `fix_rotate_x=${turn}`],
    ];
    const turns = Array.from({ length: seconds / 2 + 1 }, (_, i) => {
      const left = gliding.left + (i % 2 === 0 ? 120 : 0);
      return `${Math.min(last, i * 60)}=${left} ${gliding.top} 576 324 ${gliding.opacity}`;
    });
    return [
      ...[a, `out=${shown}`, b, `out=${shown}`, '-mix', '30', '-mixer', 'luma'],
      ...[c, d, b].flatMap((file) => ['-track', file, `out=${last}`]),
      ...tilted.flatMap((inset, i) => {
        const [width, height] = [Math.round(1920 * inset.scale), Math.round(1080 * inset.scale)];
        const box = boxOf(inset);
        const [left, top] = [inset.left + (box.width - width) / 2, inset.top + (box.height - height) / 2];
        return affine(i + 1, `0=${left} ${top} ${width} ${height} ${inset.opacity}`, inset.turn);
      }),
      ...affine(3, turns.join(';'), 0),
    ];
  },
};

/**
 * Returns the ffmpeg filter of an inset. It uses lutyuv on the alpha plane, because colorchannelmixer would force RGB.
 */
function insetFilter(inset: Inset): string {
  const size = `scale=${Math.round(1920 * inset.scale)}:${Math.round(1080 * inset.scale)}:flags=bilinear`;
  const angle = `${inset.turn}*PI/180`;
  const turn = inset.turn === 0 ? '' : `,rotate=${angle}:c=none:ow=rotw(${angle}):oh=roth(${angle})`;
  return `${size},format=yuva420p,lutyuv=a=val*${inset.opacity}${turn}`;
}

/** Returns the size of the axis-aligned box around a rotated inset, in pixels. */
function boxOf(inset: Inset): { width: number; height: number } {
  const angle = (Math.abs(inset.turn) * Math.PI) / 180;
  const width = 1920 * inset.scale;
  const height = 1080 * inset.scale;
  return {
    width: Math.floor(width * Math.cos(angle) + height * Math.sin(angle)),
    height: Math.floor(width * Math.sin(angle) + height * Math.cos(angle)),
  };
}
