import { fullHd, ultraHd } from '../measure/inspect-video.ts';
import { captionStyle, captionTexts } from '../media.ts';
import { type BenchScene, buildDocument, type ClipPlan, cutTo, keyframes, videoClip } from './scene.ts';

/** Scene S1: a video with a moving logo, and three captions in every ten seconds. */
export const s1: BenchScene = {
  ...drawing(1),
  name: 'S1',
  about: 'video, moving logo, captions',
  mlt(seconds, media) {
    const last = seconds * 30 - 1;
    const tens = Array.from({ length: seconds / 10 }, (_, i) => i * 300);
    const logo = tens.flatMap((from) => {
      const rows = Array.from(
        { length: 10 },
        (_, t) => `${from + 30 * t}=${100 + 150 * t}/${t % 2 === 0 ? 90 : 60}:200x200`,
      );
      return [...rows, `${from + 299}=1595/90:200x200`];
    });
    const captions = tens.flatMap(() => [
      '-blank',
      '14',
      ...media.captions.flatMap((file) => [file, 'out=89']),
      '-blank',
      '14',
    ]);
    return [
      media.videos.a,
      `out=${last}`,
      ...['-track', media.logo, `out=${last}`, '-track', ...captions],
      ...composite(1, last, logo.join(';')),
      ...composite(2, last, '0=480/820:960x200'),
    ];
  },
};

function composite(track: number, last: number, geometry: string): string[] {
  return [
    ...['-transition', 'composite', 'a_track=0', `b_track=${track}`, 'in=0', `out=${last}`],
    `geometry=${geometry}`,
    'fill=0',
  ];
}

/** Returns the clips of scene S1 at `scale` times 1080p. `seconds` is a multiple of 10, or 2. */
export function clipsOfS1(seconds: number, sources: { video: string; logo: string }, scale: 1 | 2 = 1): ClipPlan[] {
  const px = (pixels: number) => pixels * scale;
  const clips: ClipPlan[] = [{ add: videoClip(sources.video, 0, seconds, 0) }];
  for (let start = 0; start < seconds; start += 10) {
    clips.push({
      add: { op: 'addClip', type: 'image', src: sources.logo, start, duration: 10, trackIndex: 1 },
      refine: [
        { op: 'updateClip', patch: { fit: 'none' } },
        ...keyframes('x', [
          [0, px(100 + 100 - 960)],
          [10, px(1600 + 100 - 960)],
        ]),
        ...keyframes(
          'y',
          Array.from({ length: 11 }, (_, t) => [t, px((t % 2 === 0 ? 90 : 60) + 100 - 540)]),
        ),
      ],
    });
    captionTexts.forEach((text, i) => {
      const style = { ...captionStyle, fontSize: px(captionStyle.fontSize), width: px(captionStyle.width) };
      clips.push({
        add: { op: 'addTextClip', text, start: start + 0.5 + 3 * i, duration: 3, trackIndex: 2, style },
        refine: [{ op: 'setTransform', x: 0, y: px(920 - 540) }],
      });
    });
  }
  return clips;
}

/** Returns scene S1 at `scale` times 1080p. All distances and sizes are multiplied by `scale`. */
function drawing(scale: 1 | 2): Pick<BenchScene, 'document' | 'ffmpeg'> {
  const px = (pixels: number) => pixels * scale;
  return {
    document(seconds, media) {
      const clips = clipsOfS1(seconds, { video: media.videos.a, logo: media.logo }, scale);
      return cutTo(buildDocument(0, clips, scale === 1 ? fullHd : ultraHd), seconds);
    },
    ffmpeg(_seconds, media) {
      const inputs = [media.videos.a, media.logo, ...media.captions].flatMap((file) => ['-i', file]);
      const sprite = 'scale=out_color_matrix=bt709:out_range=tv,format=yuva420p';
      const caption = (from: number) =>
        `overlay=${px(480)}:${px(820)}:enable='between(mod(t,10),${from - 0.001},${from + 2.999})'`;
      const graph = [
        `[1:v]${sprite}[logo];[2:v]${sprite}[c0];[3:v]${sprite}[c1];[4:v]${sprite}[c2]`,
        `[0:v][c0]${caption(0.5)}[a];[a][c1]${caption(3.5)}[b];[b][c2]${caption(6.5)}[c]`,
        `[c][logo]overlay=x='${px(100)}+${px(150)}*mod(t,10)':y='${px(60)}+${px(30)}*abs(mod(t,2)-1)':eval=frame[v]`,
      ];
      return [...inputs, '-filter_complex', graph.join(';'), '-map', '[v]'];
    },
  };
}

/**
 * Scene S1 in 4K, with four times the pixels in source and output. It is not rendered with MLT, which has no profile
 * for this size.
 */
export const s14k: BenchScene = {
  ...drawing(2),
  name: 'S1-4K',
  about: 'video, moving logo, captions, all in 4K',
  size: ultraHd,
};
