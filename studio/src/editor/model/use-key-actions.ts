import { durationSec } from '@framemill/timeline';
import { useMemo } from 'react';
import { access } from '../../client/access.ts';
import { toggleFullScreen } from './full-screen.ts';
import type { KeyActionId } from './key-actions.ts';
import { NO_RANGE } from './play-range.ts';
import { toggleScopes } from './scope-choice.ts';
import { selectedText } from './text-edit.ts';
import { useClipboard } from './use-clipboard.ts';
import { useEditActions } from './use-edit-actions.ts';
import { useActions, useReadEditor } from './use-editor.ts';

/** Maximum playback rate that the J and L keys reach. */
const FASTEST = 8;

/** Functions of the keyboard shortcuts, by id; without those that open dialogs and menus. */
export type KeyActions = Record<Exclude<KeyActionId, 'palette' | 'help' | 'menu'>, () => void>;

/** Returns the functions of the keyboard shortcuts. Buttons and menu items run the same ones. */
export function useKeyActions(): KeyActions {
  const actions = useActions();
  const read = useReadEditor();
  const edit = useEditActions();
  const clipboard = useClipboard();
  return useMemo(() => {
    const step = (frames: number) => actions.seek(read().playheadSec + frames / read().document.settings.fps);
    const frameSec = () => {
      const { playheadSec, document } = read();
      return Math.round(playheadSec * document.settings.fps) / document.settings.fps;
    };
    const zoom = (factor: number) => actions.zoom(read().pxPerSec * factor);

    return {
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
      markIn: () => actions.setRange({ inSec: frameSec() }),
      markOut: () => actions.setRange({ outSec: frameSec() }),
      clearIn: () => actions.setRange({ inSec: null }),
      clearOut: () => actions.setRange({ outSec: null }),
      clearRange: () => actions.setRange(NO_RANGE),
      loop: () => actions.set({ isLooping: !read().isLooping }),
      startHere: () => edit.markEdge('start'),
      endHere: () => edit.markEdge('end'),
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
      createComposition: edit.createComposition,
      addText: edit.addText,
      editText: () => {
        const clip = selectedText(read());
        if (clip) actions.editText(clip.id);
      },
      addMarker: edit.addMarker,
      addComment: () => {
        // The editor in another product has no comments.
        if (access().isStudio) actions.beginComment();
      },
      'tool.select': () => actions.set({ tool: 'select' }),
      'tool.ripple': () => actions.set({ tool: 'ripple' }),
      'tool.roll': () => actions.set({ tool: 'roll' }),
      'tool.slip': () => actions.set({ tool: 'slip' }),
      'tool.slide': () => actions.set({ tool: 'slide' }),
      'tool.razor': () => actions.set({ tool: 'razor' }),
      fullScreen: toggleFullScreen,
      before: () => actions.set({ comparison: 'before' }),
      beforeToggle: () => actions.set({ comparison: read().comparison === 'before' ? 'none' : 'before' }),
      wipe: () => actions.set({ comparison: read().comparison === 'wipe' ? 'none' : 'wipe' }),
      scopes: toggleScopes,
      snapping: () => actions.set({ isSnapping: !read().isSnapping }),
      zoomIn: () => zoom(1.5),
      zoomOut: () => zoom(1 / 1.5),
      fit: actions.fit,
      lanes: edit.toggleLanes,
    };
  }, [actions, read, edit, clipboard]);
}
