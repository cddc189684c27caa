import { KEY_ACTIONS, type KeyActionId } from './key-actions.ts';

/** What a person chose: other keys for some of the things that keys do. */
export type OwnKeys = Partial<Record<KeyActionId, readonly string[]>>;

/** What was pressed, as far as it matters. */
export interface PressedKey {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
}

const NAMES: Record<string, string> = {
  ' ': 'Space',
  ArrowLeft: 'Left',
  ArrowRight: 'Right',
  ArrowUp: 'Up',
  ArrowDown: 'Down',
};
const HELD = new Set(['Control', 'Shift', 'Alt', 'Meta', 'CapsLock', 'AltGraph', 'Dead', 'Process', 'Unidentified']);

/** A press as text, `Ctrl+Shift+Z` say; Command counts as Ctrl. Null while only keys such as Shift are held. */
export function chordOf({ key, ctrlKey, metaKey, altKey, shiftKey }: PressedKey): string | null {
  if (HELD.has(key)) return null;
  const name = NAMES[key] ?? (key.length === 1 ? key.toUpperCase() : key);
  // Which signs need Shift differs between keyboards: the sign says enough.
  const hasCase = name.length > 1 || name.toLowerCase() !== name.toUpperCase();
  return `${ctrlKey || metaKey ? 'Ctrl+' : ''}${altKey ? 'Alt+' : ''}${shiftKey && hasCase ? 'Shift+' : ''}${name}`;
}

/** The keys of each action. */
export function keysOf(own: OwnKeys, id: KeyActionId): readonly string[] {
  return own[id] ?? KEY_ACTIONS.find((action) => action.id === id)?.keys ?? [];
}

/** Which action each chord is of. A key that was chosen for one thing no longer does what it did before. */
export function keyMap(own: OwnKeys): ReadonlyMap<string, KeyActionId> {
  const map = new Map<string, KeyActionId>();
  for (const { id, keys } of KEY_ACTIONS) if (!own[id]) for (const chord of keys) map.set(chord, id);
  for (const { id } of KEY_ACTIONS) for (const chord of own[id] ?? []) map.set(chord, id);
  return map;
}

/** Where a person's choice is kept in the browser. */
const STORED_AS = 'framemill.keys';

/** Reads the choice; an empty one when nothing, or nothing that makes sense, is kept. */
export function readOwnKeys(storage: Pick<Storage, 'getItem'>): OwnKeys {
  try {
    const kept: unknown = JSON.parse(storage.getItem(STORED_AS) ?? '{}');
    if (typeof kept !== 'object' || kept === null) return {};
    const own: OwnKeys = {};
    for (const { id } of KEY_ACTIONS) {
      const keys: unknown = Reflect.get(kept, id);
      if (Array.isArray(keys)) own[id] = keys.filter((chord) => typeof chord === 'string').slice(0, 4);
    }
    return own;
  } catch {
    return {};
  }
}

/** Keeps the choice. A browser without storage forgets it at the next visit. */
export function keepOwnKeys(storage: Pick<Storage, 'setItem'>, own: OwnKeys): void {
  try {
    storage.setItem(STORED_AS, JSON.stringify(own));
  } catch {
    // Full or forbidden: the keys work until the page is closed.
  }
}

/** A chord as it is written in the list and in hints: `Ctrl Shift Z`, `←`. */
export function chordText(chord: string): string {
  const shown: Record<string, string> = { Left: '←', Right: '→', Up: '↑', Down: '↓', '-': '−' };
  const parts = chord.endsWith('++')
    ? [...chord.slice(0, -2).split('+'), '+']
    : chord === '+'
      ? ['+']
      : chord.split('+');
  return parts.map((part) => shown[part] ?? part).join(' ');
}
