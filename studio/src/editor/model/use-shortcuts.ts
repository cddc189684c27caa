import { durationSec } from '@framemill/timeline';
import { useEffect } from 'react';
import { create } from 'zustand';
import { access } from '../../client/access.ts';
import { storage } from '../../client/storage.ts';
import { KEY_ACTIONS, type KeyActionId } from './key-actions.ts';
import { followFocus, isTextField } from './key-focus.ts';
import { chordOf, chordText, keepOwnKeys, keyMap, keysOf, type OwnKeys, readOwnKeys } from './key-map.ts';
import { useClipboard } from './use-clipboard.ts';
import { useEditActions } from './use-edit-actions.ts';
import { useActions, useReadEditor } from './use-editor.ts';

/** Callbacks that open the dialogs with a keyboard shortcut. */
export interface Openers {
  openPalette(): void;
  openHelp(): void;
}

/** Maximum playback rate that the J and L keys reach. */
const FASTEST = 8;

/** Actions that a held key runs once, not again with each repetition of the key. */
const RUN_ONCE: ReadonlySet<KeyActionId> = new Set(['playPause', 'snapping']);

/**
 * Installs the editor's keyboard shortcuts. Section "Keys and focus" of the package's README describes when a key is a
 * shortcut.
 */
export function useShortcuts({ openPalette, openHelp }: Openers): void {
  const actions = useActions();
  const read = useReadEditor();
  const edit = useEditActions();
  const clipboard = useClipboard();
  const own = useOwnKeys((state) => state.own);
  useEffect(() => {
    const map = keyMap(own);
    const step = (frames: number) => actions.seek(read().playheadSec + frames / read().document.settings.fps);
    const zoom = (factor: number) => actions.zoom(read().pxPerSec * factor);

    const does: Record<KeyActionId, () => void> = {
      playPause: () => actions.play(read().rate === 0 ? 1 : 0),
      playBack: () => actions.play(read().rate < 0 ? Math.max(-FASTEST, read().rate * 2) : -1),
      stop: () => actions.play(0),
      playOn: () => actions.play(read().rate > 0 ? Math.min(FASTEST, read().rate * 2) : 1),
      frameBack: () => step(-1),
      frameOn: () => step(1),
      secondBack: () => actions.seek(read().playheadSec - 1),
      secondOn: () => actions.seek(read().playheadSec + 1),
      toStart: () => actions.seek(0),
      toEnd: () => actions.seek(durationSec(read().document)),
      cutBack: () => edit.toCut(-1),
      cutOn: () => edit.toCut(1),
      split: edit.split,
      trimStart: () => edit.trimTo('start'),
      trimEnd: () => edit.trimTo('end'),
      markIn: () => edit.markEdge('start'),
      markOut: () => edit.markEdge('end'),
      delete: () => edit.remove(false),
      rippleDelete: () => edit.remove(true),
      nudgeBack: () => edit.nudge(-1),
      nudgeOn: () => edit.nudge(1),
      undo: actions.undo,
      redo: actions.redo,
      copy: () => void clipboard.copy(),
      cut: () => void clipboard.cut(),
      paste: () => void clipboard.paste(),
      duplicate: edit.duplicate,
      selectAll: edit.selectAll,
      selectNone: () => actions.select([]),
      group: edit.group,
      ungroup: edit.ungroup,
      addText: edit.addText,
      addMarker: edit.addMarker,
      addComment: () => {
        // The editor in another product has no comments.
        if (access().isStudio) actions.beginComment();
      },
      palette: openPalette,
      'tool.select': () => actions.set({ tool: 'select' }),
      'tool.ripple': () => actions.set({ tool: 'ripple' }),
      'tool.roll': () => actions.set({ tool: 'roll' }),
      'tool.slip': () => actions.set({ tool: 'slip' }),
      'tool.slide': () => actions.set({ tool: 'slide' }),
      'tool.razor': () => actions.set({ tool: 'razor' }),
      snapping: () => actions.set({ isSnapping: !read().isSnapping }),
      zoomIn: () => zoom(1.5),
      zoomOut: () => zoom(1 / 1.5),
      fit: actions.fit,
      lanes: edit.toggleLanes,
      help: openHelp,
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
      if (id === undefined || (!isPalette && focus.takes(target, chord))) return;
      // The browser sends clipboard events for these keys.
      if (NATIVE[chord] === id) return;
      event.preventDefault();
      if (chord === 'Space') isSpaceOurs = true;
      if (!event.repeat || !RUN_ONCE.has(id)) does[id]();
    }

    function release(event: KeyboardEvent) {
      if (event.key !== ' ') return;
      // Firefox presses a focused button when Space is released.
      if (isSpaceOurs) event.preventDefault();
      isSpaceOurs = false;
    }

    function native(event: ClipboardEvent) {
      const id = event.type === 'copy' || event.type === 'cut' || event.type === 'paste' ? event.type : null;
      const isOurs = id !== null && map.get(chordOfNative(id)) === id;
      if (!isOurs || isTextField(event.target) || isLayerOpen()) return;
      // Selected text in a panel is copied as text.
      if (id !== 'paste' && !(document.getSelection()?.isCollapsed ?? true)) return;
      if (clipboard.native(event, id)) event.preventDefault();
    }

    addEventListener('keydown', press);
    addEventListener('keyup', release);
    addEventListener('copy', native);
    addEventListener('cut', native);
    addEventListener('paste', native);
    return () => {
      focus.stop();
      removeEventListener('keydown', press);
      removeEventListener('keyup', release);
      removeEventListener('copy', native);
      removeEventListener('cut', native);
      removeEventListener('paste', native);
    };
  }, [actions, read, edit, clipboard, own, openPalette, openHelp]);
}

/** Chords for which the browser sends clipboard events, so that no permission is needed. */
const NATIVE: Record<string, KeyActionId> = { 'Ctrl+C': 'copy', 'Ctrl+X': 'cut', 'Ctrl+V': 'paste' };

function chordOfNative(id: 'copy' | 'cut' | 'paste'): string {
  return id === 'copy' ? 'Ctrl+C' : id === 'cut' ? 'Ctrl+X' : 'Ctrl+V';
}

/** Whether a dialog, popover or menu is open. All keys belong to it. */
function isLayerOpen(): boolean {
  return document.querySelector('[role=dialog], [role=alertdialog], [role=menu]') !== null;
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
