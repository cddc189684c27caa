import type { Clip, Command } from '@framemill/timeline';
import { MenuItem, MenuSeparator } from '../../ui/menu.tsx';
import { useClipboard } from '../model/use-clipboard.ts';
import { useEditActions } from '../model/use-edit-actions.ts';
import { runInBatches, useActions, useEditor } from '../model/use-editor.ts';
import { type Gap, gapAt, inRowOrder } from '../timeline/rows.ts';

/** Items of the menu of a track: of its button, and of its context menu. */
export function TrackMenuItems({ trackId }: { trackId: number }) {
  const { clips, isLocked } = useTrack(trackId);
  const playheadSec = useEditor((state) => state.playheadSec);
  const tracks = useEditor((state) => state.document.tracks);
  const actions = useActions();
  const rows = inRowOrder(tracks);
  const row = rows.findIndex(({ id }) => id === trackId);
  /** Returns the index of the track in the row above (-1) or below (1); null at the end of the tracks of its kind. */
  const indexBeside = (by: number) => {
    const other = rows[row + by];
    const isSameKind = (other?.type === 'audio') === (rows[row]?.type === 'audio');
    return other && isSameKind ? tracks.indexOf(other) : null;
  };
  const [above, below] = [indexBeside(-1), indexBeside(1)];
  const move = (toIndex: number | null) => {
    if (toIndex !== null) actions.run('Move track', [{ op: 'moveTrack', trackId, toIndex }]);
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
      <MenuItem icon="arrowUp" isDisabled={above === null} onClick={() => move(above)}>
        Move up
      </MenuItem>
      <MenuItem icon="arrowDown" isDisabled={below === null} onClick={() => move(below)}>
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
