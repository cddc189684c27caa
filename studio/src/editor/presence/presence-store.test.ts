import { beforeEach, describe, expect, it } from 'vitest';
import type { Entry } from '../sync/edit.ts';
import {
  clearPresence,
  initialsOf,
  noteChange,
  setWindows,
  takeWindow,
  usePresence,
  windowColor,
} from './presence-store.ts';

const window = (windowId: string, playheadSec = 0) => ({ windowId, name: 'Ada Lovelace', playheadSec, clipIds: [] });
const entry = (via: string, ops: string[], undoes: number | null = null): Entry => ({
  ...{ rev: 7, batchId: null, author: { via, name: '' }, at: '2026-01-01T00:00:00Z', undoes, restores: null },
  ...{ commands: ops.map((op) => ({ op })), changes: {} as Entry['changes'] },
});

beforeEach(clearPresence);

describe('the other windows', () => {
  it('come, move and go', () => {
    setWindows([window('window-a')]);
    takeWindow(window('window-b', 1));
    takeWindow(window('window-a', 2));
    expect(usePresence.getState().windows.map(({ windowId, playheadSec }) => [windowId, playheadSec])).toEqual([
      ['window-a', 2],
      ['window-b', 1],
    ]);
    takeWindow({ windowId: 'window-a', isGone: true });
    expect(usePresence.getState().windows).toEqual([window('window-b', 1)]);
  });

  it('stay the same list while there are none', () => {
    const { windows } = usePresence.getState();
    setWindows([]);
    expect(usePresence.getState().windows).toBe(windows);
  });

  it('have a colour of their own, and initials', () => {
    expect(windowColor('window-a')).toBe(windowColor('window-a'));
    expect(new Set(Array.from({ length: 40 }, (_, count) => windowColor(`window-${count}`))).size).toBe(6);
    expect(['Ada Lovelace', 'ada', ' Ada  King Lovelace ', ''].map(initialsOf)).toEqual(['AL', 'A', 'AL', '?']);
  });
});

describe('changes by others', () => {
  it('are told in words, with the program that made them', () => {
    noteChange(entry('api', ['setTextStyle', 'trimClip']));
    expect(usePresence.getState()).toMatchObject({
      change: { text: 'Set text style and 1 more, with the API' },
      programs: ['api'],
    });
    noteChange(entry('editor', [], 4));
    expect(usePresence.getState()).toMatchObject({
      change: { text: 'Undid version 4, in another window' },
      programs: ['api'],
    });
  });
});
