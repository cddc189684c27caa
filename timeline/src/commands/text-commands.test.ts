import { describe, expect, it } from 'vitest';
import type { Command, ReduceContext } from '../command/command.ts';
import { clipSources } from '../document/clip-sources.ts';
import type { Document } from '../document/document.ts';
import { exportTimeline } from '../interchange/export-timeline.ts';
import { lint } from '../lint/lint.ts';
import type { MediaFacts } from '../media/media-facts.ts';
import { applyCommands, reduce } from '../reduce.ts';
import { exampleContext, exampleProject } from './examples.ts';
import { replaceInText } from './replace-text.ts';

const run = (...commands: Command[]) => applyCommands(exampleProject(), commands, exampleContext());
const clipOf = (document: Document, id: string) => document.clips.find((clip) => clip.id === id);
const errorOf = (...commands: Command[]) => run(...commands).results.at(-1)?.error;
const spoken = (line: string, from = 0, secEach = 0.4) =>
  line.split(' ').map((text, place) => ({ text, start: from + place * secEach, end: from + (place + 1) * secEach }));

describe('addCaptions', () => {
  const captions = (words: object[], more: object = {}) => {
    const outcome = run({ op: 'addCaptions', words, ...more });
    return { ...outcome, clips: outcome.document.clips.filter((clip) => clip.isCaption) };
  };
  const lines = (words: object[], more?: object) => captions(words, more).clips.map((clip) => clip.textStyle?.content);

  it('ends a caption after a sentence, when it is full, and before a pause', () => {
    expect(lines(spoken('One two. Three four'))).toEqual(['One two.', 'Three four']);
    expect(lines(spoken('a b c d e'), { maxWords: 2 })).toEqual(['a b', 'c d', 'e']);
    expect(lines(spoken('seven letter words here'), { maxChars: 12 })).toEqual(['seven letter', 'words here']);
    expect(lines([...spoken('before'), ...spoken('after', 2)])).toEqual(['before', 'after']);
    expect(lines([...spoken('before'), ...spoken('after', 2)], { maxPause: 3 })).toEqual(['before after']);
  });

  it('does not end a caption after a short form with a full stop', () => {
    expect(lines(spoken('At 5 p.m. on Monday. Dr. Who and J. Doe met'))).toEqual([
      'At 5 p.m. on Monday.',
      'Dr. Who and J. Doe met',
    ]);
    expect(lines(spoken('He said no. Then he left'))).toEqual(['He said no.', 'Then he left']);
  });

  it('takes words as transcriptions give them, with more than their times', () => {
    const reported = spoken('Hello you').map((word) => ({ ...word, confidence: 0.9, speaker: 'A' }));
    expect(captions(reported).clips[0]?.textStyle?.words?.map((word) => Object.keys(word))).toEqual([
      ['text', 'start', 'end'],
      ['text', 'start', 'end'],
    ]);
  });

  it('puts no spaces between words of scripts that have none', () => {
    const texts = (line: string, more?: object) => lines(spoken(line), more);
    expect(texts('今日 は いい 天気 です')).toEqual(['今日はいい天気です']);
    expect(texts('「データ」 は、 大きい')).toEqual(['「データ」は、大きい']);
    expect(texts('我 用 Linux 系统 𠮷 字')).toEqual(['我用 Linux 系统𠮷字']);
    expect(texts('สวัสดี ครับ')).toEqual(['สวัสดีครับ']);
    expect(texts('안녕 하세요 세계')).toEqual(['안녕 하세요 세계']);
    expect(texts('今日 は いい 天気 です', { maxChars: 5 })).toEqual(['今日はいい', '天気です']);
    const words = captions(spoken('今日 は')).clips[0]?.textStyle?.words;
    expect(words?.map(({ text }) => text)).toEqual(['今日', 'は']);
  });

  it('keeps the words with their times in the clip, and bridges short pauses', () => {
    const { clips } = captions([...spoken('Come in.', 5), ...spoken('Sit down', 6.2)]);
    expect(clips[0]).toMatchObject({ start: 5, isCaption: true, type: 'text' });
    expect(clips[0]?.duration).toBeCloseTo(1.2, 9);
    expect(clips[1]?.textStyle?.words).toEqual([
      { text: 'Sit', start: 0, end: expect.closeTo(0.4, 9) },
      { text: 'down', start: expect.closeTo(0.4, 9), end: expect.closeTo(0.8, 9) },
    ]);
  });

  it('sorts words, drops empty ones, and shortens those that run into the next', () => {
    const { clips } = captions([
      { text: 'world', start: 1, end: 2 },
      { text: '  ', start: 0.5, end: 0.6 },
      { text: ' Hello ', start: 0, end: 1.5 },
    ]);
    expect(clips.map((clip) => clip.textStyle?.content)).toEqual(['Hello world']);
    expect(clips[0]?.textStyle?.words?.[0]).toEqual({ text: 'Hello', start: 0, end: 1 });
  });

  it('gives words without length time to be read', () => {
    const { clips } = captions([
      { text: 'Now', start: 3, end: 3 },
      { text: 'and', start: 3, end: 3 },
      { text: 'then', start: 9, end: 9 },
    ]);
    expect(clips.map((clip) => [clip.start, clip.duration])).toEqual([
      [3, expect.closeTo(0.1, 9)],
      [9, expect.closeTo(0.1, 9)],
    ]);
  });

  it('puts all of them on one track, a new one when clips lie in the way', () => {
    const { clips, results, document } = captions(spoken('a b c d e f. g h i j', 0.5), { maxWords: 2 });
    expect(new Set(clips.map((clip) => clip.trackIndex))).toEqual(new Set([4]));
    expect(results[0]?.data?.fixes).toEqual([
      'Clips lie in the way on track 2 (Text); all went to the new track 4 (Text 2).',
    ]);
    expect(document.tracks.map(({ id }) => id)).toEqual([0, 1, 2, 4, 3]);
    expect(captions(spoken('fine', 8)).clips[0]?.trackIndex).toBe(2);
  });

  it('says what is wrong with words', () => {
    expect(errorOf({ op: 'addCaptions', words: [{ text: 'x', start: 2, end: 1 }] })).toMatch(
      /Word "x" ends at 1, before its start 2. Correct it./,
    );
    expect(errorOf({ op: 'addCaptions', words: [{ text: ' ', start: 1, end: 2 }] })).toMatch(/words has no text/);
    expect(errorOf({ op: 'addCaptions', words: [] })).toMatch(/words/);
  });

  it('lays an hour of speech out in a moment', () => {
    const words = spoken('word '.repeat(9_000).trim());
    const before = process.threadCpuUsage();
    const { clips } = captions(words);
    expect(clips).toHaveLength(1_125);
    // Processor time in µs, which other programs do not lengthen.
    const { user, system } = process.threadCpuUsage(before);
    expect(user + system).toBeLessThan(1_500_000);
  });
});

describe('styleCaptions', () => {
  it('changes captions and nothing else, and keeps their words', () => {
    const { document, results } = run(
      { op: 'addCaptions', words: spoken('Good day', 5) },
      { op: 'styleCaptions', style: { color: '#ff0000' }, captionStyle: 'pop', offset: { y: -100 } },
    );
    const caption = clipOf(document, 'clip-new-1');
    expect(results[1]?.data).toEqual({ updated: 1 });
    expect(caption?.y).toBe(289);
    expect(caption?.textStyle).toMatchObject({
      content: 'Good day',
      color: '#ff0000',
      captionStyle: 'pop',
      fontWeight: 700,
    });
    expect(caption?.textStyle?.words).toHaveLength(2);
    expect(clipOf(document, 'title-1')).toEqual(clipOf(exampleProject(), 'title-1'));
  });

  it('says when there are none, or nothing to change', () => {
    expect(errorOf({ op: 'styleCaptions', captionStyle: 'pop' })).toMatch(/no captions.* addCaptions/);
    expect(errorOf({ op: 'styleCaptions' })).toMatch(/changes nothing/);
  });
});

describe('setTextStyle', () => {
  it('keeps what it does not name, and says when a font is not there', () => {
    const { document, results } = run(
      { op: 'setTextStyle', clipIds: ['title-1', 'title-1'], style: { fontSize: 99 } },
      { op: 'setTextStyle', clipIds: ['title-1'], style: { fontFamily: 'Papyrus' } },
    );
    expect(clipOf(document, 'title-1')?.textStyle).toEqual({ content: 'Hello', fontSize: 99, fontFamily: 'Papyrus' });
    expect(results[1]?.data).toEqual({
      updated: 1,
      fixes: ['fontFamily "Papyrus" is not there; Inter is drawn instead. There are Inter.'],
    });
  });

  it('is for texts, all or none of them', () => {
    const before = exampleProject();
    const command = { op: 'setTextStyle', clipIds: ['title-1', 'clip-1'], style: { fontSize: 9 } };
    const { document, result } = reduce(before, command, exampleContext());
    expect(result.error).toMatch(/Clip "clip-1" is of type video, which has no text. Leave it out./);
    expect(document).toBe(before);
  });
});

describe('replaceText', () => {
  it('counts every place, and leaves locked tracks', () => {
    const added = run({ op: 'addTextClip', text: 'Hello, Hello', start: 6, duration: 2, trackIndex: 2 });
    expect(
      reduce(added.document, { op: 'replaceText', find: 'Hello', replace: 'Bye' }, exampleContext()).result.data,
    ).toEqual({
      replaced: 3,
    });
    const locked = {
      ...added.document,
      tracks: added.document.tracks.map((track) => ({ ...track, locked: track.id === 2 })),
    };
    const { document, result } = reduce(locked, { op: 'replaceText', find: 'Hello', replace: 'Bye' }, exampleContext());
    expect(result.data).toEqual({
      replaced: 0,
      fixes: ['2 clips on track 2 (Text), which is locked, were left as they are.'],
    });
    expect(document).toBe(locked);
  });

  it('takes $ and other signs as they are', () => {
    const { document } = run({ op: 'replaceText', find: 'Hello', replace: '$& $1' });
    expect(clipOf(document, 'title-1')?.textStyle?.content).toBe('$& $1');
  });

  it('can leave titles alone', () => {
    const { results } = run({ op: 'replaceText', find: 'Hello', replace: 'x', captionsOnly: true });
    expect(results[0]?.data).toEqual({ replaced: 0 });
  });

  const timed = { content: 'we ship frame mill today', words: spoken('we ship frame mill today', 0, 1) };

  it('keeps the times of words that stay', () => {
    const { style } = replaceInText(timed, 'ship', 'made');
    expect(style.words?.[1]).toEqual({ text: 'made', start: 1, end: 2 });
    expect(style.words).toHaveLength(5);
  });

  it('joins, splits and drops words in the time that they had', () => {
    expect(replaceInText(timed, 'frame mill', 'Framemill').style.words).toEqual([
      ...timed.words.slice(0, 2),
      { text: 'Framemill', start: 2, end: 4 },
      ...timed.words.slice(4),
    ]);
    expect(replaceInText(timed, 'ship', 'do like').style.words?.slice(1, 3)).toEqual([
      { text: 'do', start: 1, end: expect.closeTo(1 + 1 / 3, 9) },
      { text: 'like', start: expect.closeTo(1 + 1 / 3, 9), end: 2 },
    ]);
    const { style } = replaceInText(timed, ' today', '');
    expect(style.words).toEqual(timed.words.slice(0, 4));
  });

  it('moves spans with their words', () => {
    const spanned = {
      content: 'a big cat, a big dog',
      spans: [
        { start: 2, end: 5, color: '#ff0000' },
        { start: 6, end: 9 },
        { start: 17, end: 20 },
      ],
    };
    expect(replaceInText(spanned, 'big', 'tiny').style.spans).toEqual([
      { start: 2, end: 6, color: '#ff0000' },
      { start: 7, end: 10 },
      { start: 19, end: 22 },
    ]);
    expect(replaceInText(spanned, 'big', '').style.spans).toHaveLength(2);
  });
});

describe('a font of the caller', () => {
  const font = `med_${'f'.repeat(32)}`;
  const context = (): ReduceContext => {
    const known = exampleContext();
    const video = known.media('med_video');
    const facts: MediaFacts | null = video && { ...video, kind: 'font', mimeType: 'font/woff2' };
    return { ...known, media: (src) => (src === font ? facts : known.media(src)) };
  };
  const given = { op: 'addCaptions', words: spoken('Hello there', 5) };
  const inFont = (fontFamily: string): Command[] => [
    { op: 'addTextClip', text: 'Hi', start: 0, duration: 1, style: { fontFamily } },
    { op: 'addTextClip', text: 'Hi', start: 0, duration: 1, style: { spans: [{ start: 0, end: 1, fontFamily }] } },
    { op: 'setTextStyle', clipIds: ['title-1'], style: { fontFamily } },
    { op: 'updateClip', clipId: 'title-1', patch: { textStyle: { fontFamily } } },
    { op: 'updateClip', clipId: 'clip-1', patch: { mask: { shape: 'text', text: 'Hi', fontFamily } } },
    { op: 'setMask', clipId: 'clip-1', mask: { shape: 'text', text: 'Hi', fontFamily } },
    { ...given, style: { fontFamily } },
    { op: 'styleCaptions', style: { fontFamily } },
    { op: 'importSubtitles', format: 'srt', data: '00:01.0 --> 00:02.0\nHi', style: { fontFamily } },
  ];
  const reported = (fontFamily: string) =>
    applyCommands(exampleProject(), [given, ...inFont(fontFamily)], context()).results.slice(1);

  it('is taken by every command that sets the look of a text, and is a source of the clip', () => {
    expect(reported(font).map(({ error }) => error)).toEqual(inFont(font).map(() => undefined));
    expect(JSON.stringify(reported(font))).not.toContain('is not there');
    const { document } = applyCommands(exampleProject(), inFont(font).slice(0, 1), context());
    expect(document.clips.flatMap(clipSources).filter(({ use }) => use === 'font')).toEqual([
      { src: font, use: 'font' },
    ]);
  });

  it.each([
    [
      `med_${'0'.repeat(32)}`,
      /fontFamily "med_0+" is not media of this account. Upload a font and use its id or url.$/,
    ],
    ['/uploads/med_other.ttf', /fontFamily "\/uploads\/med_other.ttf" is not media of this account./],
    ['med_video', /fontFamily "med_video" is a video, not a font. Upload one and use its id or url.$/],
  ])('is refused by all of them when it is %s', (src, message) => {
    for (const { ok, error } of reported(src)) expect([ok, error]).toEqual([false, expect.stringMatching(message)]);
  });

  it('that a timeline file names is checked as well', () => {
    const style = { op: 'setTextStyle', clipIds: ['title-1'], style: { fontFamily: font } };
    const { document } = applyCommands(exampleProject(), [style], context());
    const command = { op: 'importTimeline', format: 'otio', data: exportTimeline(document, 'otio') };
    expect(reduce(exampleProject(), command, context()).result.error).toBeUndefined();
    expect(reduce(exampleProject(), command, exampleContext()).result.error).toContain('is not media of this account');
  });

  it('that is gone is a warning of the lint', () => {
    const style = { op: 'setTextStyle', clipIds: ['title-1'], style: { fontFamily: font } };
    const { document } = applyCommands(exampleProject(), [style], context());
    const warnings = (media: ReduceContext['media']) => lint(document, { media }).map(({ message }) => message);
    expect(warnings(exampleContext().media)).toContain(
      `Clip title-1: its font "${font}" is missing. Upload it or choose another.`,
    );
    expect(warnings(context().media).filter((message) => message.includes('font'))).toEqual([]);
  });
});
