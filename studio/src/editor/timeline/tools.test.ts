import { describe, expect, it } from 'vitest';
import { gestureAt } from './tools.ts';

const none = { altKey: false, ctrlKey: false, metaKey: false, shiftKey: false };

describe('a press on a clip', () => {
  it.each([
    ['select', 50, none, 'move'],
    ['select', 3, none, 'trim-start'],
    ['select', 98, none, 'trim-end'],
    ['select', 3, { ...none, ctrlKey: true }, 'roll-start'],
    ['select', 98, { ...none, metaKey: true }, 'roll-end'],
    ['select', 98, { ...none, altKey: true }, 'ripple-end'],
    ['select', 50, { ...none, altKey: true }, 'slip'],
    ['select', 50, { ...none, altKey: true, shiftKey: true }, 'slide'],
    ['ripple', 3, none, 'ripple-start'],
    ['ripple', 50, none, 'move'],
    ['roll', 98, none, 'roll-end'],
    ['roll', 98, { ...none, altKey: true }, 'ripple-end'],
    ['slip', 50, none, 'slip'],
    ['slide', 50, none, 'slide'],
  ] as const)('with the tool %s at %d of 100 pixels and %j is %s', (tool, x, keys, gesture) => {
    expect(gestureAt(tool, x, 100, keys)).toBe(gesture);
  });

  it('moves a clip that is too narrow for grips', () => {
    expect(gestureAt('select', 1, 20, none)).toBe('move');
  });
});
