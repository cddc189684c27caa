import { captionStyle, captionTexts } from '../media.ts';
import { type BenchScene, buildDocument, videoClip } from './scene.ts';

/**
 * Scene of one unedited video that already has the requested format, so that its packets are copied without decoding.
 */
export const copy: BenchScene = {
  name: 'copy',
  about: 'one untouched video, its packets copied',
  copied: true,
  document: (seconds, media) => buildDocument(0, [{ add: videoClip(media.videos.a, 0, seconds, 0) }]),
  ffmpeg: () => 'T',
};

/** Returns start and duration of a title that covers a tenth of the video, around the middle of the video. */
const titleOf = (seconds: number) => ({ start: seconds / 2 - seconds / 20, duration: seconds / 10 });

/** Scene of one video with a title over a tenth of it. The GOPs (groups of pictures) without the title are copied. */
export const touched: BenchScene = {
  name: 'touched',
  about: 'one video, a title over a tenth of it',
  copied: true,
  document(seconds, media) {
    const [text = ''] = captionTexts;
    const title = { op: 'addTextClip', text, ...titleOf(seconds), trackIndex: 2, style: captionStyle };
    const place = { op: 'setTransform', x: 0, y: 920 - 540 };
    return buildDocument(0, [{ add: videoClip(media.videos.a, 0, seconds, 0) }, { add: title, refine: [place] }]);
  },
  ffmpeg(seconds, media) {
    const { start, duration } = titleOf(seconds);
    const moment = `between(t,${start - 0.001},${start + duration - 0.001})`;
    const sprite = '[1:v]scale=out_color_matrix=bt709:out_range=tv,format=yuva420p[title]';
    const graph = `${sprite};[0:v][title]overlay=480:820:enable='${moment}'[v]`;
    return ['-i', media.videos.a, '-i', media.captions[0] ?? '', '-filter_complex', graph, '-map', '[v]'];
  },
};

/** Scene of one video over an invisible shape. The shape prevents stream copy, so the video is decoded and encoded. */
export const direct: BenchScene = {
  name: 'direct',
  about: 'one video, encoded again',
  document: (seconds, media) => {
    const hidden = { op: 'addShapeClip', kind: 'rectangle', start: 0, duration: seconds, trackIndex: 0 };
    return buildDocument(0, [{ add: hidden }, { add: videoClip(media.videos.a, 0, seconds, 1) }]);
  },
  ffmpeg: () => 'T',
};

/**
 * Scene S4: one video with a colour grade, a blur, a chroma key and a blend mode, which need RGB values of every pixel.
 */
export const s4: BenchScene = {
  name: 'S4',
  about: 'grade, blur, chroma key and overlay on one video',
  document(seconds, media) {
    return buildDocument(0, [
      {
        add: {
          op: 'addClip',
          type: 'image',
          src: media.stills[0] ?? '',
          start: 0,
          duration: seconds,
          trackIndex: 0,
        },
      },
      {
        add: videoClip(media.videos.a, 0, seconds, 1),
        refine: [
          { op: 'setColorGrade', grade: { exposure: 0.3, contrast: 0.2, saturation: 0.2, temperature: 0.1 } },
          { op: 'addEffect', type: 'blur', params: { radius: 8 } },
          { op: 'addEffect', type: 'chroma-key', params: { color: '#00d800', similarity: 0.3 } },
          { op: 'setBlendMode', blendMode: 'overlay' },
        ],
      },
    ]);
  },
  // ffmpeg's blend filter ignores alpha and its grading filters differ: no graph draws the same.
  ffmpeg: () => null,
};
