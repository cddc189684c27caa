import { create } from 'zustand';
import { KEY_ACTIONS } from './key-actions.ts';
import { chordText, keepOwnKeys, keysOf, type OwnKeys, readOwnKeys } from './key-map.ts';

/** Store of this browser's custom keys. */
export const useOwnKeys = create<{ own: OwnKeys; choose(own: OwnKeys): void }>((set) => ({
  own: readOwnKeys(localStorage),
  choose(own) {
    keepOwnKeys(localStorage, own);
    set({ own });
  },
}));

/** Returns the first key of each action as display text, for tooltips. */
export function useKeyTexts(): Record<string, string> {
  const own = useOwnKeys((state) => state.own);
  return Object.fromEntries(KEY_ACTIONS.map(({ id }) => [id, chordText(keysOf(own, id)[0] ?? '')]));
}
