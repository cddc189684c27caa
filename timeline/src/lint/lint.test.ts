import { describe, expect, it } from 'vitest';
import type { Command } from '../command/command.ts';
import { EXAMPLE_MEDIA, exampleContext, exampleProject } from '../commands/examples.ts';
import type { Clip } from '../document/clip.ts';
import { createDocument } from '../document/create-document.ts';
import { applyCommands } from '../reduce.ts';
import { lint } from './lint.ts';
import { suggestedPreviewTimes } from './suggested-preview-times.ts';

const media = (src: string) => EXAMPLE_MEDIA[src] ?? null;
const after = (...commands: Command[]) => applyCommands(exampleProject(), commands, exampleContext()).document;
const messages = (...commands: Command[]) =>
  lint(after(...commands), { media }).map(({ severity, message }) => `${severity}: ${message}`);

describe('lint', () => {
  it('has nothing to say about the example', () => {
    expect(messages()).toEqual([]);
  });

  it('names the clip of an entry in a field of its own, and leaves missing sources to who knows of them', () => {
    const moved = after({ op: 'setTransform', clipId: 'title-1', x: 950 });
    const only = (src: string) => (src === 'med_video' ? null : media(src));
    const found = lint(moved, { media: only });
    const missing = moved.clips.filter(({ src }) => src === 'med_video').map(({ id }) => id);
    expect(missing.length).toBeGreaterThan(0);
    expect(found.map(({ clipId }) => clipId)).toEqual(expect.arrayContaining([...missing, 'title-1']));
    const rest = lint(moved, { media: only, knowsMissing: true }).map(({ message }) => message);
    expect(rest).toEqual(found.map(({ message }) => message).filter((message) => !message.includes('is missing')));
    expect(rest.length).toBe(found.length - missing.length);
  });

  it('warns of an empty project', () => {
    expect(lint(createDocument(), { media })).toEqual([
      { severity: 'warn', time: 0, message: expect.stringContaining('no clips') },
    ]);
  });

  it.each([
    [{ op: 'setTransform', clipId: 'title-1', x: 950 }, /^warn: Text title-1 leaves the canvas/],
    [{ op: 'setTransform', clipId: 'title-1', y: 450 }, /^note: Text title-1 leaves the title-safe/],
    [
      { op: 'updateClip', clipId: 'clip-1', patch: { mediaStart: 13 } },
      /^warn: Clip clip-1: mediaStart 13 is past the end of its source \(12 s\)/,
    ],
    [
      { op: 'updateClip', clipId: 'clip-1', patch: { mediaStart: 9 } },
      /^note: Clip clip-1 is 2\.00 s longer than its source/,
    ],
    [{ op: 'moveClip', clipId: 'clip-2', start: 7 }, /^note: No video from 5\.00 s on for 2\.00 s/],
    [
      { op: 'setTransition', clipId: 'clip-1', type: 'dissolve', duration: 1 },
      /^note: Clip clip-1: no clip ends where its dissolve starts/,
    ],
    [
      { op: 'updateClip', clipId: 'clip-2', patch: { speed: 0.25 } },
      /^note: Clip clip-2: at speed 0\.25 each frame of its source \(30 fps\) is shown for 4 frames/,
    ],
  ] satisfies [Command, RegExp][])('finds what %j does', (command, message) => {
    expect(messages(command)).toEqual([expect.stringMatching(message)]);
  });

  it.each([
    [[{ op: 'addTextClip', text: ' \n', start: 6, duration: 1 }], /^warn: Text clip-new-1 is empty and shows nothing/],
    [[{ op: 'addHtmlClip', html: ' ', start: 6, duration: 1 }], /^warn: Html clip clip-new-1 is empty/],
    [
      [{ op: 'addTextClip', text: 'Hello', start: 2, duration: 1, style: { fontSize: 60 } }],
      /^warn: Text clip-new-1 overlaps text title-1 with the same content/,
    ],
    [
      [{ op: 'addTextClip', text: 'A NORTHWIND', start: 6, duration: 1, style: { width: 200 } }],
      /^warn: Text clip-new-1 has a word that is \d+ px wide and extends beyond its box: its style\.width is 200\./,
    ],
    [
      [{ op: 'addTextClip', text: 'NORTHWIND', start: 6, duration: 1, style: { width: 200, overflow: 'ellipsis' } }],
      /^warn: Text clip-new-1 has a word that is \d+ px wide and is cut/,
    ],
    [
      [{ op: 'updateClip', clipId: 'music-1', patch: { mediaStart: 58 } }],
      /^note: Clip music-1 is [\d.]+ s longer than its source; the end is silent\./,
    ],
  ] satisfies [Command[], RegExp][])('finds what %j makes', (commands, message) => {
    expect(messages(...commands)).toContainEqual(expect.stringMatching(message));
  });

  it.each([
    { op: 'addTextClip', text: 'Hello', start: 4.5, duration: 1 },
    { op: 'addTextClip', text: 'Hello', start: 2, duration: 1, transform: { y: 300 } },
    { op: 'addTextClip', text: 'NORTHWIND', start: 6, duration: 1, style: { width: 200, overflow: 'shrink' } },
    { op: 'addTextClip', text: 'NORTHWIND', start: 6, duration: 1, style: { width: 200, overflowWrap: 'anywhere' } },
    { op: 'addHtmlClip', html: '', css: 'body { background: red }', start: 6, duration: 1 },
  ] satisfies Command[])('has nothing to say about %j', (command) => {
    expect(messages(command)).toEqual([]);
  });

  it('finds the part of a transition for which the outgoing clip has no source left', () => {
    const dissolve = (seconds: number): Command[] => [
      { op: 'updateClip', clipId: 'clip-1', patch: { mediaStart: 6.8 } },
      { op: 'setTransition', clipId: 'clip-2', type: 'dissolve', duration: seconds },
    ];
    expect(messages(...dissolve(1))).toEqual([
      expect.stringMatching(/^note: Clip clip-1 stands still for 0\.80 s of the dissolve to clip clip-2/),
    ]);
    expect(messages(...dissolve(0.2))).toEqual([]);
  });

  it('counts no gap where a transition shows the clip before it', () => {
    const apart = { op: 'trimClip', clipId: 'clip-1', duration: 5 - 1 / 30 };
    expect(messages(apart)).toEqual([expect.stringMatching(/^note: No video from 4\.97 s on/)]);
    expect(messages(apart, { op: 'setTransition', clipId: 'clip-2', type: 'dissolve', duration: 1 })).toEqual([]);
  });

  const caption = { op: 'addTextClip', text: 'Hello', start: 1, duration: 2, trackIndex: 1 };
  const asCaption = { op: 'updateClip', clipId: 'clip-new-1', patch: { isCaption: true } };
  const box = (fill: string) => ({
    op: 'addShapeClip',
    kind: 'rectangle',
    start: 1,
    duration: 3,
    trackIndex: 1,
    style: { fill, width: 1200, height: 400 },
  });

  it.each([
    [
      [caption, asCaption],
      ['warn: Caption clip-new-1 overlaps text title-1. Move one of them, or show one after the other.'],
    ],
    [[caption, asCaption, { op: 'setTransform', clipId: 'clip-new-1', y: 300 }], []],
    [[caption, asCaption, { op: 'moveClip', clipId: 'clip-new-1', start: 4 }], []],
    [[box('#fff')], [expect.stringMatching(/^warn: Text title-1 is hard to read: .* is 1\.0/)]],
    [[box('#333333')], []],
    [[box('#fff'), { op: 'updateClip', clipId: 'title-1', patch: { textStyle: { strokeWidth: 4 } } }], []],
    [
      [box('#fff'), { op: 'updateClip', clipId: 'title-1', patch: { textStyle: { background: { color: '#000' } } } }],
      [],
    ],
    [
      [{ op: 'updateClip', clipId: 'title-1', patch: { textStyle: { content: 'a\nb\nc', maxLines: 2 } } }],
      [expect.stringMatching(/^warn: Text title-1 is cut after 2 lines/)],
    ],
    [[{ op: 'updateClip', clipId: 'title-1', patch: { textStyle: { content: 'a\nb', maxLines: 2 } } }], []],
    ...(['clip', 'shrink'] as const).map((overflow): [Command[], unknown[]] => {
      const textStyle = { content: 'a', maxLines: 1, overflow, background: { color: '#000', paddingY: 60 } };
      return [[{ op: 'updateClip', clipId: 'title-1', patch: { textStyle } }], []];
    }),
    [
      [
        { op: 'updateClip', clipId: 'title-1', patch: { textStyle: { verticalAlign: 'bottom' } } },
        { op: 'setTransform', clipId: 'title-1', y: 480 },
      ],
      [],
    ],
    [
      [
        { op: 'setTransform', clipId: 'title-1', rotation: 90 },
        { op: 'setTransform', clipId: 'title-1', y: 400 },
      ],
      [expect.stringMatching(/leaves the title-safe/)],
    ],
    [
      [{ op: 'moveClip', clipId: 'title-1', start: 4_000 }],
      [
        expect.stringMatching(/^warn: Clip title-1 starts at 4000\.00 s, 3990 s after/),
        expect.stringMatching(/^note: No audio from 10/),
      ],
    ],
    [
      [
        { op: 'setVolume', clipId: 'clip-2', volume: 0 },
        { op: 'trimClip', clipId: 'music-1', duration: 6 },
      ],
      ['note: No audio from 6.00 s on for 4.00 s. Lengthen the music or unmute a clip if this is unintended.'],
    ],
    [
      [{ op: 'setVolume', clipId: 'music-1', volume: 0 }],
      ['note: Audio clip music-1 has volume 0 and is inaudible. Raise its volume or remove it.'],
    ],
    [
      [{ op: 'addKeyframe', clipId: 'music-1', prop: 'volume', time: 3, value: 0 }],
      ['note: Audio clip music-1 has volume 0 and is inaudible. Raise its volume or remove it.'],
    ],
    [
      [{ op: 'setColorGrade', clipId: 'clip-1', grade: { vibrance: 0.4 } }],
      [
        'note: The HTML preview does not show vibrance, wheels, hue curves and LUTs of a grade (clip clip-1). ' +
          'Use a frame preview instead.',
      ],
    ],
    [
      [
        { op: 'setAudioFades', clipId: 'music-1', fadeIn: 1, fadeOut: 2 },
        { op: 'addKeyframe', clipId: 'music-1', prop: 'volume', time: 3, value: 0.4 },
      ],
      [],
    ],
    [
      [{ op: 'addKeyframe', clipId: 'music-1', prop: 'volume', time: 3, value: 1.4 }],
      [expect.stringMatching(/^note: The HTML preview does not show panning and sound louder than its source/)],
    ],
    [
      [{ op: 'reverseClip', clipId: 'music-1' }],
      [expect.stringMatching(/^note: The HTML preview does not show sound backwards, at a changing speed/)],
    ],
    [
      [
        { op: 'trimClip', clipId: 'music-1', duration: 5 },
        { op: 'loopClip', clipId: 'music-1', duration: 10 },
      ],
      [expect.stringMatching(/^note: The HTML preview does not show sound of a loop of a part/)],
    ],
  ] satisfies [Command[], unknown[]][])('after %j finds %j', (commands, found) => {
    expect(messages(...commands)).toEqual(found);
  });

  it.each([
    [{ kind: 'ring', trimEnd: 0.5 }, 1],
    [{ kind: 'path', d: 'M0 0H9V9Z M2 2H5V5Z', trimStart: 0.2 }, 1],
    [{ kind: 'path', d: 'M0 0H9V9Z', trimStart: 0.2 }, 0],
    [{ kind: 'ring' }, 0],
  ] as const)('notes a partly drawn line of several outlines: %j, %i times', (shape, count) => {
    const [clip] = exampleProject().clips;
    if (!clip) throw new Error('the example has a clip');
    const document = { ...exampleProject(), clips: [{ ...clip, type: 'shape' as const, src: '', shape }] };
    const found = lint(document, { media }).filter(({ message }) => message.includes('line of several outlines'));
    expect(found).toHaveLength(count);
  });

  it.each([
    [{ effects: [{ id: 'e1', type: 'outline', enabled: true, params: {} }] }, 'colours and most effects'],
    [{ effects: [{ id: 'e1', type: 'outline', enabled: false, params: {} }] }, null],
    [{ effects: [{ id: 'e1', type: 'drop-shadow', enabled: true, params: {} }] }, null],
    [{ mask: { shape: 'circle' } }, null],
    [{ grade: { exposure: 1 } }, 'colours and most effects'],
    [{ kfHue: [{ time: 0, value: 4, easing: 'linear' }] }, 'colours and most effects'],
    [{ kfBlur: [{ time: 0, value: 4, easing: 'linear' }] }, null],
    [{ kfOpacity: [{ time: 0, value: 0.4, easing: 'linear' }], opacity: 0.5, rotation: 20, cropL: 0.2 }, null],
    [{ transition: { type: 'flash', duration: 0.5 } }, 'transition flash'],
    [{ transition: { type: 'wipe', duration: 0.5 } }, null],
  ] satisfies [Partial<Clip>, string | null][])('notes what needs a filter of an html clip: %j: %s', (fields, what) => {
    const [clip] = exampleProject().clips;
    if (!clip) throw new Error('the example has a clip');
    const page: Clip = { ...clip, type: 'html', src: '', html: { html: '<p>Hi</p>' }, ...fields };
    const found = lint({ ...exampleProject(), clips: [page] }, { media })
      .map(({ message }) => message)
      .filter((message) => message.includes('of html clips'));
    expect(found).toEqual(what ? [expect.stringContaining(`does not show ${what} of html clips (clip`)] : []);
  });

  it('finds the neighbours of thousands of irises without comparing every clip with every other', () => {
    const document = exampleProject();
    const [clip] = document.clips;
    if (!clip) throw new Error('The example has no clips.');
    let reads = 0;
    const clips = Array.from({ length: 2_000 }, (_, index) => ({
      ...{ ...clip, id: `c${index}`, start: index, transition: { type: 'iris' as const, duration: 0.2 } },
      get duration() {
        reads += 1;
        return 1;
      },
    }));
    const found = lint({ ...document, clips }, { media }).map(({ message }) => message);
    expect(found).toContainEqual(expect.stringContaining('transition iris of videos (clip c1 and 1998 more)'));
    expect(reads).toBeLessThan(100 * clips.length);
  });

  it('notes animated pictures, which the HTML preview cannot put to a time', () => {
    const gif = (src: string) => {
      const facts = media(src);
      return facts && { ...facts, mimeType: 'image/gif' };
    };
    const found = lint(exampleProject(), { media: gif }).map(({ message }) => message);
    expect(found).toContainEqual(
      expect.stringContaining('does not show animated images at their exact time (clip clip-1'),
    );
  });

  it('takes a video without texts of 10,000 clips in its stride', () => {
    const [clip] = exampleProject().clips;
    if (!clip) throw new Error('the example has a clip');
    const clips = Array.from({ length: 10_000 }, (_, index) => ({ ...clip, id: `c${index}`, start: index * 5 }));
    expect(lint({ ...exampleProject(), clips }, { media })).toEqual([]);
  });

  it('warns of clips that a lower frame rate left shorter than a frame', () => {
    const short = { op: 'trimClip', clipId: 'title-1', duration: 0.05 };
    expect(messages(short, { op: 'setProjectSettings', fps: 15 })).toEqual([
      expect.stringMatching(/^warn: Clip title-1 lasts 0\.05 s, less than a frame/),
    ]);
  });

  it('notes when everything with sound is muted', () => {
    const project = exampleProject();
    const tracks = project.tracks.map((track) => ({ ...track, muted: true }));
    expect(lint({ ...project, tracks }, { media })).toEqual([
      expect.objectContaining({ message: expect.stringContaining('All 3 clips with audio') }),
    ]);
  });

  it('notes when keyframes hold everything with sound at volume 0', () => {
    const project = exampleProject();
    const clips = project.clips.map((clip) => ({ ...clip, kfVolume: [{ time: 0, value: 0 }] }));
    expect(lint({ ...project, clips }, { media }).map(({ message }) => message)).toContain(
      'All 3 clips with audio are muted. Unmute one if audio is intended.',
    );
  });

  it('puts warnings first and stops at ten', () => {
    const clips = exampleProject().clips.slice(0, 1);
    const many = Array.from({ length: 30 }, (_, index) =>
      clips.map((clip) => ({ ...clip, id: `c${index}`, start: index * 7 })),
    ).flat();
    const found = lint(
      { ...exampleProject(), clips: many },
      { media: (src) => (src === 'med_video' ? null : media(src)) },
    );
    expect(found).toHaveLength(10);
    expect(found.every(({ severity }) => severity === 'warn')).toBe(true);
  });

  it('measures each text once, and at most 300', () => {
    const [title] = exampleProject().clips.filter(({ type }) => type === 'text');
    if (!title) throw new Error('the example has a text');
    const clips = Array.from({ length: 400 }, (_, index) => {
      return { ...title, id: `t${index}`, start: index * 4, textStyle: { content: `${index}` } };
    });
    const asked: string[] = [];
    const measureText = ({ content }: { content: string }) => {
      asked.push(content);
      return { width: 10, height: 10, missing: [] };
    };
    lint({ ...exampleProject(), clips }, { media, measureText });
    expect(asked).toHaveLength(300);
    expect(new Set(asked).size).toBe(300);
  });

  it('measures text with the fonts when it is given them', () => {
    const measureText = () => ({ width: 3000, height: 10, missing: [] });
    expect(lint(exampleProject(), { media, measureText })[0]?.message).toContain('leaves the canvas');
  });

  it('warns of characters that no font has, and names the first eight', () => {
    const missing = [...'\u0378\u0379\u0380\u0381\u0382\u0383\u038b\u038d\u03a2'];
    const measureText = () => ({ width: 10, height: 10, missing });
    expect(lint(exampleProject(), { media, measureText })[0]).toEqual({
      severity: 'warn',
      time: expect.any(Number),
      clipId: 'title-1',
      message:
        'Text title-1 has characters that no font has: U+0378, U+0379, U+0380, U+0381, U+0382, U+0383, U+038B, U+038D' +
        ' and 1 more. Upload a font that has them, or use other characters.',
    });
  });
});

describe('suggested preview times', () => {
  it('are middles of visible clips', () => {
    expect(suggestedPreviewTimes(exampleProject())).toEqual([2.5, 7.5]);
    expect(suggestedPreviewTimes(createDocument())).toEqual([]);
  });

  it('are middles of transitions too', () => {
    const dissolved = after({ op: 'setTransition', clipId: 'clip-2', type: 'dissolve', duration: 1 });
    expect(suggestedPreviewTimes(dissolved)).toEqual([2.5, 5.5, 7.5]);
  });

  it('are at most eight, spread over the timeline', () => {
    const [clip] = exampleProject().clips;
    const clips = Array.from({ length: 100 }, (_, index) => ({
      ...exampleProject().clips[0],
      ...clip,
      id: `c${index}`,
      start: index,
      duration: 1,
    }));
    const times = suggestedPreviewTimes({
      ...exampleProject(),
      clips: clips.flatMap((one) => (clip ? [{ ...clip, ...one }] : [])),
    });
    expect(times).toHaveLength(8);
    expect(times.at(-1)).toBeGreaterThan(90);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
  });
});
