import { Type } from '#typebox';
import { defineCommand } from '../command/define-command.ts';
import { LIMITS } from '../document/limits.ts';
import { id, oneOf, source, text } from '../document/scalars.ts';
import { readEdl } from '../interchange/edl-read.ts';
import { readOtio } from '../interchange/otio-read.ts';
import { placeTimeline } from '../interchange/place-timeline.ts';

const EXAMPLE_EDL = [
  'TITLE: Cut',
  'FCM: NON-DROP FRAME',
  '001  AX       V     C        00:00:02:00 00:00:05:00 01:00:00:00 01:00:03:00',
  '* FROM CLIP NAME: forest.mov',
  '002  AX       V     C        00:00:05:00 00:00:05:00 01:00:03:00 01:00:03:00',
  '002  BX       V     D    015 00:00:01:00 00:00:04:00 01:00:03:00 01:00:06:00',
  '* FROM CLIP NAME: forest.mov',
  '* TO CLIP NAME: river.mov',
].join('\n');

const time = (frames: number) => ({ OTIO_SCHEMA: 'RationalTime.1', rate: 24, value: frames });
const EXAMPLE_OTIO = JSON.stringify({
  OTIO_SCHEMA: 'Timeline.1',
  name: 'Cut',
  tracks: {
    OTIO_SCHEMA: 'Stack.1',
    children: [
      {
        OTIO_SCHEMA: 'Track.1',
        kind: 'Video',
        children: [
          {
            OTIO_SCHEMA: 'Clip.2',
            name: 'Forest',
            source_range: { OTIO_SCHEMA: 'TimeRange.1', start_time: time(48), duration: time(72) },
            media_references: {
              DEFAULT_MEDIA: { OTIO_SCHEMA: 'ExternalReference.1', target_url: 'file:///forest.mov' },
            },
            active_media_reference_key: 'DEFAULT_MEDIA',
          },
        ],
      },
    ],
  },
});

export const importTimeline = defineCommand({
  op: 'importTimeline',
  description:
    'Adds the tracks, clips, transitions and markers of another editor: OpenTimelineIO JSON, or a CMX3600 edit decision list at the fps of the project. Clips keep their times; their tracks go to empty ones of their type or to new ones.',
  planGate: true,
  keywords: { edl: { format: 'edl' }, otio: { format: 'otio' }, premiere: {}, resolve: {}, 'final cut': {} },
  params: {
    format: oneOf(['otio', 'edl'], 'OpenTimelineIO JSON or CMX3600.'),
    data: text(900_000, 'The file. A request has at most 1 MB, in which quotes and line breaks count twice.'),
    offset: Type.Optional(
      oneOf(
        ['first-event', 'keep'],
        'Where the time of an EDL counts from: its first event (the default), or the full hour before it, so that a gap at the start is kept.',
      ),
    ),
    mediaMap: Type.Optional(
      Type.Record(Type.String({ maxLength: LIMITS.srcLength }), source('clip', 'Media id or URL.'), {
        maxProperties: LIMITS.clips,
        description: 'Media by the URL, file, clip name or reel that the file has for it.',
      }),
    ),
  },
  returns: { clipIds: Type.Array(id('A clip.'), { description: 'The new clips, track by track.' }) },
  examples: [
    {
      title: 'An edit decision list with a dissolve',
      params: {
        format: 'edl',
        data: EXAMPLE_EDL,
        mediaMap: { 'forest.mov': 'med_video', 'river.mov': 'med_video' },
      },
      gives: { clipIds: ['clip-new-1', 'clip-new-2'] },
    },
    {
      title: 'OpenTimelineIO',
      params: { format: 'otio', data: EXAMPLE_OTIO, mediaMap: { 'file:///forest.mov': 'med_video' } },
      gives: { clipIds: ['clip-new-1'] },
    },
  ],
  run: (document, params, context) => {
    const { fps } = document.settings;
    const timeline =
      params.format === 'otio' ? readOtio(params.data, fps) : readEdl(params.data, fps, params.offset === 'keep');
    return placeTimeline(document, timeline, params.mediaMap ?? {}, context);
  },
});
