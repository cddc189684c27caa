import type { Clip } from '@framemill/timeline';
import { type PointerEvent, type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { openTimeline } from '../model/entered.ts';
import { selectionAfterPress } from '../model/selection-after-press.ts';
import { runInBatches, useActions, useReadEditor } from '../model/use-editor.ts';
import { type Gesture, type GestureKind, gestureCommands, gestureLabel } from './gesture.ts';
import { type Row, rowAt } from './rows.ts';
import { RULER_PX } from './ruler.tsx';
import { SNAP_PX, snapOffset, snapTimes } from './snapping.ts';
import { gestureAt } from './tools.ts';
import { listenToDrags } from './use-command-drag.ts';

interface Held {
  kind: GestureKind;
  clip: Clip;
  clipIds: readonly string[];
  fromX: number;
  fromScroll: number;
  times: readonly number[];
  isMoved: boolean;
}

/** Distance that the pointer must move before a press counts as a drag, in pixels. */
const SLACK_PX = 3;

interface ClipGestureOptions {
  pxPerSec: number;
  rows: readonly Row[];
  scroller: RefObject<HTMLDivElement | null>;
  /** X position of time 0 within the scrolled content, in pixels. */
  leftPx: number;
  /** Returns the timeline times of audio onsets, in seconds. */
  beats(): readonly number[];
}

/**
 * Returns the handlers for dragging clips: move, trim, ripple, roll, slip and slide, with snapping. The result is
 * previewed during the drag.
 */
export function useClipGesture({ pxPerSec, rows, scroller, leftPx, beats }: ClipGestureOptions) {
  const actions = useActions();
  const read = useReadEditor();
  const held = useRef<Held | null>(null);
  const [snappedAt, setSnappedAt] = useState<number | null>(null);
  const latest = useRef({ pxPerSec, rows, beats });
  latest.current = { pxPerSec, rows, beats };

  useEffect(() => {
    function gestureNow(event: globalThis.PointerEvent): { gesture: Gesture; snapped: number | null } | null {
      const drag = held.current;
      const element = scroller.current;
      if (!drag || !element) return null;
      const { kind, clip, clipIds } = drag;
      const scale = latest.current.pxPerSec;
      const raw = (event.clientX - drag.fromX + element.scrollLeft - drag.fromScroll) / scale;
      const edges = edgesOf(drag, raw);
      const isSnapping = read().isSnapping !== event.shiftKey && edges.length > 0;
      const snap = isSnapping ? snapOffset(edges, drag.times, SNAP_PX / scale) : null;
      const y = event.clientY - element.getBoundingClientRect().top + element.scrollTop - RULER_PX;
      const row = rowAt(latest.current.rows, y);
      const trackId = kind === 'move' && row && row.track.id !== clip.trackIndex ? row.track.id : null;
      const gesture = { kind, clipId: clip.id, clipIds, deltaSec: raw + (snap?.offset ?? 0), trackId };
      return { gesture, snapped: snap?.at ?? null };
    }

    function move(event: globalThis.PointerEvent) {
      const drag = held.current;
      if (!drag) return;
      if (!drag.isMoved && Math.abs(event.clientX - drag.fromX) < SLACK_PX) return;
      drag.isMoved = true;
      const found = gestureNow(event);
      if (!found) return;
      setSnappedAt(found.snapped);
      actions.drag(gestureCommands(openTimeline(read().sync.document, read().entered), found.gesture));
    }

    function end(event: globalThis.PointerEvent) {
      const drag = held.current;
      const found = drag?.isMoved ? gestureNow(event) : null;
      held.current = null;
      setSnappedAt(null);
      if (!drag) return;
      if (drag.isMoved) actions.drag(null);
      if (!found || event.type === 'pointercancel') return;
      const commands = gestureCommands(openTimeline(read().sync.document, read().entered), found.gesture);
      if (commands.length > 0) runInBatches(actions, gestureLabel(found.gesture), commands);
    }

    function abandon() {
      if (!held.current) return;
      held.current = null;
      setSnappedAt(null);
      actions.drag(null);
    }

    return listenToDrags({ move, end, abandon });
  }, [actions, read, scroller]);

  const begin = useCallback(
    (event: PointerEvent<HTMLElement>, clip: Clip): void => {
      const element = scroller.current;
      if (event.button !== 0 || !element) return;
      const { selection, document, playheadSec, tool } = read();
      const scale = latest.current.pxPerSec;
      const timeSec = (event.clientX - element.getBoundingClientRect().left + element.scrollLeft - leftPx) / scale;
      const isLocked = document.tracks.some(({ id, locked }) => id === clip.trackIndex && locked);
      if (tool === 'razor' && !isLocked) {
        const at = Math.round(timeSec * document.settings.fps) / document.settings.fps;
        if (at > clip.start && at < clip.start + clip.duration)
          actions.run('Split clip', [{ op: 'splitClip', clipId: clip.id, at }]);
        return;
      }
      const kind = gestureAt(tool, (timeSec - clip.start) * scale, clip.duration * scale, event);
      const isMore = (event.shiftKey && !event.altKey) || ((event.ctrlKey || event.metaKey) && kind === 'move');
      const ids = selectionAfterPress(selection, clip, document.clips, isMore);
      actions.select(ids);
      if (isLocked) return;
      const clipIds = kind === 'move' && ids.includes(clip.id) ? ids : [clip.id];
      held.current = {
        ...{ kind, clip, clipIds, fromX: event.clientX, fromScroll: element.scrollLeft, isMoved: false },
        times: snapTimes(document, playheadSec, new Set(clipIds), latest.current.beats()),
      };
    },
    [actions, read, scroller, leftPx],
  );

  return { begin, snappedAt };
}

function edgesOf({ kind, clip }: Held, deltaSec: number): number[] {
  const [start, end] = [clip.start + deltaSec, clip.start + clip.duration + deltaSec];
  if (kind === 'move' || kind === 'slide') return [start, end];
  if (kind === 'trim-start' || kind === 'roll-start') return [start];
  return kind === 'trim-end' || kind === 'roll-end' || kind === 'ripple-end' ? [end] : [];
}
