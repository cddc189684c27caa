import { describe, expect, it } from 'vitest';
import { paramsText } from './params-text.ts';

const titles = new Map([['clip_1', 'Beach']]);

describe('the parameters of a planned command', () => {
  it.each([
    [{ op: 'applyFilter', clipId: 'clip_1', preset: 'teal-orange' }, 'Clip: Beach, Preset: Teal and orange'],
    [
      { op: 'addKeyframe', clipId: 'clip_1', prop: 'x', time: 1, value: 50, easing: 'easeInOut' },
      'Clip: Beach, Property: Position X, Time: 1, Value: 50, Easing: Ease in-out',
    ],
    [
      { op: 'addTextClip', text: 'Hello', start: 0, duration: 2, style: { fontSize: 96, fontStyle: 'italic' } },
      'Text: Hello, Start: 0, Duration: 2, Style (Font size: 96, Font style: Italic)',
    ],
    [
      { op: 'setTextStyle', clipIds: ['clip_1'], style: { animation: { in: { name: 'rise', unit: 'all' } } } },
      'Clips: Beach, Style (Animation (In (Name: Rise, Animate by: Whole text)))',
    ],
    [{ op: 'reverseClip', clipId: '$0.clipId', reverse: false }, 'Clip: step 1, Reverse: off'],
  ])('%j', (command, text) => {
    expect(paramsText(command, titles)).toBe(text);
  });

  it('are cut when they are long', () => {
    const text = paramsText({ op: 'addTextClip', text: 'long '.repeat(40), start: 0, duration: 2 }, titles);
    expect(text).toMatch(/^Text: (long )+l?o?n?g?…, Start: 0, Duration: 2$/);
    expect(text.length).toBeLessThan(120);
  });
});
