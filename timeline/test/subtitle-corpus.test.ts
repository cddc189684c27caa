import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exampleContext, exampleProject } from '../src/commands/examples.ts';
import { exportTimeline } from '../src/interchange/export-timeline.ts';
import { reduce } from '../src/reduce.ts';
import { writeTime } from '../src/subtitles/cue.ts';
import { parseSrt, parseVtt } from '../src/subtitles/parse-subtitles.ts';

const SEED = 20_260_803;
const THREE_HOURS = 3 * 3_600;

/** Generator of words: several scripts and directions, and words that resemble subtitle syntax. */
const word = fc.constantFrom(
  ...['Hello', 'ça', 'Straße', 'שלום', 'مرحبا', '123', '١٢٣', '你好', '🙂👍🏽', '\u200fא', '\u2067b\u2069'],
  ...['-', '1', 'I <3 you', 'a < b > c', 'Q&A', '5 %', '...', 'NOTE', '{x}'],
);
const line = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(' '));
/**
 * Generator of cue texts. Each begins with a letter, because a number alone on the first line would be the cue's
 * number.
 */
const text = fc.array(line, { minLength: 1, maxLength: 3 }).map((lines) => `T ${lines.join('\n')}`);
const cue = fc.record({
  start: fc.integer({ min: 0, max: THREE_HOURS * 1_000 }).map((ms) => ms / 1_000),
  length: fc.integer({ min: 1, max: 9_000 }).map((ms) => ms / 1_000),
  text,
});
const cues = fc
  .array(cue, { minLength: 1, maxLength: 60 })
  .map((list) =>
    list
      .toSorted((a, b) => a.start - b.start)
      .map((one) => ({ start: one.start, end: Math.round((one.start + one.length) * 1_000) / 1_000, text: one.text })),
  );
type Cues = { start: number; end: number; text: string }[];

/**
 * Generator of format variants in which programs write the same subtitles: line ends, byte order mark, numbering, empty
 * lines.
 */
const dialect = fc.record({
  format: fc.constantFrom('srt' as const, 'vtt' as const),
  mark: fc.constantFrom('', '\ufeff'),
  newline: fc.constantFrom('\n', '\r\n', '\r'),
  numbers: fc.constantFrom('right', 'wrong', 'none'),
  between: fc.integer({ min: 1, max: 3 }),
  atEnd: fc.nat(3),
});
type Dialect = typeof dialect extends fc.Arbitrary<infer One> ? One : never;

/** Returns the lines of a subtitle file in a format variant, without the byte order mark. */
function linesOf(list: Cues, how: Dialect): string[] {
  const point = how.format === 'srt' ? ',' : '.';
  const blocks = list.map(({ start, end, text: shown }, index) => [
    ...(how.numbers === 'none' ? [] : [String(how.numbers === 'right' ? index + 1 : 7)]),
    `${writeTime(start, point)} --> ${writeTime(end, point)}`,
    ...shown.split('\n'),
  ]);
  const head = how.format === 'vtt' ? ['WEBVTT', ''] : [];
  return [...head, ...blocks.flatMap((block) => [...block, ...Array.from({ length: how.between }, () => '')])];
}

const fileOf = (lines: string[], how: Dialect) =>
  `${how.mark}${lines.join(how.newline)}${how.newline.repeat(how.atEnd)}`;
const parsed = (data: string, how: Dialect) => (how.format === 'srt' ? parseSrt(data) : parseVtt(data)).cues;

describe('subtitle files', () => {
  it('say the same with any byte order mark, newline, numbering and spacing', () => {
    const property = fc.property(cues, dialect, (list, how) => {
      const read = parsed(fileOf(linesOf(list, how), how), how);
      expect(read.map(({ start, end, text: shown }) => ({ start, end, text: shown }))).toEqual(list);
    });
    fc.assert(property, { seed: SEED, numRuns: 300 });
  });

  it('with a broken time are refused, or read without that cue in WebVTT, and the message names its line', () => {
    const broken = fc.constantFrom(
      '00:00:xx,000 --> 00:00:02,000',
      '--> 00:00:02,000',
      '00:61:00.000 --> 01:00:00.000',
    );
    const property = fc.property(cues, dialect, broken, fc.nat(), (list, how, wrong, pick) => {
      const lines = linesOf(list, how);
      const times = lines.flatMap((one, index) => (one.includes('-->') ? [index] : []));
      const at = times[pick % times.length] ?? 0;
      const data = fileOf(lines.with(at, wrong), how);
      const command = { op: 'importSubtitles', format: how.format, data };
      const { result, document } = reduce(exampleProject(), command, exampleContext());
      if (how.format === 'vtt' && list.length > 1) {
        expect(result.data?.fixes).toContainEqual(
          expect.stringMatching(new RegExp(`^Left out: data line ${at + 1}: `)),
        );
        expect(parsed(data, how)).toHaveLength(list.length - 1);
        return;
      }
      expect(result.error).toMatch(new RegExp(`^data line ${at + 1}: `));
      expect(document).toEqual(exampleProject());
    });
    fc.assert(property, { seed: SEED, numRuns: 200 });
  });

  it('of any bytes at all are imported or refused with a line number', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 20 }),
      fc.constantFrom(
        '\n',
        '\r\n',
        '\n\n',
        '-->',
        ' --> ',
        '00:00:01,000',
        '00:01.000',
        '1',
        'WEBVTT',
        '<b>',
        '&#x',
        '\ufeff',
      ),
    );
    const data = fc.array(piece, { maxLength: 40, size: 'max' }).map((pieces) => pieces.join(''));
    const property = fc.property(data, fc.constantFrom('srt', 'vtt'), (file, format) => {
      const { result } = reduce(exampleProject(), { op: 'importSubtitles', format, data: file }, exampleContext());
      if (!result.ok) expect(result.error).toMatch(/^data (line \d+: |has \d+ cues, but none|must )/);
    });
    fc.assert(property, { seed: SEED, numRuns: 300 });
  });

  it.each(['srt', 'vtt'] as const)(
    'of three hours come back from a project as %s, overlapping cues included',
    (format) => {
      const list = Array.from({ length: 3_600 }, (_, index): Cues[number] => {
        const start = index * 3;
        // Every tenth cue is still shown when the next one begins.
        return { start, end: start + (index % 10 === 0 ? 4 : 2.5), text: `Line ${index}\nמשפט ${index}` };
      });
      const how: Dialect = { format, mark: '\ufeff', newline: '\r\n', numbers: 'right', between: 1, atEnd: 1 };
      const command = { op: 'importSubtitles', format, data: fileOf(linesOf(list, how), how) };
      const { document, result } = reduce({ ...exampleProject(), clips: [] }, command, exampleContext());
      expect(result.data?.clipIds).toHaveLength(3_600);
      expect(result.data?.fixes).toEqual(['360 overlapping cues went to track 4.']);
      expect(parsed(exportTimeline(document, format), how)).toEqual(list.map((one) => ({ ...one, spans: [] })));
    },
  );
});
