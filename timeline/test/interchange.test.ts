import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exampleContext, exampleProject } from '../src/commands/example-project.ts';
import { COMMANDS } from '../src/commands/index.ts';
import { clipSpan, createDocument, type Document, exportTimeline, rateOf } from '../src/index.ts';
import { applyCommands, reduce } from '../src/reduce/reduce.ts';
import { exampleHints } from './example-hints.ts';
import { arbitraryOf } from './schema-arbitrary.ts';

const SEED = 20_260_803;
const SHAPING = [
  'addClip',
  'addTextClip',
  'addShapeClip',
  'addTrack',
  'updateClip',
  'trimClip',
  'setTransition',
  'splitClip',
];
const shaping = COMMANDS.filter(({ op }) => SHAPING.includes(op)).map(({ op, params }) =>
  arbitraryOf(params, exampleHints()).map((made) => ({ ...(typeof made === 'object' ? made : {}), op })),
);

/** The project written in `format` and read into an empty one with the same settings. */
function returned(document: Document, format: 'otio' | 'edl'): Document {
  const empty = { ...createDocument(document.settings), tracks: document.tracks.map((track) => ({ ...track })) };
  const command = { op: 'importTimeline', format, data: exportTimeline(document, format) };
  const { document: read, result } = reduce(empty, command, exampleContext());
  expect(result.error).toBeUndefined();
  return read;
}

/** Clips of each track in order, without what an import makes anew. */
function told(document: Document) {
  return document.tracks.map((track) =>
    document.clips
      .filter((clip) => clip.trackIndex === track.id)
      .sort((a, b) => a.start - b.start)
      .map(({ id: _id, trackIndex: _trackIndex, groupId: _groupId, ...clip }) => clip),
  );
}

const [first, second, title, music] = exampleProject().clips;
if (!first || !second || !title || !music) throw new Error('the example has four clips');
const project: Document = {
  ...exampleProject(),
  clips: [
    { ...first, mediaStart: 1.25, speed: 2, kfX: [{ time: 1, value: 50, easing: 'spring' }] },
    { ...second, transition: { type: 'dissolve', duration: 1 } },
    {
      ...second,
      id: 'clip-3',
      start: 12,
      duration: 2,
      reverse: true,
      transition: { type: 'dissolve', duration: 0.5, edge: 'out' },
    },
    { ...second, id: 'clip-4', start: 15, duration: 2, freezeAt: 3 },
    title,
    { ...music, volume: 0.5 },
  ],
  markers: [
    { id: 'm1', time: 1.234, label: 'Beat', color: '#12ab34' },
    { id: 'm2', time: 0 },
  ],
};

describe('OpenTimelineIO', () => {
  it('brings back clips, in-points, durations, transitions, markers and what OTIO has no words for', () => {
    const read = returned(project, 'otio');
    expect(told(read)).toEqual(told(project));
    expect(read.tracks).toEqual(project.tracks);
    expect(read.markers?.map(({ id: _id, ...marker }) => marker)).toEqual(
      project.markers?.map(({ id: _id, ...marker }) => marker),
    );
  });

  it('does so for any project', () => {
    const programs = fc.array(fc.oneof(...shaping), { minLength: 1, maxLength: 30, size: 'max' });
    const property = fc.property(programs, fc.constantFrom(24, 29.97, 30, 23.976, 12.5), (commands, fps) => {
      const start = applyCommands(exampleProject(), [{ op: 'setProjectSettings', fps }], exampleContext()).document;
      const { document } = applyCommands(start, commands, exampleContext());
      const rate = rateOf(fps);
      // A clip that is pushed by less than a frame when it is written is not the same clip any more.
      fc.pre(
        told(document).every((clips) =>
          clips.every(
            (clip, at) => at === 0 || clipSpan(clip, rate).startFrame >= clipSpan(clips[at - 1] ?? clip, rate).endFrame,
          ),
        ),
      );
      const filled = (one: Document) => told(one).filter((clips) => clips.length > 0);
      expect(filled(returned(document, 'otio'))).toEqual(filled(document));
    });
    fc.assert(property, { seed: SEED, numRuns: 100 });
  });

  it('is written in the schemas of OTIO, each with its fields', () => {
    const FIELDS: Record<string, string[]> = {
      'Timeline.1': ['metadata', 'name', 'global_start_time', 'tracks'],
      'Stack.1': ['metadata', 'name', 'source_range', 'effects', 'markers', 'enabled', 'children'],
      'Track.1': ['metadata', 'name', 'source_range', 'effects', 'markers', 'enabled', 'children', 'kind'],
      'Clip.2': [
        'metadata',
        'name',
        'source_range',
        'effects',
        'markers',
        'enabled',
        'media_references',
        'active_media_reference_key',
      ],
      'Gap.1': ['metadata', 'name', 'source_range', 'effects', 'markers', 'enabled'],
      'Transition.1': ['metadata', 'name', 'in_offset', 'out_offset', 'transition_type'],
      'Marker.2': ['metadata', 'name', 'color', 'comment', 'marked_range'],
      'ExternalReference.1': ['metadata', 'name', 'available_range', 'available_image_bounds', 'target_url'],
      'GeneratorReference.1': [
        'metadata',
        'name',
        'available_range',
        'available_image_bounds',
        'generator_kind',
        'parameters',
      ],
      'LinearTimeWarp.1': ['metadata', 'name', 'effect_name', 'enabled', 'time_scalar'],
      'FreezeFrame.1': ['metadata', 'name', 'effect_name', 'enabled', 'time_scalar'],
      'RationalTime.1': ['rate', 'value'],
      'TimeRange.1': ['start_time', 'duration'],
    };
    const seen = new Set<string>();
    const look = (value: unknown): void => {
      if (typeof value !== 'object' || value === null) return;
      const schema: unknown = Reflect.get(value, 'OTIO_SCHEMA');
      if (typeof schema === 'string') {
        seen.add(schema);
        expect(Object.keys(value).sort(), schema).toEqual(['OTIO_SCHEMA', ...(FIELDS[schema] ?? [])].sort());
      }
      for (const [field, inner] of Object.entries(value)) if (field !== 'metadata') look(inner);
    };
    look(JSON.parse(exportTimeline(project, 'otio')));
    expect([...seen].sort()).toEqual(Object.keys(FIELDS).sort());
  });

  it('takes the times of the file when another program changed them', () => {
    const data = exportTimeline(project, 'otio').replace(
      '"value":150},"duration":{"OTIO_SCHEMA":"RationalTime.1","rate":30,"value":150',
      '"value":150},"duration":{"OTIO_SCHEMA":"RationalTime.1","rate":30,"value":90',
    );
    const { document } = reduce(
      { ...project, clips: [] },
      { op: 'importTimeline', format: 'otio', data },
      exampleContext(),
    );
    expect(told(document)[0]?.map(({ start, duration }) => [start, duration])).toEqual([
      [0, 5],
      [5, 3],
      [10, 2],
      [13, 2],
    ]);
  });

  it.each([
    ['no json', /data is not JSON/],
    ['[]', /data must be an object with OTIO_SCHEMA/],
    ['{"OTIO_SCHEMA":"Clip.2"}', /is of schema Clip, not a Timeline/],
    ['{"OTIO_SCHEMA":"Timeline.1"}', /data\.tracks must be an object/],
    ['{"OTIO_SCHEMA":"Timeline.1","tracks":{"OTIO_SCHEMA":"Stack.1","children":[]}}', /no clip that could be imported/],
    [
      '{"OTIO_SCHEMA":"Timeline.1","tracks":{"OTIO_SCHEMA":"Stack.1","children":[{"OTIO_SCHEMA":"Track.1","children":[{"OTIO_SCHEMA":"Clip.1","source_range":{"OTIO_SCHEMA":"TimeRange.1","duration":{"OTIO_SCHEMA":"RationalTime.1","value":1,"rate":0}}}]}]}}',
      /data\.tracks\.children\[0\]\.children\[0\]\.source_range\.duration must have a value and a rate above 0/,
    ],
  ])('%s is refused with its place', (data, message) => {
    const { result } = reduce(exampleProject(), { op: 'importTimeline', format: 'otio', data }, exampleContext());
    expect(result.error).toMatch(message);
  });

  it('reads the first versions of the schemas, and transitions that begin before the cut', () => {
    const time = (value: number) => ({ OTIO_SCHEMA: 'RationalTime.1', rate: 24, value });
    const range = (start: number, duration: number) => ({
      OTIO_SCHEMA: 'TimeRange.1',
      start_time: time(start),
      duration: time(duration),
    });
    const clip = (start: number, duration: number) => ({
      OTIO_SCHEMA: 'Clip.1',
      name: 'Shot',
      source_range: range(start, duration),
      markers: [{ OTIO_SCHEMA: 'Marker.1', name: 'In the shot', range: range(start + 12, 0) }],
      media_reference: {
        OTIO_SCHEMA: 'ExternalReference.1',
        available_range: range(24, 240),
        target_url: 'file:///shot.mov',
      },
    });
    const transition = {
      OTIO_SCHEMA: 'Transition.1',
      transition_type: 'SMPTE_Dissolve',
      in_offset: time(12),
      out_offset: time(24),
    };
    const track = { OTIO_SCHEMA: 'Sequence.1', kind: 'Video', children: [clip(48, 48), transition, clip(120, 72)] };
    const stack = { OTIO_SCHEMA: 'Stack.1', children: [track] };
    const data = JSON.stringify({ OTIO_SCHEMA: 'Timeline.1', name: 'Old', tracks: stack });
    const command = { op: 'importTimeline', format: 'otio', data, mediaMap: { 'file:///shot.mov': 'med_video' } };
    const { document, result } = reduce({ ...project, clips: [], markers: [] }, command, exampleContext());
    expect(result.error).toBeUndefined();
    expect(document.clips).toMatchObject([
      { start: 0, duration: 2, mediaStart: 1 },
      { start: 2, duration: 3, mediaStart: 4, transition: { type: 'dissolve', duration: 1.5 } },
    ]);
    expect(document.markers?.map(({ time: at, label }) => [at, label])).toEqual([
      [0.5, 'In the shot'],
      [2.5, 'In the shot'],
    ]);
  });

  /** Clips of a video track with these children, read at 23.976 fps, and what was said of them. */
  const readingTrack = (children: object[], more: object = {}) => {
    const track = { OTIO_SCHEMA: 'Track.1', kind: 'Video', children, ...more };
    const tracks = { OTIO_SCHEMA: 'Stack.1', children: [track] };
    const data = JSON.stringify({ OTIO_SCHEMA: 'Timeline.1', name: 'Cut', tracks });
    const command = {
      op: 'importTimeline',
      format: 'otio',
      data,
      mediaMap: { 'shot.mov': 'med_video', Bars: 'med_image' },
    };
    const { document, result } = reduce(createDocument({ fps: 23.976 }), command, exampleContext());
    expect(result.error).toBeUndefined();
    return { clips: document.clips, fixes: result.data?.fixes };
  };
  const at = (value: number, rate: number) => ({ OTIO_SCHEMA: 'RationalTime.1', rate, value });
  const shot = (start: number, frames: number, more: object = {}, rate = 24) => ({
    OTIO_SCHEMA: 'Clip.1',
    name: 'Shot',
    source_range: { OTIO_SCHEMA: 'TimeRange.1', start_time: at(start, rate), duration: at(frames, rate) },
    media_reference: { OTIO_SCHEMA: 'ExternalReference.1', target_url: 'shot.mov' },
    ...more,
  });
  const dissolve = (before: number, after: number) => ({
    OTIO_SCHEMA: 'Transition.1',
    transition_type: 'SMPTE_Dissolve',
    in_offset: at(before, 24),
    out_offset: at(after, 24),
  });
  const gap = { ...shot(0, 24), OTIO_SCHEMA: 'Gap.1' };

  it('reads a transition that no clip follows as an exit, and says where it cannot', () => {
    const gone = { type: 'dissolve', duration: 0.5, edge: 'out' };
    expect(readingTrack([shot(0, 48), dissolve(12, 0)])).toEqual({
      clips: [expect.objectContaining({ duration: 2, transition: gone })],
      fixes: undefined,
    });
    const inside = readingTrack([shot(0, 48), dissolve(12, 0), gap, dissolve(0, 12), shot(48, 48), dissolve(6, 6)]);
    expect(inside.clips).toMatchObject([
      { start: 0, transition: gone },
      { start: 3, transition: { type: 'dissolve', duration: 0.5 } },
    ]);
    expect(inside.fixes).toEqual([
      'data.tracks.children[0].children[5] has no clip that could have it; it was left out.',
    ]);
    expect(readingTrack([shot(0, 48), dissolve(12, 12), shot(48, 48)]).fixes).toEqual([
      'data.tracks.children[0].children[1] begins at the cut, not before it, and is as long.',
    ]);
  });

  it('counts hours of timecode at the rate of the file, and takes 23.98 for 24000/1001', () => {
    const hour = 86_400;
    for (const rate of [24_000 / 1001, 23.976, 23.98]) {
      const { clips } = readingTrack([shot(0, 10_000, {}, rate), shot(hour + 96, 48, {}, rate)]);
      expect(clips.map((clip) => clipSpan(clip, rateOf(23.976)))).toEqual([
        { startFrame: 0, endFrame: 10_000 },
        { startFrame: 10_000, endFrame: 10_048 },
      ]);
      expect(clips[1]?.mediaStart).toBeCloseTo((96 * 1001) / 24_000, 9);
    }
    expect(readingTrack([shot(24 * 50_000, 48)]).fixes).toEqual([
      'data.tracks.children[0].children[0]: mediaStart 50000.000 s is past the end of its source (12 s). Set it with trimClip.',
    ]);
  });

  it("takes media for another program's generator, leaves disabled time effects alone, and names what it leaves out", () => {
    const bars = { OTIO_SCHEMA: 'GeneratorReference.1', generator_kind: 'SMPTEBars' };
    const effects = [
      { OTIO_SCHEMA: 'LinearTimeWarp.1', time_scalar: 4, enabled: false },
      { OTIO_SCHEMA: 'LinearTimeWarp.1', time_scalar: 2 },
      { OTIO_SCHEMA: 'Effect.1', effect_name: 'Blur' },
    ];
    const { source_range } = shot(24, 48);
    const read = readingTrack([shot(0, 48, { effects }), shot(0, 24, { name: 'Bars', media_reference: bars })], {
      source_range,
    });
    expect(read.clips).toMatchObject([
      { type: 'video', speed: 2 },
      { type: 'image', src: 'med_image', start: 2 },
    ]);
    expect(read.fixes).toEqual([
      'data.tracks.children[0]: its source_range was left out; the whole track was taken.',
      'data.tracks.children[0].children[0].effects[2] (Effect "Blur") was left out.',
    ]);
  });

  it('names what mediaMap lacks, and leaves only that out', () => {
    const other = exportTimeline(project, 'otio').replaceAll(
      '"target_url":"med_music"',
      '"target_url":"file:///music.wav"',
    );
    const run = (more: object) =>
      reduce(
        { ...project, clips: [] },
        { op: 'importTimeline', format: 'otio', data: other, ...more },
        exampleContext(),
      );
    expect(run({}).result.data?.fixes).toEqual(['Left out, because mediaMap does not have them: "file:///music.wav".']);
    expect(run({ mediaMap: { 'file:///music.wav': 'med_music' } }).document.clips).toHaveLength(6);
    const none = { ...exampleContext(), media: () => null };
    const command = {
      op: 'importTimeline',
      format: 'otio',
      data: exportTimeline({ ...project, clips: [first] }, 'otio'),
    };
    expect(reduce({ ...project, clips: [] }, command, none).result.error).toMatch(/Give mediaMap, .*"med_video"/);
  });

  it('goes to new tracks above where the project has clips already', () => {
    const command = { op: 'importTimeline', format: 'otio', data: exportTimeline(project, 'otio') };
    const { document, result } = reduce(project, command, exampleContext());
    expect(result.error).toBeUndefined();
    expect(document.clips).toHaveLength(12);
    expect(document.tracks.map(({ type }) => type)).toEqual(['video', 'video', 'text', 'text', 'audio', 'audio']);
  });
});

describe('CMX3600', () => {
  it('brings back cuts, in-points, durations, speed, dissolves and markers of the lowest video track and the audio', () => {
    const read = returned(project, 'edl');
    const timing = (document: Document) =>
      told(document).map((clips) =>
        clips
          .filter(({ src }) => src !== '')
          .map(({ src, start, duration, mediaStart, freezeAt, speed, reverse, transition }) => {
            return {
              src,
              start,
              duration,
              mediaStart: freezeAt ?? Number(mediaStart.toFixed(1)),
              speed,
              reverse,
              transition,
            };
          }),
      );
    expect(timing(read)).toEqual(timing(project));
    expect(read.markers).toEqual([
      expect.objectContaining({ time: 37 / 30, label: 'Beat' }),
      expect.objectContaining({ time: 0 }),
    ]);
  });

  it('is written as editors read it', () => {
    const twoCuts = { ...project, clips: project.clips.slice(0, 2) };
    expect(exportTimeline(twoCuts, 'edl')).toBe(
      `TITLE: Example
FCM: NON-DROP FRAME

001  AX       V     C        00:00:01:08 00:00:11:08 01:00:00:00 01:00:05:00
M2   AX       0060.000                 00:00:01:08
* FROM CLIP NAME: med_video
* SOURCE FILE: med_video

002  AX       V     C        00:00:11:08 00:00:11:08 01:00:05:00 01:00:05:00
002  AX       V     D    030 00:00:05:00 00:00:10:00 01:00:05:00 01:00:10:00
* FROM CLIP NAME: med_video
* TO CLIP NAME: med_video
* SOURCE FILE: med_video

* LOC: 01:00:01:07 GREEN   Beat
* LOC: 01:00:00:00 GREEN
`,
    );
  });

  it('writes an exit as a transition to black, also one as long as its clip', () => {
    const exit = (duration: number) => ({ type: 'dissolve' as const, duration, edge: 'out' as const });
    const clips = [
      { ...first, duration: 2, transition: exit(0.5) },
      { ...second, duration: 1, transition: exit(1) },
    ];
    const document = { ...project, markers: [], clips };
    expect(exportTimeline(document, 'edl').split('\n').slice(3, 9)).toEqual([
      '001  AX       V     C        00:00:00:00 00:00:01:15 01:00:00:00 01:00:01:15',
      '* FROM CLIP NAME: med_video',
      '* SOURCE FILE: med_video',
      '',
      '002  AX       V     C        00:00:01:15 00:00:01:15 01:00:01:15 01:00:01:15',
      '002  BL       V     D    015 00:00:00:00 00:00:00:15 01:00:01:15 01:00:02:00',
    ]);
    const ends = returned(document, 'edl').clips.map(({ start, duration, transition }) => [
      start,
      duration,
      transition,
    ]);
    expect(ends).toEqual([
      [0, 2, exit(0.5)],
      [5, 1, exit(29 / 30)],
    ]);
  });

  const reading = (lines: string[], fps = 30) => {
    const start = { ...createDocument({ fps }) };
    const mediaMap = { REEL1: 'med_video', 'a.mov': 'med_video' };
    return reduce(start, { op: 'importTimeline', format: 'edl', data: lines.join('\r\n'), mediaMap }, exampleContext());
  };

  it('reads reels, B channels, black and drop frame', () => {
    const { document, result } = reading(
      [
        'TITLE: x',
        'FCM: DROP FRAME',
        '001  REEL1 B C 00:00:00:00 00:00:02:00 01:00:00:00 01:00:02:00',
        '002  BL V C 00:00:00:00 00:01:00:00 01:00:02:00 01:01:00;02',
        '003  REEL1 V C 00:00:01:00 00:00:03:00 01:01:00;02 01:01:02;02',
      ],
      29.97,
    );
    expect(result.error).toBeUndefined();
    const frames = document.clips.map((clip) => [clip.type, clipSpan(clip, rateOf(29.97))]);
    expect(frames).toEqual([
      ['video', { startFrame: 0, endFrame: 60 }],
      ['video', { startFrame: 1800, endFrame: 1860 }],
      ['audio', { startFrame: 0, endFrame: 60 }],
    ]);
  });

  it('counts tapes from their hour, a leader from its first event, and reads tabs, freezes, speed and locators', () => {
    const { document, result } = reading(
      [
        'TITLE:   Reel check ',
        '001  TAPE_1 V  C\t\t01:00:04:05 01:00:05:12 00:59:53:11 00:59:54:18 ',
        '* FROM CLIP NAME:  a.mov ',
        '* LOC: 00:59:54:11 RED     FIX THE SKY',
        '002  TAPE_1 V     C        01:00:01:00 01:00:01:01 00:59:54:18 00:59:55:18',
        'M2   TAPE_1       000.0                01:00:01:00 ',
        '* FROM CLIP NAME:  a.mov',
        '* * FREEZE FRAME',
        '003  TAPE_1 V     C        01:00:02:00 01:00:04:00 00:59:55:18 00:59:56:18',
        'M2   TAPE_1       048.0                01:00:02:00',
        '* FROM CLIP NAME:  a.mov',
      ],
      24,
    );
    expect(result.error).toBeUndefined();
    expect(
      document.clips.map(({ start, mediaStart, freezeAt, speed }) => [start, mediaStart, freezeAt, speed]),
    ).toEqual([
      [0, expect.closeTo(4 + 5 / 24, 9), null, 1],
      [expect.closeTo(31 / 24, 9), 1, 1, 1],
      [expect.closeTo(55 / 24, 9), 2, null, 2],
    ]);
    expect(document.markers).toEqual([{ id: expect.any(String), time: 1, label: 'FIX THE SKY', color: '#ff0000' }]);
    expect(result.data?.fixes).toContainEqual(
      'data line 2: its source has no 1:00:00; mediaStart is counted from there.',
    );
  });

  it('counts the hours of 23.976 fps and of drop frame as long as they last', () => {
    const slow = reading(['001 REEL1 V C 01:00:04:00 01:00:06:00 01:00:00:00 01:00:02:00'], 23.976);
    expect(slow.document.clips[0]?.mediaStart).toBeCloseTo((96 * 1001) / 24_000, 9);
    const drop = reading(
      [
        '001 REEL1 V C 01:00:00;00 01:00:02;00 01:00:10;00 01:00:12;00',
        '002 REEL1 V C 01:00:04;00 01:00:06;00 01:00:12;00 01:00:14;00',
      ],
      29.97,
    );
    const second = 1001 / 1000;
    expect(drop.document.clips.map(({ start, mediaStart }) => [start, mediaStart])).toEqual([
      [expect.closeTo(10 * second, 9), expect.closeTo(0, 9)],
      [expect.closeTo(12 * second, 9), expect.closeTo(4 * second, 9)],
    ]);
  });

  it('reads keys and channels written together, and names lines about sound that it leaves out', () => {
    const { document, result } = reading([
      '001 REEL1 V K B 00:00:00:00 00:00:02:00 01:00:00:00 01:00:02:00',
      '002 REEL1 VA1A2 C 00:00:00:00 00:00:02:00 01:00:02:00 01:00:04:00',
      'SPLIT:    AUDIO DELAY=  00:00:00:05',
      'AUD  3  4',
    ]);
    expect(document.clips.map(({ type, trackIndex, start }) => [type, trackIndex, start])).toEqual([
      ['video', 0, 0],
      ['video', 0, 2],
      ['audio', 3, 2],
      ['audio', 4, 2],
    ]);
    expect(result.data?.fixes).toEqual([
      'data line 3: "SPLIT:    AUDIO DELAY=  00:00:00:05" was left out.',
      'data line 4: "AUD  3  4" was left out.',
    ]);
  });

  it('reads a transition to black, several pictures, the speed of each reel and the files of other writers', () => {
    const { document, result } = reading([
      '001 AX V C 00:00:00:00 00:00:02:00 01:00:00:00 01:00:02:00',
      '* FROM CLIP: a.mov',
      '002 REEL1 V C 00:00:02:00 00:00:02:00 01:00:02:00 01:00:02:00',
      '002 AX V D 015 00:00:00:00 00:00:01:00 01:00:02:00 01:00:03:00',
      'M2 REEL1 060.0 00:00:02:00',
      '* TO CLIP: a.mov',
      '003 REEL1 V2 C 00:00:00:00 00:00:04:00 01:00:01:00 01:00:03:00',
      'M2 REEL1 060.0',
      '004 REEL1 V2 C 00:00:04:00 00:00:04:00 01:00:03:00 01:00:03:00',
      '004 BL V2 D 015 00:00:00:00 00:00:00:15 01:00:03:00 01:00:03:15',
      '005 AX V C 00:00:01:00 00:00:01:00 01:00:03:00 01:00:03:00',
      '005 BL V D 015 00:00:00:00 00:00:00:15 01:00:03:00 01:00:03:15',
    ]);
    const transition = { type: 'dissolve', duration: 0.5 };
    expect(document.clips).toMatchObject([
      { trackIndex: 0, start: 0, duration: 2, speed: 1 },
      { trackIndex: 0, start: 2, duration: 1, speed: 1, transition },
      { trackIndex: 1, start: 1, duration: 2.5, speed: 2, transition: { ...transition, edge: 'out' } },
    ]);
    expect(result.data?.fixes).toEqual([
      'data line 12: a clip has one transition, so its transition to black was left out.',
    ]);
  });

  it.each([
    [['TITLE: x'], /line 1: there is no event/],
    [['TITLE: x', '001 REEL1 V'], /line 2: "001 REEL1 V" is not an event/],
    [
      ['001 REEL1 V C 00:00:00:00 00:00:02:00 01:00:00:00 01:00:02:99'],
      /line 1: "01:00:02:99" is not a timecode at 30 fps/,
    ],
    [['001 REEL1 V C 00:00:00:00 00:00:02:00 01:00:03:00 01:00:02:00'], /line 1: the event ends before it starts/],
    [['001 OTHER V C 00:00:00:00 00:00:02:00 01:00:00:00 01:00:02:00'], /Give mediaMap, .*"OTHER"/],
    [['001 REEL1 V C 00:00:00;00 00:00:02;00 01:01:00;01 01:01:02;00'], /line 1: "01:01:00;01" is a number that drop/],
    [
      ['001 REEL1 V C 00:00:00;00 00:00:02;00 01:10:00;00 01:10:02;00', '* LOC: 01:11:00;00 RED'],
      /line 2: "01:11:00;00" is a number that drop frame leaves out/,
    ],
  ])('%j is refused with its line', (lines, message) => {
    expect(reading(lines).result.error).toMatch(message);
  });
});
