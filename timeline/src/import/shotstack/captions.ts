import type { NewClip } from '../../edit/insert-clip.ts';
import { FramemillError } from '../../errors/framemill-error.ts';
import { parseSrt, parseVtt } from '../../subtitles/parse-subtitles.ts';
import { CAPTION_STYLES } from '../../vocabulary/index.ts';
import { fileNameOf, findMedia } from '../import-context.ts';
import type { SourceNode } from '../source-tree.ts';
import { type EditContext, type Fields, numberOf } from './edit-context.ts';
import { placementOf } from './placement.ts';
import { convertText } from './texts.ts';
import type { TimedClip } from './times.ts';

const HOW = 'Upload the subtitle file, and lay it out with importSubtitles.';

/** Distance of captions from the bottom of the canvas, in parts of its height. */
const BOTTOM = 0.08;

/**
 * Reads a clip of type `caption` or `rich-caption` as one clip for each cue of its subtitle file. Without the file the
 * whole clip is reported.
 */
export function convertCaptions(timed: TimedClip, edit: EditContext): NewClip[] {
  const { node: clip, start, length } = timed;
  const asset = clip.get('asset') ?? clip;
  const source = asset.get('src');
  const name = source?.text() ?? '';
  const data = edit.subtitles?.(findMedia(edit, name)?.src ?? name) ?? null;
  if (data === null) {
    const why = name.startsWith('alias://')
      ? 'Captions of the speech of another clip need a transcription.'
      : 'The subtitle file is not there.';
    clip.lose(why, name.startsWith('alias://') ? 'Captions by POST /v1/ai/transcriptions and addCaptions.' : HOW);
    return [];
  }
  let cues: ReturnType<typeof parseSrt>['cues'];
  try {
    cues = (/^\uFEFF?WEBVTT\b/.test(data) ? parseVtt(data) : parseSrt(data)).cues;
  } catch (error) {
    if (!(error instanceof FramemillError)) throw error;
    clip.lose(`The subtitle file ${fileNameOf(name)} cannot be read: ${error.message}`, HOW);
    return [];
  }
  const trim = numberOf(asset.get('trim'), 0, [0, 86_400]);
  const speed = Math.max(0.01, numberOf(asset.get('speed'), 1, [0, 10]));
  const { text, inBox, box } = convertText(clip, asset, length, edit, 'Caption');
  const style = { ...text?.textStyle, ...captionLook(timed) };
  for (const field of ['active', 'margin', 'border']) {
    asset.get(field)?.lose('Captions have one look here.', 'The command styleCaptions.');
  }
  const bottom = { box, inBox: { ...inBox, y: edit.canvas.height * (0.5 - BOTTOM) } };
  const place = atRest(clip, placementOf(clip, bottom, length, edit));
  return cues.flatMap((cue): NewClip[] => {
    const from = Math.max(0, (cue.start - trim) / speed);
    const to = Math.min(length, (cue.end - trim) / speed);
    if (to - from < 0.02) return [];
    return [
      {
        ...place,
        type: 'text',
        start: start + from,
        duration: to - from,
        isCaption: true,
        name: cue.text.slice(0, 60),
        textStyle: {
          ...style,
          content: cue.text,
          verticalAlign: 'bottom',
          ...(cue.spans.length > 0 ? { spans: cue.spans } : {}),
        },
      },
    ];
  });
}

/** Returns a placement without motion: the motion of the clip would begin anew with each cue. */
function atRest(clip: SourceNode, place: Fields): Fields {
  const still = Object.fromEntries(Object.entries(place).filter(([field]) => !field.startsWith('kf')));
  if (Object.keys(still).length === Object.keys(place).length) return place;
  clip.note('Captions do not move.', 'Captions at rest.');
  return place.kfOpacity ? { ...still, opacity: 1 } : still;
}

function captionLook({ node: clip }: TimedClip) {
  const animation = clip.get('asset')?.get('animation');
  const style = animation?.get('style');
  const name = CAPTION_STYLES.find((one) => one === style?.text());
  if (style && !name) style.note('The style of captions is not known.', 'Plain captions.');
  animation?.get('direction')?.lose('Captions have no direction.');
  return name ? { captionStyle: name } : {};
}
