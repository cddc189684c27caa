import { useEffect } from 'react';
import { create } from 'zustand';
import { storage } from '../../client/storage.ts';
import { KEY_ACTIONS, type KeyActionId } from './key-actions.ts';
import { followFocus, isTextField } from './key-focus.ts';
import { chordOf, chordText, keepOwnKeys, keyMap, keysOf, type OwnKeys, readOwnKeys } from './key-map.ts';
import { selectedText } from './text-edit.ts';
import { useClipboard } from './use-clipboard.ts';
import { useActions, useReadEditor } from './use-editor.ts';
import { useKeyActions } from './use-key-actions.ts';

/** Callbacks that open the dialogs with a keyboard shortcut. */
export interface Openers {
  openPalette(): void;
  openHelp(): void;
}

/** Actions that a held key runs once, not again with each repetition of the key. */
const RUN_ONCE: ReadonlySet<KeyActionId> = new Set<KeyActionId>([
  'playPause',
  'loop',
  'fullScreen',
  'before',
  'beforeToggle',
  'wipe',
  'scopes',
  'snapping',
]);

/**
 * Installs the editor's keyboard shortcuts. Section "Keys and focus" of the package's README describes when a key is a
 * shortcut.
 */
export function useShortcuts({ openPalette, openHelp }: Openers): void {
  const keyActions = useKeyActions();
  const clipboard = useClipboard();
  const actions = useActions();
  const read = useReadEditor();
  const own = useOwnKeys((state) => state.own);
  useEffect(() => {
    const map = keyMap(own);
    /** Physical key that shows the preview without grades and effects while it is held. */
    let heldCode: string | null = null;
    const does: Record<KeyActionId, () => void> = {
      ...keyActions,
      ...{ palette: openPalette, help: openHelp, menu: openMenuOfFocus },
    };
    const focus = followFocus();
    let isSpaceOurs = false;

    function press(event: KeyboardEvent) {
      // A menu or list has already handled the key.
      if (event.defaultPrevented) return;
      const { target } = event;
      const chord = chordOf(event);
      if (chord === null) return;
      const id = map.get(chord);
      const isPalette = id === 'palette' && chord.startsWith('Ctrl+');
      if (!isPalette && isLayerOpen()) return;
      if (chord === 'Escape' && isTextField(target)) return target.blur();
      // The keys belong to an edited text also while another of its controls has the focus.
      if (!isPalette && read().textEdit) return chord === 'Escape' ? actions.endText() : undefined;
      // Without a text, Enter presses the focused control.
      if (id === 'editText' && !selectedText(read())) return;
      if (id === undefined || (!isPalette && focus.takes(target, chord))) return;
      // The browser sends clipboard events for these keys.
      if (NATIVE[chord] === id) return;
      event.preventDefault();
      if (chord === 'Space') isSpaceOurs = true;
      if (id === 'before') heldCode = event.code;
      if (!event.repeat || !RUN_ONCE.has(id)) does[id]();
    }

    function endHold() {
      if (heldCode === null) return;
      heldCode = null;
      actions.set({ comparison: 'none' });
    }

    function release(event: KeyboardEvent) {
      if (event.code === heldCode) endHold();
      if (event.key !== ' ') return;
      // Firefox presses a focused button when Space is released.
      if (isSpaceOurs) event.preventDefault();
      isSpaceOurs = false;
    }

    function native(event: ClipboardEvent) {
      const id = event.type === 'copy' || event.type === 'cut' || event.type === 'paste' ? event.type : null;
      const isOurs = id !== null && map.get(chordOfNative(id)) === id;
      if (!isOurs || isTextField(event.target) || read().textEdit || isLayerOpen()) return;
      // Selected text in a panel is copied as text.
      if (id !== 'paste' && !(document.getSelection()?.isCollapsed ?? true)) return;
      if (clipboard.native(event, id)) event.preventDefault();
    }

    addEventListener('keydown', press);
    addEventListener('keyup', release);
    // The window without the focus receives no release.
    addEventListener('blur', endHold);
    addEventListener('copy', native);
    addEventListener('cut', native);
    addEventListener('paste', native);
    return () => {
      focus.stop();
      removeEventListener('keydown', press);
      removeEventListener('keyup', release);
      removeEventListener('blur', endHold);
      endHold();
      removeEventListener('copy', native);
      removeEventListener('cut', native);
      removeEventListener('paste', native);
    };
  }, [keyActions, clipboard, own, openPalette, openHelp, actions, read]);
}

/** Chords for which the browser sends clipboard events, so that no permission is needed. */
const NATIVE: Record<string, KeyActionId> = { 'Ctrl+C': 'copy', 'Ctrl+X': 'cut', 'Ctrl+V': 'paste' };

function chordOfNative(id: 'copy' | 'cut' | 'paste'): string {
  return id === 'copy' ? 'Ctrl+C' : id === 'cut' ? 'Ctrl+X' : 'Ctrl+V';
}

/** Opens the context menu of the focused element, as browsers do by themselves on systems that have a key for that. */
function openMenuOfFocus(): void {
  const focused = document.activeElement;
  if (!focused || focused === document.body) return;
  const { left, bottom } = focused.getBoundingClientRect();
  const place = { clientX: Math.max(0, left), clientY: bottom };
  focused.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true, ...place }));
}

/** Selector of open dialogs, popovers and menus. Toasts have the role of a dialog, but take no keys. */
const OPEN_LAYERS = ':is([role=dialog], [role=alertdialog], [role=menu]):not([data-closed], [data-toast])';

/** Whether a dialog, popover or menu is open. All keys belong to it. */
function isLayerOpen(): boolean {
  return document.querySelector(OPEN_LAYERS) !== null;
}

/** Store of this browser's custom keys. */
export const useOwnKeys = create<{ own: OwnKeys; choose(own: OwnKeys): void }>((set) => ({
  own: readOwnKeys(storage),
  choose(own) {
    keepOwnKeys(storage, own);
    set({ own });
  },
}));

/** Returns the first key of each action as display text, for tooltips. */
export function useKeyTexts(): Record<string, string> {
  const own = useOwnKeys((state) => state.own);
  return Object.fromEntries(KEY_ACTIONS.map(({ id }) => [id, chordText(keysOf(own, id)[0] ?? '')]));
}
