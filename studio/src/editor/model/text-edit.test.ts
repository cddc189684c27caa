import { describe, expect, it } from 'vitest';
import {
  beginTextEdit,
  changedRange,
  commandOfText,
  formatted,
  previewOfText,
  redoneText,
  selected,
  type TextEdit,
  type TextSelection,
  typed,
  undoneText,
} from './text-edit.ts';

const at = (start: number, end = start): TextSelection => ({ start, end, isBackward: false });
const begin = (content = 'cat', more: object = {}) => beginTextEdit('clip-1', { content, ...more }, null);
/** Types letters at the end of a text, as a text field reports them. */
const typeAll = (edit: TextEdit, letters: string) =>
  [...letters].reduce((before, letter) => {
    const content = before.style.content + letter;
    return typed(before, content, at(content.length), letter === ' ' ? null : 'type');
  }, edit);

describe('the changed range of a text', () => {
  it('is where the caret is, among equal letters', () => {
    expect(changedRange('aaa', 'aaaa', 2)).toEqual({ start: 1, end: 1, text: 'a' });
    expect(changedRange('aaa', 'aaaa', 4)).toEqual({ start: 3, end: 3, text: 'a' });
    expect(changedRange('aaa', 'aa', 1)).toEqual({ start: 1, end: 2, text: '' });
    expect(changedRange('one two', 'one 2', 5)).toEqual({ start: 4, end: 7, text: '2' });
  });

  it('does not divide a character', () => {
    expect(changedRange('a😀b', 'a😁b', 3)).toEqual({ start: 1, end: 3, text: '😁' });
    expect(changedRange('😀', '😀😀', 2)).toEqual({ start: 0, end: 0, text: '😀' });
  });
});

describe('the edit of a text on the canvas', () => {
  it('stores what changed, and nothing without a change', () => {
    expect(commandOfText(begin())).toBeNull();
    expect(commandOfText(typeAll(begin(), 's'))).toEqual({
      ...{ op: 'updateClip', clipId: 'clip-1', patch: { textStyle: { content: 'cats' } } },
    });
    expect(commandOfText(undoneText(typeAll(begin(), 's')))).toBeNull();
    expect(commandOfText(begin('one\r\ntwo'))).toBeNull();
  });

  it('keeps the spans of letters behind what is typed', () => {
    const edit = begin('a cat', { spans: [{ start: 2, end: 5, color: '#ff0000' }] });
    const command = commandOfText(typed(edit, 'the a cat', at(4), 'type'));
    expect(command?.patch).toEqual({
      textStyle: { content: 'the a cat', spans: [{ start: 6, end: 9, color: '#ff0000' }] },
    });
  });

  it('undoes word by word, and repeats', () => {
    const edit = typeAll(begin(''), 'one two');
    const back = undoneText(edit);
    expect(back.style.content).toBe('one ');
    expect(undoneText(undoneText(back)).style.content).toBe('');
    expect(undoneText(undoneText(undoneText(back))).style.content).toBe('');
    expect(redoneText(back).style.content).toBe('one two');
    expect(redoneText(typeAll(back, 'x')).style.content).toBe('one x');
  });

  it('undoes what was typed after the caret was moved on its own', () => {
    const moved = selected(typeAll(begin(''), 'ab'), at(0));
    const edit = typed(moved, 'xab', at(1), 'type');
    expect(undoneText(edit)).toMatchObject({ style: { content: 'ab' }, selection: at(0) });
  });

  it('formats the selection, or the whole text', () => {
    const part = formatted(selected(begin(), at(0, 1)), { fontWeight: 700 });
    expect(part.style.spans).toEqual([{ start: 0, end: 1, fontWeight: 700 }]);
    expect(formatted(begin(), { fontWeight: 700 }).style).toEqual({ content: 'cat', fontWeight: 700 });
    expect(undoneText(part).style.spans).toBeUndefined();
  });

  it('is shown at rest, with a place even when it is empty', () => {
    const style = { content: '', maxLines: 1, overflow: 'ellipsis', animation: { in: { name: 'fade' } } } as const;
    expect(previewOfText({ clipId: 'clip-1' }, style).patch).toMatchObject({
      textStyle: { content: '\u00a0', overflow: 'visible', animation: {}, captionStyle: 'none' },
    });
  });
});
