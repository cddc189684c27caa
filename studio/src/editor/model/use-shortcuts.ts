import { durationSec } from '@framemill/timeline';
import { useEffect } from 'react';
import { useEditActions } from './use-edit-actions.ts';
import { useActions, useReadEditor } from './use-editor.ts';

/** What keys open. */
export interface Openers {
  openPalette(): void;
  openHelp(): void;
}

/** Fastest that J and L play. */
const FASTEST = 8;

/** Makes the keys of the editor work, where nothing is being typed. */
export function useShortcuts({ openPalette, openHelp }: Openers): void {
  const actions = useActions();
  const read = useReadEditor();
  const edit = useEditActions();
  useEffect(() => {
    function press(event: KeyboardEvent) {
      const isMod = event.ctrlKey || event.metaKey;
      if (isMod && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        return openPalette();
      }
      if (isTyping(event.target) || document.querySelector('[role=dialog]')) return;
      const done = isMod ? withMod(event) : plain(event);
      if (done) event.preventDefault();
    }

    function withMod(event: KeyboardEvent): boolean {
      switch (event.key.toLowerCase()) {
        case 'z':
          if (event.shiftKey) actions.redo();
          else actions.undo();
          return true;
        case 'y':
          actions.redo();
          return true;
        case 'd':
          edit.duplicate();
          return true;
        case 'a':
          edit.selectAll();
          return true;
        default:
          return false;
      }
    }

    function plain(event: KeyboardEvent): boolean {
      const { playheadSec, rate, document: film, isSnapping, pxPerSec } = read();
      const step = event.shiftKey ? 1 : 1 / film.settings.fps;
      const keys: Record<string, () => void> = {
        ' ': () => actions.play(rate === 0 ? 1 : 0),
        k: () => actions.play(0),
        l: () => actions.play(rate > 0 ? Math.min(FASTEST, rate * 2) : 1),
        j: () => actions.play(rate < 0 ? Math.max(-FASTEST, rate * 2) : -1),
        arrowleft: () => actions.seek(playheadSec - step),
        arrowright: () => actions.seek(playheadSec + step),
        home: () => actions.seek(0),
        end: () => actions.seek(durationSec(film)),
        s: edit.split,
        q: () => edit.trimTo('start'),
        w: () => edit.trimTo('end'),
        delete: () => edit.remove(event.shiftKey),
        backspace: () => edit.remove(event.shiftKey),
        t: edit.addText,
        m: edit.addMarker,
        n: () => actions.set({ isSnapping: !isSnapping }),
        '+': () => actions.zoom(pxPerSec * 1.5),
        '=': () => actions.zoom(pxPerSec * 1.5),
        '-': () => actions.zoom(pxPerSec / 1.5),
        escape: () => actions.select([]),
        '?': openHelp,
      };
      const key = event.key.toLowerCase();
      // A focused button takes the space for itself.
      if (key === ' ' && event.target instanceof HTMLButtonElement && !event.target.dataset.clip) return false;
      const found = keys[key];
      found?.();
      return found !== undefined;
    }

    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [actions, read, edit, openPalette, openHelp]);
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.matches('input:not([type=range]):not([type=checkbox]), textarea, select, [contenteditable]')
  );
}
