import { beforeEach, describe, expect, it } from 'vitest';
import type { Entry } from '../sync/edit.ts';
import {
  authorColor,
  authorName,
  changeSentence,
  clearPresence,
  initialsOf,
  noteChange,
  type OtherWindow,
  personColor,
  setOthers,
  takeWindow,
  usePresence,
} from './presence-store.ts';

const window = (windowId: string, playheadSec = 0, kind: OtherWindow['kind'] = 'editor'): OtherWindow => ({
  ...{ windowId, kind, name: 'Ada Lovelace', playheadSec, clipIds: [] },
});
const entry = (via: string, ops: string[], fields: Partial<Entry> = {}): Entry => ({
  ...{ rev: 7, batchId: null, author: { via, name: '' }, at: '2026-01-01T00:00:00Z', undoes: null, restores: null },
  ...{ commands: ops.map((op) => ({ op })), changes: {} },
  ...fields,
});

/** Returns what the editor says about the last change: a sentence, the author's name, and their colour. */
function shownChange() {
  const state = usePresence.getState();
  if (!state.change) return null;
  return [changeSentence(state, state.change), authorName(state, state.change), authorColor(state.change)];
}

beforeEach(clearPresence);

describe('the other windows', () => {
  it('come, move and go', () => {
    setOthers({ windows: [window('window-a')], programs: [] });
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
    setOthers({ windows: [], programs: [] });
    expect(usePresence.getState().windows).toBe(windows);
  });

  it('have a colour of their own, and initials', () => {
    expect(personColor('window-a')).toBe(personColor('window-a'));
    expect(new Set(Array.from({ length: 40 }, (_, count) => personColor(`window-${count}`))).size).toBe(6);
    expect(['Ada Lovelace', 'ada', ' Ada  King Lovelace ', ''].map(initialsOf)).toEqual(['AL', 'A', 'AL', '?']);
  });
});

describe('changes by others', () => {
  it('have the name, the colour and the clips of their program, once its name is known', () => {
    const changes: Entry['changes'] = { clips: { changed: [{ id: 'clip-1', set: {} }] } };
    const programId = 'api-app_1';
    expect(noteChange(entry('api', ['setTextStyle', 'trimClip'], { programId, changes }))).toBe(true);
    const color = personColor(programId);
    expect(shownChange()).toEqual(['Set text style and 1 more, with the API', 'API', color]);
    setOthers({ windows: [], programs: [{ programId, via: 'api', name: 'Montage', clipIds: [] }] });
    expect(shownChange()).toEqual(['Set text style and 1 more, Montage with the API', 'Montage', color]);
    expect(noteChange(entry('api', ['setTextStyle'], { programId, changes }))).toBe(false);
    const { change, programs } = usePresence.getState();
    expect([...(change?.clipIds ?? [])]).toEqual(['clip-1']);
    expect(programs).toEqual([{ programId, via: 'api', name: 'Montage', clipIds: ['clip-1'] }]);
  });

  it('are those of the other window when there is one, and of no certain window when there are several', () => {
    const undo = entry('editor', [], { undoes: 4 });
    takeWindow(window('window-a'));
    takeWindow(window('guest-1', 0, 'guest'));
    expect(noteChange(undo)).toBe(false);
    const sentence = 'Undid version 4, in another window';
    expect(shownChange()).toEqual([sentence, 'Ada Lovelace', personColor('window-a')]);
    takeWindow(window('window-b'));
    noteChange(undo);
    expect(shownChange()).toEqual([sentence, 'Another window', '#98a1ac']);
    expect(usePresence.getState().programs).toEqual([]);
  });
});
