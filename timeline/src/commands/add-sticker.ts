import { Type } from '#typebox';
import { defineCommand } from '../command/define-command.ts';
import { ClipSchema } from '../document/clip.ts';
import { source } from '../document/scalars.ts';
import { SHOWN_AT_ONCE, setAtOnce } from '../edit/at-once.ts';
import { insertSticker } from '../edit/insert-sticker.ts';
import { DurationParam, NEW_CLIP_RETURNS, StartParam, TrackIndexParam } from './params.ts';

const { x, y, scale } = ClipSchema.properties;

export const addSticker = defineCommand({
  op: 'addSticker',
  description:
    'Adds a picture on top of the video, in its own size: a sticker, a logo, an emoji. One that moves, such as a GIF, becomes a video that repeats.',
  keywords: { sticker: {}, emoji: {}, logo: {}, watermark: {}, bug: {}, 'animated gif': {} },
  params: {
    src: source('clip', 'Media id or URL of an image or a GIF.'),
    start: StartParam,
    duration: DurationParam,
    x: Type.Optional(x),
    y: Type.Optional(y),
    scale: Type.Optional(scale),
    trackIndex: TrackIndexParam,
    ...SHOWN_AT_ONCE,
  },
  returns: NEW_CLIP_RETURNS,
  examples: [
    {
      title: 'A logo in the upper right corner',
      params: { src: 'med_image', start: 0, duration: 10, x: 760, y: -400, scale: 0.2 },
      gives: { trackIndex: 1 },
    },
  ],
  run: (document, params, context, reducer) => {
    const { trackIndex, transform, transition, ...fields } = params;
    const added = insertSticker(document, fields, trackIndex, context);
    return setAtOnce(added, { transform, transition }, context, reducer);
  },
});
