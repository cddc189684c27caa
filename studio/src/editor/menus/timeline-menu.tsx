import type { MouseEvent } from 'react';
import { access } from '../../client/access.ts';
import { ContextMenu, useContextMenu } from '../../ui/menu.tsx';
import { selectionAfterPress } from '../model/selection-after-press.ts';
import { useActions, useReadEditor } from '../model/use-editor.ts';
import { clipAt, type Row } from '../timeline/rows.ts';
import { ClipMenuItems } from './clip-menu.tsx';
import { GapMenuItems, TrackMenuItems } from './track-menus.tsx';

/** Subject of a context menu on the timeline. */
type TimelineTarget =
  | { kind: 'clip' }
  | { kind: 'track'; trackId: number }
  | { kind: 'gap'; trackId: number; timeSec: number };

const LABELS = { clip: 'Clip', track: 'Track', gap: 'Gap' };

/**
 * Returns the handler of `contextmenu` events on the timeline, and the menu: of the selected clips, of a track, or of
 * an empty time. A clip that is not selected is selected first.
 */
export function useTimelineMenu(rows: readonly Row[], pxPerSec: number, openCommand: (op: string) => void) {
  const actions = useActions();
  const read = useReadEditor();
  const { menu, open, close } = useContextMenu<TimelineTarget>();

  function targetAt({ target, currentTarget, clientX }: MouseEvent): TimelineTarget | null {
    // Popups are children of the timeline in React, but not in the page.
    if (!(target instanceof HTMLElement) || !currentTarget.contains(target)) return null;
    const header = target.closest<HTMLElement>('[data-track-header]');
    if (header) return { kind: 'track', trackId: Number(header.dataset.trackHeader) };
    const lane = target.closest<HTMLElement>('[data-track]');
    const row = rows.find(({ track }) => lane?.dataset.track === String(track.id));
    if (!lane || !row) return null;
    const timeSec = Math.max(0, (clientX - lane.getBoundingClientRect().left) / pxPerSec);
    const clipId = target.closest<HTMLElement>('[data-clip]')?.dataset.clip;
    // Clips too narrow to be elements are found by their time.
    const clip = row.clips.find(({ id }) => id === clipId) ?? clipAt(row.clips, timeSec);
    if (!clip) return { kind: 'gap', trackId: row.track.id, timeSec };
    const { selection, document } = read();
    actions.select(selectionAfterPress(selection, clip, document.clips, false));
    return { kind: 'clip' };
  }

  return {
    onContextMenu(event: MouseEvent) {
      const target = access().mayEdit ? targetAt(event) : null;
      if (target) open(event, target);
    },
    menu: (
      <ContextMenu label={LABELS[menu?.target.kind ?? 'clip']} menu={menu} onClose={close}>
        {(target) => {
          if (target.kind === 'clip') return <ClipMenuItems openCommand={openCommand} />;
          if (target.kind === 'track') return <TrackMenuItems trackId={target.trackId} />;
          return <GapMenuItems {...target} openCommand={openCommand} />;
        }}
      </ContextMenu>
    ),
  };
}
