import { KEY_ACTIONS, type KeyActionId } from './key-actions.ts';

/** Custom keys of a user, for the actions whose keys differ from the defaults. */
export type OwnKeys = Partial<Record<KeyActionId, readonly string[]>>;

/** Fields of a keyboard event that determine a chord. */
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

/**
 * Returns a key press as text, such as `Ctrl+Shift+Z`; Command counts as Ctrl. Returns null when only modifier keys are
 * pressed.
 */
export function chordOf({ key, ctrlKey, metaKey, altKey, shiftKey }: PressedKey): string | null {
  if (HELD.has(key)) return null;
  const name = NAMES[key] ?? (key.length === 1 ? key.toUpperCase() : key);
  // Keyboards differ in which characters need Shift: the character alone is enough.
  const hasCase = name.length > 1 || name.toLowerCase() !== name.toUpperCase();
  return `${ctrlKey || metaKey ? 'Ctrl+' : ''}${altKey ? 'Alt+' : ''}${shiftKey && hasCase ? 'Shift+' : ''}${name}`;
}

/** Returns the keys of an action: the custom ones, or the defaults. */
export function keysOf(own: OwnKeys, id: KeyActionId): readonly string[] {
  return own[id] ?? KEY_ACTIONS.find((action) => action.id === id)?.keys ?? [];
}

/** Returns the action of each chord. A custom chord takes precedence over the default action of the same chord. */
export function keyMap(own: OwnKeys): ReadonlyMap<string, KeyActionId> {
  const map = new Map<string, KeyActionId>();
  for (const { id, keys } of KEY_ACTIONS) if (!own[id]) for (const chord of keys) map.set(chord, id);
  for (const { id } of KEY_ACTIONS) for (const chord of own[id] ?? []) map.set(chord, id);
  return map;
}

/** Local storage key of the custom keys. */
const STORED_AS = 'framemill.keys';

/** Reads the custom keys. Returns an empty object when none are stored or the stored text is invalid. */
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

/** Stores the custom keys. When the browser's storage is full or blocked, they are lost when the page closes. */
export function keepOwnKeys(storage: Pick<Storage, 'setItem'>, own: OwnKeys): void {
  try {
    storage.setItem(STORED_AS, JSON.stringify(own));
  } catch {
    // The storage is full or blocked: the keys work until the page is closed.
  }
}

/** Returns a chord as display text for lists and tooltips: `Ctrl Shift Z`, `←`. */
export function chordText(chord: string): string {
  const arrows = { Left: '←', Right: '→', Up: '↑', Down: '↓' };
  const shown: Record<string, string> = { ...arrows, '-': '−', ContextMenu: 'Menu' };
  const parts = chord.endsWith('++')
    ? [...chord.slice(0, -2).split('+'), '+']
    : chord === '+'
      ? ['+']
      : chord.split('+');
  return parts.map((part) => shown[part] ?? part).join(' ');
}
