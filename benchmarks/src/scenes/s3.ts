import { type BenchScene, buildDocument, keyframes } from './scene.ts';

/** Time from one still to the next, in seconds. `overlap` is the duration for which two stills overlap. */
const pace = 2;
const overlap = 1;
const zoom = 0.15;

/** Scene S3: a slide show of stills that slowly zoom in and dissolve into each other. */
export const s3: BenchScene = {
  name: 'S3',
  about: 'stills, Ken Burns, crossfades',
  document(seconds, media) {
    const end = 1 + (zoom * pace) / (pace + overlap);
    return buildDocument(
      0,
      Array.from({ length: seconds / pace }, (_, i) => ({
        add: {
          op: 'addClip',
          type: 'image',
          src: media.stills[i % 5] ?? '',
          start: i * pace,
          duration: pace,
          trackIndex: 0,
        },
        refine: [
          ...keyframes('scale', [
            [0, 1],
            [pace, end],
          ]),
          ...(i === 0 ? [] : [{ op: 'setTransition', type: 'dissolve', duration: overlap }]),
        ],
      })),
    );
  },
  ffmpeg(seconds, media) {
    const count = seconds / pace;
    const moving = pace * 30;
    const frames = (pace + overlap) * 30;
    // JPEGs are full-range BT.601: convert once per still. A clip's zoom ends with the clip, so it is constant during
    // the dissolve.
    const still = [
      'scale=in_range=full:out_range=tv:in_color_matrix=bt601:out_color_matrix=bt709,format=yuv420p',
      `zoompan=z='1+${zoom}*min(on,${moving})/${frames}':x='iw/2-(iw/zoom/2)':y='ih/2-(ih/zoom/2)':` +
        `d=${frames}:s=1920x1080:fps=30,setsar=1`,
    ].join(',');
    const fade = 'format=yuva420p,fade=in:st=0:d=1:alpha=1';
    const inputs = Array.from({ length: count }, (_, i) => ['-i', media.stills[i % 5] ?? '']).flat();
    const layers = Array.from({ length: count }, (_, i) =>
      i === 0 ? `[0]${still}[l0]` : `[${i}]${still},${fade},setpts=PTS+${i * pace}/TB[l${i}]`,
    );
    const stack = Array.from({ length: count }, (_, i) => `[x${i}][l${i}]overlay=eof_action=pass[x${i + 1}]`);
    const graph = [
      `color=black:s=1920x1080:r=30:d=${seconds},format=yuv420p[x0]`,
      ...layers,
      ...stack,
      `[x${count}]format=yuv420p[v]`,
    ];
    return [...inputs, '-filter_complex', graph.join(';'), '-map', '[v]', '-t', String(seconds)];
  },
  mlt(seconds, media) {
    const moving = pace * 30;
    const frames = (pace + overlap) * 30;
    const end = 1 + (zoom * moving) / frames;
    const [width, height] = [1920 * end, 1080 * end];
    const rect = `0=0 0 1920 1080;${moving}=${(1920 - width) / 2} ${(1080 - height) / 2} ${width} ${height}`;
    return Array.from({ length: seconds / pace }, (_, i) => {
      // The last still is not followed by a dissolve.
      const length = i === seconds / pace - 1 ? moving : frames;
      const still = [media.stills[i % 5] ?? '', `out=${length - 1}`, '-attach', 'affine', `transition.rect=${rect}`];
      return i === 0 ? still : [...still, '-mix', String(overlap * 30), '-mixer', 'luma'];
    }).flat();
  },
};
