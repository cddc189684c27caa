import type { Clip, Command } from '@framemill/timeline';
import { MenuItem, MenuSeparator } from '../../ui/menu.tsx';
import { useClipboard } from '../model/use-clipboard.ts';
import { useEditActions } from '../model/use-edit-actions.ts';
import { runInBatches, useActions, useEditor, useReadEditor } from '../model/use-editor.ts';
import { type Gap, gapAt } from '../timeline/rows.ts';

/** Items of the menu of a track: of its button, and of its context menu. */
export function TrackMenuItems({ trackId }: { trackId: number }) {
  const { clips, isLocked } = useTrack(trackId);
  const playheadSec = useEditor((state) => state.playheadSec);
  const actions = useActions();
  const read = useReadEditor();
  const move = (by: number) => {
    const at = read().document.tracks.findIndex(({ id }) => id === trackId);
    actions.run('Move track', [{ op: 'moveTrack', trackId, toIndex: Math.max(0, at + by) }]);
  };
  return (
    <>
      <MenuItem
        icon="pointer"
        isDisabled={clips.length === 0}
        onClick={() => actions.select(clips.map(({ id }) => id))}
      >
        Select clips
      </MenuItem>
      <MenuItem icon="arrowUp" onClick={() => move(1)}>
        Move up
      </MenuItem>
      <MenuItem icon="arrowDown" onClick={() => move(-1)}>
        Move down
      </MenuItem>
      <MenuItem icon="copy" onClick={() => actions.run('Duplicate track', [{ op: 'duplicateTrack', trackId }])}>
        Duplicate
      </MenuItem>
      <MenuSeparator />
      <CloseGapItem gap={isLocked ? null : gapAt(clips, playheadSec)} trackId={trackId}>
        Close gap at playhead
      </CloseGapItem>
      <CloseGapsItem trackId={trackId} />
      <MenuSeparator />
      <MenuItem icon="trash" isDanger onClick={() => actions.run('Delete track', [{ op: 'removeTrack', trackId }])}>
        Delete
      </MenuItem>
    </>
  );
}

interface GapMenuItemsProps {
  trackId: number;
  /** Time that was pressed, in seconds. */
  timeSec: number;
  openCommand(op: string): void;
}

/** Items of the context menu of an empty time of a track. Clips are added at the time that was pressed. */
export function GapMenuItems({ trackId, timeSec, openCommand }: GapMenuItemsProps) {
  const { clips, isLocked } = useTrack(trackId);
  const actions = useActions();
  const edit = useEditActions();
  const clipboard = useClipboard();
  const later = clips.filter(({ start }) => start >= timeSec);
  const there = (work: () => void) => () => {
    actions.seek(timeSec);
    work();
  };
  return (
    <>
      <CloseGapItem gap={isLocked ? null : gapAt(clips, timeSec)} trackId={trackId}>
        Close gap
      </CloseGapItem>
      <CloseGapsItem trackId={trackId} />
      <MenuItem icon="ripple" onClick={there(() => openCommand('insertGap'))}>
        Insert gap
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon="copy" onClick={there(() => void clipboard.paste())}>
        Paste here
      </MenuItem>
      <MenuItem icon="text" onClick={there(edit.addText)}>
        Add text here
      </MenuItem>
      <MenuItem icon="marker" onClick={there(edit.addMarker)}>
        Add marker here
      </MenuItem>
      <MenuSeparator />
      <MenuItem
        icon="pointer"
        isDisabled={later.length === 0}
        onClick={() => actions.select(later.map(({ id }) => id))}
      >
        Select later clips
      </MenuItem>
    </>
  );
}

interface CloseGapItemProps {
  trackId: number;
  gap: Gap | null;
  children: string;
}

/** Menu item that closes one gap of a track. It is disabled when there is no gap, or no clip after it. */
function CloseGapItem({ trackId, gap, children }: CloseGapItemProps) {
  const { clips } = useTrack(trackId);
  const actions = useActions();
  const commands = gap ? closeGap(clips, gap) : [];
  return (
    <MenuItem
      icon="swap"
      isDisabled={commands.length === 0}
      onClick={() => runInBatches(actions, 'Close gap', commands)}
    >
      {children}
    </MenuItem>
  );
}

function CloseGapsItem({ trackId }: { trackId: number }) {
  const actions = useActions();
  return (
    <MenuItem icon="swap" onClick={() => actions.run('Close gaps', [{ op: 'closeGaps', trackIndex: trackId }])}>
      Close gaps
    </MenuItem>
  );
}

/** Returns the commands that move the clips after a gap to its start. */
function closeGap(clips: readonly Clip[], { startSec, endSec }: Gap): Command[] {
  return clips
    .filter(({ start }) => start >= endSec)
    .map(({ id, start }) => {
      return { op: 'moveClip', clipId: id, start: Math.round((start - endSec + startSec) * 1e6) / 1e6 };
    });
}

/** Returns the clips of a track in order of time, and whether it is locked. */
function useTrack(trackId: number): { clips: Clip[]; isLocked: boolean } {
  const { clips, tracks } = useEditor((state) => state.document);
  return {
    clips: clips.filter(({ trackIndex }) => trackIndex === trackId).toSorted((a, b) => a.start - b.start),
    isLocked: tracks.some(({ id, locked }) => id === trackId && locked),
  };
}
