import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exampleContext, exampleProject } from '../src/commands/examples.ts';
import { COMMANDS } from '../src/commands/index.ts';
import { clipSpan, createDocument, type Document, exportTimeline, rateOf } from '../src/index.ts';
import { applyCommands, reduce } from '../src/reduce.ts';
import { exampleHints } from './example-hints.ts';
import { first, project, reported, returned } from './interchange-project.ts';
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
describe('OpenTimelineIO', () => {
  it('brings back clips, in-points, durations, transitions, markers and what OTIO has no words for', () => {
    const read = returned(project, 'otio');
    expect(reported(read)).toEqual(reported(project));
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
        reported(document).every((clips) =>
          clips.every(
            (clip, at) => at === 0 || clipSpan(clip, rate).startFrame >= clipSpan(clips[at - 1] ?? clip, rate).endFrame,
          ),
        ),
      );
      const filled = (one: Document) => reported(one).filter((clips) => clips.length > 0);
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
    expect(reported(document)[0]?.map(({ start, duration }) => [start, duration])).toEqual([
      [0, 5],
      [5, 3],
      [10, 2],
      [13, 2],
    ]);
  });

  it.each([
    ['no json', /data is not JSON/],
    ['{"OTIO_SCHEMA":"Timeline.1"', /^data is not JSON \(it begins with "{.*Time"\)\. Send the whole/],
    [
      '{\n"name":"Inf and NaN",\n"global_start_time":-Infinity}',
      /^data line 3: -Infinity is not a valid JSON number\./,
    ],
    ['{"value":Inf}', /^data line 1: Inf is not a valid JSON number/],
    ['[1,\n\nNaN]', /^data line 3: NaN is not a valid JSON number/],
    ['[]', /data must be an object with OTIO_SCHEMA/],
    ['{"OTIO_SCHEMA":"Clip.2"}', /has the schema Clip, not Timeline/],
    ['{"OTIO_SCHEMA":"Timeline.1"}', /data\.tracks must be an object/],
    ['{"OTIO_SCHEMA":"Timeline.1","tracks":{"OTIO_SCHEMA":"Stack.1","children":[]}}', /no clip that can be imported/],
    [
      '{"OTIO_SCHEMA":"Timeline.1","tracks":{"OTIO_SCHEMA":"Stack.1","children":[' +
        '{"OTIO_SCHEMA":"Track.1","children":[{"OTIO_SCHEMA":"Clip.1","source_range":{"OTIO_SCHEMA":"TimeRange.1","duration":' +
        '{"OTIO_SCHEMA":"RationalTime.1","value":1,"rate":0}}}]}]}}',
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

  /**
   * Imports an OTIO timeline with one video track at 23.976 fps. Returns the imported clips and markers, and the
   * reported fixes.
   */
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
    return { clips: document.clips, fixes: result.data?.fixes, markers: document.markers };
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
      'data.tracks.children[0].children[0]: mediaStart 50000.000 s is past the end of its source (12 s). Set it ' +
        'with trimClip.',
    ]);
  });

  it('imports generators of other programs as media, ignores disabled time effects, and lists what it leaves out', () => {
    const bars = { OTIO_SCHEMA: 'GeneratorReference.1', generator_kind: 'SMPTEBars' };
    const effects = [
      { OTIO_SCHEMA: 'LinearTimeWarp.1', time_scalar: 4, enabled: false },
      { OTIO_SCHEMA: 'LinearTimeWarp.1', time_scalar: 2 },
      { OTIO_SCHEMA: 'Effect.1', effect_name: 'Blur' },
    ];
    const read = readingTrack([shot(0, 48, { effects }), shot(0, 24, { name: 'Bars', media_reference: bars })]);
    expect(read.clips).toMatchObject([
      { type: 'video', speed: 2 },
      { type: 'image', src: 'med_image', start: 2 },
    ]);
    expect(read.fixes).toEqual(['data.tracks.children[0].children[0].effects[2] (Effect "Blur") was left out.']);
  });

  it('takes of a track what its source_range takes: clips on the edges are cut, markers move with them', () => {
    const backwards = { effects: [{ OTIO_SCHEMA: 'LinearTimeWarp.1', time_scalar: -2 }] };
    const marker = (value: number) => ({
      OTIO_SCHEMA: 'Marker.2',
      name: `at ${value}`,
      marked_range: { OTIO_SCHEMA: 'TimeRange.1', start_time: at(value, 24), duration: at(0, 24) },
    });
    const { source_range } = shot(72, 144);
    const { clips, fixes, markers } = readingTrack(
      [shot(0, 48), shot(24, 48), dissolve(0, 12), shot(0, 96), shot(0, 96, backwards), shot(0, 24)],
      { source_range, markers: [marker(24), marker(96), marker(300)] },
    );
    expect(fixes).toBeUndefined();
    expect(clips.map((clip) => [clipSpan(clip, rateOf(24)), clip.mediaStart, clip.transition?.type])).toEqual([
      [{ startFrame: 0, endFrame: 24 }, 2, undefined],
      [{ startFrame: 24, endFrame: 120 }, 0, 'dissolve'],
      // Backwards, its first second is the end of what it takes: six seconds before it stay out.
      [{ startFrame: 120, endFrame: 144 }, 6, undefined],
    ]);
    expect(markers?.map(({ time, label }) => [time, label])).toEqual([[1, 'at 96']]);
  });

  const span = (start: number, frames: number) => shot(start, frames).source_range;

  it('says when the source_range of a track selects no clip, and refuses a file that becomes empty', () => {
    const outside = (more: object[] = []) => {
      const late = {
        OTIO_SCHEMA: 'Track.1',
        kind: 'Video',
        children: [shot(0, 48), shot(0, 24)],
        source_range: span(240, 48),
      };
      const tracks = { OTIO_SCHEMA: 'Stack.1', children: [late, ...more] };
      const data = JSON.stringify({ OTIO_SCHEMA: 'Timeline.1', name: 'Cut', tracks });
      const command = { op: 'importTimeline', format: 'otio', data, mediaMap: { 'shot.mov': 'med_video' } };
      return reduce(createDocument({ fps: 24 }), command, exampleContext());
    };
    const why =
      'data.tracks.children[0]: its source_range, 10.000 s to 12.000 s, takes none of its 2 clips, which end at ' +
      '3.000 s; they were left out.';
    const { document, result } = outside([{ OTIO_SCHEMA: 'Track.1', kind: 'Video', children: [shot(0, 48)] }]);
    expect(result.error).toBeUndefined();
    expect(document.clips).toHaveLength(1);
    expect(result.data?.fixes).toEqual([why]);
    expect(outside().result.error).toBe(`data has no clip that can be imported. ${why}`);
  });

  it('takes of all tracks what the source_range of their stack takes', () => {
    const track = { OTIO_SCHEMA: 'Track.1', kind: 'Video', children: [shot(0, 48), shot(96, 48)] };
    const marker = { OTIO_SCHEMA: 'Marker.2', name: 'Cut', marked_range: span(36, 0) };
    const tracks = { OTIO_SCHEMA: 'Stack.1', children: [track], source_range: span(24, 48), markers: [marker] };
    const data = JSON.stringify({ OTIO_SCHEMA: 'Timeline.1', name: 'Cut', tracks });
    const command = { op: 'importTimeline', format: 'otio', data, mediaMap: { 'shot.mov': 'med_video' } };
    const { document } = reduce(createDocument({ fps: 24 }), command, exampleContext());
    expect(document.clips).toMatchObject([
      { start: 0, duration: 1, mediaStart: 1 },
      { start: 1, duration: 1, mediaStart: 4 },
    ]);
    expect(document.markers).toMatchObject([{ time: 0.5, label: 'Cut' }]);
  });

  it('says when a clip begins before the range that its media has', () => {
    const media = { OTIO_SCHEMA: 'ExternalReference.1', target_url: 'shot.mov', available_range: span(86_400, 240) };
    const { clips, fixes } = readingTrack([shot(48, 48, { media_reference: media })]);
    expect(clips).toMatchObject([{ mediaStart: 0 }]);
    expect(fixes).toEqual([
      'data.tracks.children[0].children[0]: its source_range begins at 2.000 s, before its media (from 3600.000 ' +
        's on); it shows the media from its beginning.',
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
    expect(reduce({ ...project, clips: [] }, command, none).result.error).toMatch(/mediaMap entries .*"med_video"/);
  });

  it('goes to new tracks above where the project has clips already', () => {
    const command = { op: 'importTimeline', format: 'otio', data: exportTimeline(project, 'otio') };
    const { document, result } = reduce(project, command, exampleContext());
    expect(result.error).toBeUndefined();
    expect(document.clips).toHaveLength(12);
    expect(document.tracks.map(({ type }) => type)).toEqual(['video', 'video', 'text', 'text', 'audio', 'audio']);
  });
});
