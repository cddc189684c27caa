import { describe, expect, it } from 'vitest';
import { exampleContext } from '../src/commands/examples.ts';
import { clipSpan, createDocument, type Document, exportTimeline, rateOf } from '../src/index.ts';
import { reduce } from '../src/reduce.ts';
import { first, project, reported, returned, second } from './interchange-project.ts';

describe('CMX3600', () => {
  it('restores cuts, in-points, durations, speed, dissolves and markers of the lowest video track and audio', () => {
    const read = returned(project, 'edl');
    const timing = (document: Document) =>
      reported(document).map((clips) =>
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

  const reading = (lines: string[], fps = 30, more: { offset?: 'keep' | 'first-event' } = {}) => {
    const start = { ...createDocument({ fps }) };
    const mediaMap = { REEL1: 'med_video', 'a.mov': 'med_video' };
    const command = { op: 'importTimeline', format: 'edl', data: lines.join('\r\n'), mediaMap, ...more };
    return reduce(start, command, exampleContext());
  };

  it.each([
    [undefined, [0, 3], 1],
    ['first-event', [0, 3], 1],
    ['keep', [10, 13], 11],
  ] as const)('counts time with offset %s: clips at %j s, the marker at %i s', (offset, starts, marker) => {
    const lines = [
      '001 REEL1 V C 00:00:00:00 00:00:02:00 10:00:13:00 10:00:15:00',
      '002 REEL1 A C 00:00:00:00 00:00:02:00 10:00:10:00 10:00:12:00',
      '* LOC: 10:00:11:00 RED     HERE',
    ];
    const { document } = reading(lines, 25, offset && { offset });
    expect(document.clips.map(({ start }) => start).sort((a, b) => a - b)).toEqual(starts);
    expect(document.markers?.map(({ time }) => time)).toEqual([marker]);
  });

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
      { offset: 'keep' },
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
    [['TITLE: x'], /line 1: the list has no events/],
    [['TITLE: x', '001 REEL1 V'], /line 2: "001 REEL1 V" is not an event/],
    [
      ['001 REEL1 V C 00:00:00:00 00:00:02:00 01:00:00:00 01:00:02:99'],
      /line 1: "01:00:02:99" is not a timecode at 30 fps/,
    ],
    [['001 REEL1 V C 00:00:00:00 00:00:02:00 01:00:03:00 01:00:02:00'], /line 1: the event ends before it starts/],
    [['001 OTHER V C 00:00:00:00 00:00:02:00 01:00:00:00 01:00:02:00'], /mediaMap entries .*"OTHER"/],
    [['001 REEL1 V C 00:00:00;00 00:00:02;00 01:01:00;01 01:01:02;00'], /line 1: "01:01:00;01" does not exist in drop/],
    [
      ['001 REEL1 V C 00:00:00;00 00:00:02;00 01:10:00;00 01:10:02;00', '* LOC: 01:11:00;00 RED'],
      /line 2: "01:11:00;00" does not exist in drop-frame timecode/,
    ],
  ])('%j is refused with its line', (lines, message) => {
    expect(reading(lines).result.error).toMatch(message);
  });
});
