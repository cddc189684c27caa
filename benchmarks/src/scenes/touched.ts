import { captionStyle } from '../media/draw-caption.ts';
import { captionTexts } from '../media/make-media.ts';
import { type BenchScene, buildDocument, videoClip } from './scene.ts';

/** Returns the start and duration of a title that covers a tenth of the video, around its middle. */
const titleOf = (seconds: number) => ({ start: seconds / 2 - seconds / 20, duration: seconds / 10 });

/** Scene of one video with a title over a tenth of it. The GOPs without the title are copied. */
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
