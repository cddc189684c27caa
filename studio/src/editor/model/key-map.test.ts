import { describe, expect, it } from 'vitest';
import { KEY_ACTIONS } from './key-actions.ts';
import { chordOf, chordText, keyMap, keysOf, readOwnKeys } from './key-map.ts';

const none = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };

describe('a press', () => {
  it.each([
    [{ key: 'z', ctrlKey: true }, 'Ctrl+Z'],
    [{ key: 'Z', metaKey: true, shiftKey: true }, 'Ctrl+Shift+Z'],
    [{ key: ' ' }, 'Space'],
    [{ key: '?', shiftKey: true }, '?'],
    [{ key: '+', shiftKey: true }, '+'],
    [{ key: 'ArrowLeft', altKey: true }, 'Alt+Left'],
    [{ key: 'Delete', shiftKey: true }, 'Shift+Delete'],
    [{ key: 'Shift', shiftKey: true }, null],
  ])('%j is %s', (over, chord) => {
    expect(chordOf({ ...none, ...over })).toBe(chord);
  });
});

describe('keys', () => {
  it('each do one thing, and every thing has one', () => {
    const usual = KEY_ACTIONS.flatMap(({ keys }) => [...keys]);
    expect(new Set(usual).size).toBe(usual.length);
    expect(new Set(KEY_ACTIONS.map(({ id }) => id)).size).toBe(KEY_ACTIONS.length);
  });

  it('that a person chose go before the usual ones', () => {
    const map = keyMap({ split: ['X'], addText: ['S'] });
    expect([map.get('X'), map.get('S'), map.get('T')]).toEqual(['split', 'addText', undefined]);
    expect(keysOf({ split: ['X'] }, 'split')).toEqual(['X']);
  });

  it('are the usual ones where what is kept makes no sense', () => {
    const kept = (text: string) => readOwnKeys({ getItem: () => text });
    expect([kept('nonsense'), kept('[]'), kept('{"split":7,"no":["X"]}')]).toEqual([{}, {}, {}]);
    expect(kept('{"split":["X",9]}')).toEqual({ split: ['X'] });
  });

  it('are written as people say them', () => {
    expect(['Ctrl+Shift+Z', 'Shift+Left', '+', 'Ctrl++', '-'].map(chordText)).toEqual([
      ...['Ctrl Shift Z', 'Shift ←', '+', 'Ctrl +', '−'],
    ]);
  });
});
