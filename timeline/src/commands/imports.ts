import { Type } from '#typebox';
import type { ReduceContext } from '../command/command.ts';
import { defineCommand } from '../command/define-command.ts';
import { requireKind } from '../command/requirements.ts';
import { compositionFaults } from '../document/composition-faults.ts';
import type { Settings } from '../document/document.ts';
import { LIMITS } from '../document/limits.ts';
import { CLOSED, id, numberIn, oneOf, source, text } from '../document/scalars.ts';
import { shortened } from '../document/storable-text.ts';
import { TextStyleSchema } from '../document/text-style.ts';
import { withFixes } from '../edit/fixes.ts';
import { insertClip } from '../edit/insert-clip.ts';
import { refuse } from '../errors/framemill-error.ts';
import { readEdl } from '../interchange/edl-read.ts';
import { readOtio } from '../interchange/otio-read.ts';
import { placeTimeline } from '../interchange/place-timeline.ts';
import type { Cue, ParsedSubtitles } from '../subtitles/cue.ts';
import { parseSrt, parseVtt } from '../subtitles/parse-subtitles.ts';
import { captionLook } from './captions.ts';
import { TrackIndexParam } from './params.ts';

const { content: _content, spans: _spans, ...styleFields } = TextStyleSchema.properties;

export const importSubtitles = defineCommand({
  op: 'importSubtitles',
  needs: ['subtitleFile'],
  description:
    'Lays the cues of a subtitle file out as caption clips at the bottom of the canvas: of data, or of an ' +
    'uploaded file. Bold, italic, underlined and coloured parts are kept. Cues that overlap go to further tracks.',
  keywords: { srt: { format: 'srt' }, vtt: { format: 'vtt' }, 'subtitle file': {} },
  params: {
    format: Type.Optional(oneOf(['srt', 'vtt'], 'SubRip or WebVTT; needed with data, and known of src.')),
    data: Type.Optional(
      text(
        900_000,
        'The file, unless src names one. A request has at most 1 MB; longer files (up to 5 MB) come by src.',
      ),
    ),
    src: Type.Optional(source('subtitle', 'An uploaded subtitle file: its media id or URL.')),
    offset: Type.Optional(
      numberIn(-LIMITS.seconds, LIMITS.seconds, 'Added to every time; what then lies before 0 is cut off. Seconds.'),
    ),
    style: Type.Optional(Type.Object(styleFields, { ...CLOSED, description: 'How the captions look.' })),
    trackIndex: TrackIndexParam,
  },
  returns: { clipIds: Type.Array(id('A caption.'), { description: 'The captions, in the order of the file.' }) },
  examples: [
    {
      title: 'Two SubRip cues',
      params: {
        format: 'srt',
        data: '1\n00:00:01,000 --> 00:00:02,500\nHello <i>there</i>\n\n2\n00:00:04,000 --> 00:00:05,000\nBye\n',
        offset: 10,
      },
      gives: { clipIds: ['clip-new-1', 'clip-new-2'] },
    },
    {
      title: 'WebVTT, larger',
      params: {
        format: 'vtt',
        data: 'WEBVTT\n\n00:06.000 --> 00:07.000\nBread &amp; butter\n',
        style: { fontSize: 72, color: '#ffff00' },
      },
      gives: { clipIds: ['clip-new-1'] },
    },
  ],
  run: (document, params, context) => {
    const { cues, fixes } = parsed(params, context);
    const shown = cues.flatMap((cue) => shifted(cue, params.offset ?? 0));
    if (shown.length === 0) {
      throw refuse(
        `${params.src === undefined ? 'data' : 'src'} has ${cues.length} cues, but none has text and a length ` +
          'after 0 s with this offset. Change offset.',
      );
    }
    if (shown.length < cues.length) {
      fixes.push(`${cues.length - shown.length} cues without text, without a length or before 0 s were left out.`);
    }
    let changed = document;
    const clipIds: unknown[] = [];
    const elsewhere = new Map<number, number>();
    let home: number | undefined;
    for (const cue of shown) {
      const outcome = insertClip(changed, captionOf(cue, document.settings, params.style), params.trackIndex, () =>
        context.newId('clip'),
      );
      changed = outcome.document;
      clipIds.push(outcome.data?.clipId);
      const trackIndex = Number(outcome.data?.trackIndex);
      home ??= trackIndex;
      if (trackIndex !== home) elsewhere.set(trackIndex, (elsewhere.get(trackIndex) ?? 0) + 1);
    }
    for (const [trackIndex, count] of elsewhere) fixes.push(`${count} overlapping cues went to track ${trackIndex}.`);
    return { document: changed, data: withFixes({ clipIds }, fixes) };
  },
});

interface FileParams {
  format?: 'srt' | 'vtt';
  data?: string;
  src?: string;
}

function parsed({ format, data, src }: FileParams, context: ReduceContext): ParsedSubtitles {
  if (src !== undefined) {
    if (data !== undefined) throw refuse('importSubtitles got both data and src. Give only one of them.');
    const { mimeType } = requireKind('subtitle', src, 'src', context.media);
    const file = context.subtitles?.(src) ?? null;
    if (file === null) throw refuse(`src "${src}" could not be read here. Give its text as data, or send it alone.`);
    return mimeType === 'text/vtt' ? parseVtt(file) : parseSrt(file);
  }
  if (data === undefined) throw refuse('importSubtitles has nothing to import. Give data and format, or src.');
  if (format === undefined) throw refuse('data was given without a format. Set format to srt or vtt.');
  return format === 'srt' ? parseSrt(data) : parseVtt(data);
}

function shifted(cue: Cue, offset: number): Cue[] {
  const start = Math.max(0, cue.start + offset);
  const end = Math.min(LIMITS.seconds, cue.end + offset);
  return end > start && cue.text.trim() !== '' ? [{ ...cue, start, end }] : [];
}

function captionOf(cue: Cue, settings: Settings, style: Record<string, unknown> | undefined) {
  const look = captionLook(settings);
  return {
    type: 'text' as const,
    isCaption: true,
    name: shortened(cue.text.replace(/\s+/g, ' '), 40),
    start: cue.start,
    duration: cue.end - cue.start,
    y: look.y,
    textStyle: {
      ...look.style,
      ...style,
      content: shortened(cue.text, LIMITS.textLength),
      ...(cue.spans.length > 0 ? { spans: cue.spans.slice(0, LIMITS.spans) } : {}),
    },
  };
}

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
  scope: 'project',
  description:
    'Adds the tracks, clips, transitions and markers of another editor: OpenTimelineIO JSON, or a CMX3600 edit ' +
    'decision list at the fps of the project. Clips keep their times; their tracks go to empty ones of their ' +
    'type or to new ones.',
  planGate: true,
  keywords: { edl: { format: 'edl' }, otio: { format: 'otio' }, premiere: {}, resolve: {}, 'final cut': {} },
  params: {
    format: oneOf(['otio', 'edl'], 'OpenTimelineIO JSON or CMX3600.'),
    data: text(900_000, 'The file. A request has at most 1 MB, in which quotes and line breaks count twice.'),
    offset: Type.Optional(
      oneOf(
        ['first-event', 'keep'],
        'Where the time of an EDL counts from: its first event (the default), or the full hour before it, so ' +
          'that a gap at the start is kept.',
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
    const placed = placeTimeline(document, timeline, params.mediaMap ?? {}, context);
    // A file may name compositions of another project.
    for (const { message } of compositionFaults(placed.document)) throw refuse(message);
    return placed;
  },
});
