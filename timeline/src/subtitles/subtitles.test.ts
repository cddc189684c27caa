import { describe, expect, it } from 'vitest';
import type { ReduceContext } from '../command/command.ts';
import { exampleContext, exampleProject } from '../commands/examples.ts';
import type { Document } from '../document/document.ts';
import { reduce } from '../reduce.ts';
import { writeTime } from './cue.ts';
import { parseSrt, parseVtt } from './parse-subtitles.ts';
import { writeSubtitles } from './write-subtitles.ts';

const importing = (format: 'srt' | 'vtt', data: string, more: object = {}) =>
  reduce({ ...exampleProject(), clips: [] }, { op: 'importSubtitles', format, data, ...more }, exampleContext());
const reported = (document: Document) =>
  document.clips.map(({ start, duration, trackIndex, textStyle }) => [
    start,
    Number((start + duration).toFixed(3)),
    trackIndex,
    textStyle?.content,
  ]);

describe('SubRip', () => {
  it.each([
    ['a byte order mark', '\ufeff1\n00:00:01,000 --> 00:00:02,000\nHi\n'],
    ['lines of Windows', '1\r\n00:00:01,000 --> 00:00:02,000\r\nHi\r\n\r\n'],
    ['lines of old Macs', '1\r00:00:01,000 --> 00:00:02,000\rHi\r'],
    ['no numbers', '00:00:01,000 --> 00:00:02,000\nHi'],
    ['wrong numbers', '17\n00:00:01,000 --> 00:00:02,000\nHi\n\n'],
    ['points for commas, no hours and short fractions', '1\n00:01.0 --> 00:02.00\nHi\n'],
    ['positions', '1\n00:00:01,000 --> 00:00:02,000 X1:40 X2:600 Y1:20 Y2:50\n{\\an8}Hi\n'],
    ['spaces everywhere', '\n\n 1 \n  00:00:01,000  -->  00:00:02,000  \n  Hi  \n   \n'],
  ])('is read with %s', (_name, data) => {
    expect(parseSrt(data).cues).toEqual([{ start: 1, end: 2, text: 'Hi', spans: [] }]);
  });

  it('keeps empty lines and numbers that belong to a text', () => {
    const data =
      '1\n00:00:01,000 --> 00:00:02,000\nA\n\nB\n42\n\n2\n00:00:03,000 --> 00:00:04,000\n1984\n\n00:00:05,000 ' +
      '--> 00:00:06,000\nC\n1\n2';
    expect(parseSrt(data).cues.map(({ text }) => text)).toEqual(['A\n\nB\n42', '1984', 'C\n1\n2']);
  });

  it('turns tags into spans and leaves what is none', () => {
    const data =
      `1\n00:00:01,000 --> 00:00:02,000\n<b>Bold <i>both</i></b> <font color="#ff0000">red</font> I <3 you & ` +
      '<unknown> &amp; <u>rest';
    expect(parseSrt(data).cues[0]).toMatchObject({
      text: 'Bold both red I <3 you & <unknown> & rest',
      spans: [
        { start: 0, end: 9, fontWeight: 700 },
        { start: 5, end: 9, fontStyle: 'italic' },
        { start: 10, end: 13, color: '#ff0000' },
        { start: 37, end: 41, textDecoration: 'underline' },
      ],
    });
  });

  it.each([
    ['', 'data line 1: the text has no cues'],
    ['hello', 'data line 1: the text has no cues'],
    ['1\n00:00:01,000 --> 00:00:0x,000\nHi', 'data line 2: "00:00:01,000 --> 00:00:0x,000" is not a time'],
    ['1\n00:00:01,000 --> 00:00:02,000\nHi\n\n2\n00:61:01,000 --> 00:62:00,000\nHi', 'data line 6:'],
    ['1\n00:00:05,000 --> 00:00:02,000\nHi', 'data line 2: the cue ends at 2 s, before it starts at 5 s.'],
    ['WEBVTT\n\n00:01.000 --> 00:02.000\nHi', 'The text is WebVTT: use format vtt.'],
    ['title\n1\n00:00:01,000 --> 00:00:02,000\nHi', 'data line 1: "title" comes before the first timing line.'],
  ])('%j is refused: %s', (data, message) => {
    expect(importing('srt', data).result.error).toContain(message);
  });
});

describe('WebVTT', () => {
  it('is read without its notes, styles, regions, ids and settings', () => {
    const data =
      '\ufeffWEBVTT - a title\nKind: captions\n\nSTYLE\n::cue { color: red }\n\nREGION\nid:fred\n\nNOTE a --> ' +
      'b\nmore\n\nfirst\n00:01.000 --> 00:02.000 align:start line:0\n<v Mary>Hi &lt;you&gt;&nbsp;&amp; ' +
      '<c.loud>me</c> <00:01.500>now\n\n01:00:00.000 --> 01:00:01.000\nBye';
    const { cues, fixes } = parseVtt(data);
    expect(cues.map(({ start, end, text }) => [start, end, text])).toEqual([
      [1, 2, 'Hi <you>\u00a0& me now'],
      [3600, 3601, 'Bye'],
    ]);
    expect(fixes).toEqual(['Positions of 1 cues were left out; all stand at the bottom.']);
  });

  it('begins a cue at each line of times, also without an empty line before it', () => {
    const { cues } = parseVtt('WEBVTT\n00:01.000 --> 00:02.000\nHi\n00:02.000 --> 00:03.000\nyou\n');
    expect(cues).toMatchObject([
      { start: 1, end: 2, text: 'Hi' },
      { start: 2, end: 3, text: 'you' },
    ]);
  });

  it('leaves out blocks that are no cues, and says which', () => {
    const data =
      'WEBVTT\n\n00:01.000 --> 00:02.000\nHi\n\nno time here\nsecond line\n\nid\n00:03 --> ' +
      '00:04\nshort\n\n00:09.000 --> 00:08.000\nback\n\n00:05.000 --> 00:06.000\nBye\n';
    const { cues, fixes } = parseVtt(data);
    expect(cues.map(({ text }) => text)).toEqual(['Hi', 'Bye']);
    expect(fixes).toEqual([
      'Left out: data line 6: "no time here" has no timing line. Write 00:01.000 --> 00:02.500 above it.',
      'Left out: data line 10: "00:03 --> 00:04" is not a time. Write 00:00:01,000 --> 00:00:02,500.',
      'Left out: data line 13: the cue ends at 8 s, before it starts at 9 s. Swap the times.',
    ]);
    expect(importing('vtt', data).result.data?.fixes).toEqual(fixes);
    const many = `WEBVTT\n\n00:01.000 --> 00:02.000\nHi\n\n${'none\n\n'.repeat(30)}`;
    expect(parseVtt(many).fixes).toHaveLength(21);
    expect(parseVtt(many).fixes.at(-1)).toBe('... and 10 more blocks were left out.');
  });

  it.each([
    ['', 'data line 1: "" is not the header WEBVTT'],
    ['1\n00:01.000 --> 00:02.000\nHi', 'data line 1: "1" is not the header WEBVTT'],
    ['WEBVTT', 'data line 1: the text ends without a cue'],
    ['WEBVTT\n\nHi there', 'data line 3: "Hi there" has no timing line'],
    ['WEBVTT\n\nid\n00:01 --> 00:02\nHi', 'data line 4: "00:01 --> 00:02" is not a time'],
  ])('%j is refused: %s', (data, message) => {
    expect(importing('vtt', data).result.error).toContain(message);
  });
});

describe('importSubtitles', () => {
  it('puts overlapping cues on further tracks and says so', () => {
    const cue = (from: number, to: number, text: string) =>
      `${writeTime(from, ',')} --> ${writeTime(to, ',')}\n${text}\n\n`;
    const { document, result } = importing('srt', cue(1, 4, 'a') + cue(2, 5, 'b') + cue(3, 6, 'c') + cue(4, 6, 'd'));
    expect(reported(document)).toEqual([
      [1, 4, 2, 'a'],
      [2, 5, 4, 'b'],
      [3, 6, 5, 'c'],
      [4, 6, 2, 'd'],
    ]);
    expect(result.data?.fixes).toEqual(['1 overlapping cues went to track 4.', '1 overlapping cues went to track 5.']);
  });

  it.each([
    ['srt', '00:00:01,000 --> 00:00:02,000\n{\\an8}up\n\n00:00:03,000 --> 00:00:04,000 X1:1 X2:2 Y1:3 Y2:4\nthere\n'],
    ['srt', '00:00:01,000 --> 00:00:02,000\n{\\i1\\pos(10,20)}up\n\n00:00:03,000 --> 00:00:04,000\n{\\a6}up\n'],
    ['vtt', 'WEBVTT\n\n00:01.000 --> 00:02.000 line:0\nup\n\n00:03.000 --> 00:04.000 align:left\nthere\n'],
  ] as const)('says of %s that cues lose their places', (format, data) => {
    expect(importing(format, data).result.data?.fixes).toEqual([
      'Positions of 2 cues were left out; all stand at the bottom.',
    ]);
  });

  it('has nothing to say of SubRip cues that stand at the bottom', () => {
    const { document, result } = importing('srt', '00:00:01,000 --> 00:00:02,000\n{\\an2}{\\i1}down\n');
    expect(reported(document)).toEqual([[1, 2, 2, 'down']]);
    expect(result.data?.fixes).toBeUndefined();
  });

  it('reads the characters that HTML and WebVTT name, and leaves what is none', () => {
    const said = (text: string) =>
      importing('vtt', `WEBVTT\n\n00:01.000 --> 00:02.000\n${text}\n`).document.clips.find(({ isCaption }) => isCaption)
        ?.textStyle?.content;
    expect(said('Caf&eacute; &Eacute;t&eacute; &ntilde;&yuml;&szlig; &frac12;')).toBe('Café Été ñÿß ½');
    expect(said('&ldquo;Wait&hellip;&rdquo; &mdash; &euro;5 &AMP; &#8230;&#x2026;')).toBe('“Wait…” — €5 & ……');
    expect(said('R&D; &nothing; &constructor; a&b')).toBe('R&D; &nothing; &constructor; a&b');
  });

  it('shifts, cuts at 0 and leaves out what is before or empty', () => {
    const data =
      'WEBVTT\n\n00:01.000 --> 00:02.000\ngone\n\n00:02.000 --> 00:04.000\ncut\n\n00:05.000 --> 00:05.000\nno ' +
      'length\n\n00:06.000 --> 00:07.000\n<i></i>\n';
    const { document, result } = importing('vtt', data, { offset: -3 });
    expect(reported(document)).toEqual([[0, 1, 2, 'cut']]);
    expect(result.data?.fixes).toEqual(['3 cues without text, without a length or before 0 s were left out.']);
    expect(importing('vtt', data, { offset: -30 }).result.error).toContain('Change offset');
  });

  it('reads an uploaded file, whose kind says its format', () => {
    const files: Record<string, string> = {
      med_srt: '\ufeff1\n00:00:01,000 --> 00:00:02,000\nHi\n',
      med_vtt: 'WEBVTT\n\n00:01.000 --> 00:02.000\nHi\n',
    };
    const context = {
      ...exampleContext(),
      media: (src: string) => {
        const subtitle = {
          kind: 'subtitle',
          mimeType: src === 'med_vtt' ? 'text/vtt' : 'application/x-subrip',
        } as const;
        const known = exampleContext().media('med_video');
        return known && Object.hasOwn(files, src) ? { ...known, ...subtitle } : exampleContext().media(src);
      },
      subtitles: (src: string) => files[src] ?? null,
    };
    const from = (params: object, given: ReduceContext = context) =>
      reduce({ ...exampleProject(), clips: [] }, { op: 'importSubtitles', ...params }, given);
    for (const src of Object.keys(files)) expect(reported(from({ src }).document)).toEqual([[1, 2, 2, 'Hi']]);
    const refused = (params: object, given?: ReduceContext) => from(params, given).result.error;
    expect(refused({ src: 'med_video' })).toBe(
      'src "med_video" is a video, not a subtitle file. Upload one and use its id or url.',
    );
    expect(refused({ src: 'med_other' })).toContain('is not media of this account');
    expect(refused({ src: 'med_srt', data: 'x' })).toContain('both data and src');
    expect(refused({ src: 'med_srt' }, { ...context, subtitles: () => null })).toContain('could not be read here');
    expect(refused({})).toContain('nothing to import');
    expect(refused({ data: files.med_srt })).toContain('data was given without a format');
  });

  it('reads marks that are never closed, and long lines of spaces, in a time that grows with the file alone', () => {
    const marks = '<i>'.repeat(50_000) + '<b>x</b>'.repeat(50_000);
    expect(parseSrt(`1\n00:00:01,000 --> 00:00:02,000\n${marks}\n`).cues[0]?.spans).toHaveLength(100_000);
    expect(() => parseSrt(`${' '.repeat(500_000)}x\n00:00:01,000 --> 00:00:02,000\nHi\n`)).toThrow(/line 1/);
  });

  it('keeps right-to-left text and its marks as they are', () => {
    const text = '\u200fשלום, עולם!\nمرحبا (123)';
    const { document } = importing('srt', `1\n00:00:01,000 --> 00:00:02,000\n${text}\n`);
    expect(document.clips[0]?.textStyle).toMatchObject({ content: text });
    expect(document.clips[0]?.textStyle?.direction).toBeUndefined();
  });

  it('takes a file of three hours', () => {
    const cues = Array.from({ length: 3_600 }, (_, index) => {
      const from = index * 3;
      return `${index + 1}\r\n${writeTime(from, ',')} --> ${writeTime(from + 2.5, ',')}\r\nLine ${index}\r\n`;
    });
    const { document, result } = importing('srt', cues.join('\r\n'));
    expect(result.error).toBeUndefined();
    expect(document.clips).toHaveLength(3_600);
    expect(document.clips.at(-1)).toMatchObject({ start: 10_797, duration: 2.5, isCaption: true });
    expect(document.tracks).toHaveLength(4);
  });
});

describe('writing', () => {
  it.each(['srt', 'vtt'] as const)('%s comes back as it was', (format) => {
    const data =
      '1\n00:00:01,001 --> 00:00:02,999\n<b>Bold</b> & <i>it</i>\nsecond\n\n2\n01:00:00,000 --> 01:00:01,500\nשלום\n';
    const { document } = importing('srt', data);
    const written = writeSubtitles(document, format);
    const again = importing(format, written).document;
    expect(reported(again)).toEqual(reported(document));
    expect(again.clips.map(({ textStyle }) => textStyle?.spans)).toEqual(
      document.clips.map(({ textStyle }) => textStyle?.spans),
    );
    if (format === 'srt') expect(written).toBe(data);
  });

  it('takes all texts when there are no captions, without empty lines', () => {
    const [clip] = exampleProject().clips.filter(({ type }) => type === 'text');
    if (!clip) throw new Error('the example has a text');
    const texts = { ...exampleProject(), clips: [{ ...clip, textStyle: { content: 'a\n\n \nb --> <c>' } }] };
    expect(writeSubtitles(texts, 'srt')).toBe('1\n00:00:01,000 --> 00:00:04,000\na\nb -> <c>\n');
    expect(writeSubtitles(texts, 'vtt')).toBe('WEBVTT\n\n00:00:01.000 --> 00:00:04.000\na\nb --&gt; &lt;c&gt;\n');
    expect(writeSubtitles({ ...texts, clips: [] }, 'srt')).toBe('');
  });
});
