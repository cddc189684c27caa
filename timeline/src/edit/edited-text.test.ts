import { describe, expect, it } from 'vitest';
import type { TextStyle } from '../document/text-style.ts';
import { editedText, formattedText, textFormat } from './edited-text.ts';

/** Text in which `big` is red. */
const STYLE: TextStyle = { content: 'a big cat', spans: [{ start: 2, end: 5, color: '#ff0000' }] };
const RED = { color: '#ff0000' };

describe('the edit of a text', () => {
  const spans = (start: number, end: number, text: string) => editedText(STYLE, { start, end }, text).spans;

  it('moves the spans behind it', () => {
    expect(editedText(STYLE, { start: 0, end: 1 }, 'the').content).toBe('the big cat');
    expect(spans(0, 1, 'the')).toEqual([{ start: 4, end: 7, ...RED }]);
    expect(spans(0, 2, '')).toEqual([{ start: 0, end: 3, ...RED }]);
    expect(spans(9, 9, 's')).toEqual(STYLE.spans);
  });

  it('gives letters the style of the letter before them', () => {
    expect(spans(5, 5, 'ger')).toEqual([{ start: 2, end: 8, ...RED }]);
    expect(spans(3, 3, 'x')).toEqual([{ start: 2, end: 6, ...RED }]);
    expect(spans(2, 2, 'very ')).toEqual([{ start: 7, end: 10, ...RED }]);
    const first = { content: 'ab', spans: [{ start: 0, end: 1, ...RED }] };
    expect(editedText(first, { start: 0, end: 0 }, 'x').spans).toEqual([{ start: 0, end: 2, ...RED }]);
  });

  it('gives letters in place of others the style of the first of those', () => {
    expect(spans(2, 5, 'tiny')).toEqual([{ start: 2, end: 6, ...RED }]);
    expect(spans(2, 9, 'x')).toEqual([{ start: 2, end: 3, ...RED }]);
    expect(spans(0, 4, 'x')).toEqual([{ start: 1, end: 2, ...RED }]);
    expect(spans(4, 7, 'x')).toEqual([{ start: 2, end: 5, ...RED }]);
  });

  it('removes a span with its letters', () => {
    expect(spans(2, 5, '')).toEqual([]);
    expect(spans(0, 9, '')).toEqual([]);
    expect(spans(1, 6, 'x')).toEqual([]);
  });

  it('keeps the times of the words that stay', () => {
    const words = ['a', 'big', 'cat'].map((text, at) => ({ text, start: at, end: at + 1 }));
    expect(editedText({ ...STYLE, words }, { start: 2, end: 5 }, 'small').words?.[1]).toEqual({
      ...{ text: 'small', start: 1, end: 2 },
    });
  });
});

describe('the format of a range', () => {
  it('becomes a span, which joins its neighbours', () => {
    expect(formattedText({ content: 'abcd' }, { start: 1, end: 3 }, { fontWeight: 700 }).spans).toEqual([
      { start: 1, end: 3, fontWeight: 700 },
    ]);
    expect(formattedText(STYLE, { start: 5, end: 9 }, RED).spans).toEqual([{ start: 2, end: 9, ...RED }]);
  });

  it('splits the spans that it covers in part', () => {
    expect(formattedText(STYLE, { start: 3, end: 6 }, { fontStyle: 'italic' }).spans).toEqual([
      { start: 2, end: 3, ...RED },
      { start: 3, end: 5, ...RED, fontStyle: 'italic' },
      { start: 5, end: 6, fontStyle: 'italic' },
    ]);
  });

  it('leaves no span where it is the format of the text', () => {
    const bold = formattedText({ content: 'abcd' }, { start: 1, end: 3 }, { fontWeight: 700 });
    expect(formattedText(bold, { start: 1, end: 3 }, { fontWeight: 400 }).spans).toEqual([]);
    expect(formattedText({ content: 'abcd', fontWeight: 700 }, { start: 0, end: 2 }, { fontWeight: 700 }).spans).toBe(
      undefined,
    );
  });

  it('resolves spans that overlap: the later one counts', () => {
    const spans = [
      { start: 0, end: 4, color: '#00ff00', fontSize: 90 },
      { start: 2, end: 20, ...RED },
    ];
    const { spans: flat } = formattedText({ content: 'abcdef', spans }, { start: 5, end: 6 }, { fontWeight: 700 });
    expect(flat).toEqual([
      { start: 0, end: 2, color: '#00ff00', fontSize: 90 },
      { start: 2, end: 4, ...RED, fontSize: 90 },
      { start: 4, end: 5, ...RED },
      { start: 5, end: 6, ...RED, fontWeight: 700 },
    ]);
  });

  it('is that of the whole text without a range, and of fields that spans lack', () => {
    expect(formattedText(STYLE, null, { color: '#0000ff', fontWeight: 700 })).toEqual({
      ...{ content: STYLE.content, color: '#0000ff', fontWeight: 700, spans: [] },
    });
    expect(formattedText(STYLE, null, { fontWeight: 700 }).spans).toEqual(STYLE.spans);
    expect(formattedText(STYLE, { start: 0, end: 1 }, { align: 'left' })).toEqual({ ...STYLE, align: 'left' });
  });

  it('shows the colour of a whole text with a gradient', () => {
    const gradient: TextStyle = {
      content: 'abc',
      gradient: {
        type: 'linear',
        stops: [
          { offset: 0, color: '#ffffff' },
          { offset: 1, color: '#000000' },
        ],
      },
    };
    expect(formattedText(gradient, null, RED).spans).toEqual([{ start: 0, end: 3, ...RED }]);
  });

  it('is read from the letters of the range', () => {
    const format = (start: number, end: number) => textFormat({ ...STYLE, fontSize: 50 }, { start, end });
    expect(format(2, 5).values).toMatchObject({ ...RED, fontSize: 50 });
    expect([...format(2, 5).mixed]).toEqual([]);
    expect([...format(0, 5).mixed]).toEqual(['color']);
    expect(format(0, 5).values.color).toBeUndefined();
    expect([...textFormat(STYLE, null).mixed]).toEqual(['color']);
    const white = { content: 'ab', spans: [{ start: 0, end: 1, color: '#ffffff' }] };
    expect([...textFormat(white, null).mixed]).toEqual([]);
  });
});
