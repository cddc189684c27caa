import { type DragEvent, type RefObject, useState } from 'react';
import { useEditActions } from '../model/use-edit-actions.ts';
import { useReadEditor } from '../model/use-editor.ts';
import { carriedMedia, carriesMedia, dropPlace } from './media-drop.ts';
import type { Row } from './rows.ts';
import { SNAP_PX, snapOffset, snapTimes } from './snapping.ts';

interface DropArea {
  scroller: RefObject<HTMLElement | null>;
  pxPerSec: number;
  rows: readonly Row[];
  /** Width of the track headers (`headerPx`) and height of the ruler (`rulerPx`), in pixels. */
  headerPx: number;
  rulerPx: number;
}

/**
 * Returns the drop handlers of the timeline: media files dragged from the panel become clips at the drop position. `at`
 * is the start time of the new clip in seconds; null while nothing is dragged.
 */
export function useMediaDrop({ scroller, pxPerSec, rows, headerPx, rulerPx }: DropArea) {
  const edit = useEditActions();
  const read = useReadEditor();
  const [at, setAt] = useState<number | null>(null);

  function placeOf({ clientX, clientY, shiftKey }: DragEvent, kind: string | null) {
    const element = scroller.current;
    const { document, playheadSec, isSnapping } = read();
    if (!element) return { start: 0 };
    const { left, top } = element.getBoundingClientRect();
    const [x, y] = [clientX - left + element.scrollLeft - headerPx, clientY - top + element.scrollTop - rulerPx];
    const place = dropPlace({ x, y, pxPerSec, fps: document.settings.fps }, rows, kind);
    if (isSnapping === shiftKey) return place;
    const snap = snapOffset([place.start], snapTimes(document, playheadSec, new Set()), SNAP_PX / pxPerSec);
    return snap ? { ...place, start: snap.at } : place;
  }

  return {
    at,
    handlers: {
      onDragOver(event: DragEvent) {
        if (!carriesMedia(event.dataTransfer)) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = 'copy';
        setAt(placeOf(event, null).start);
      },
      onDragLeave(event: DragEvent) {
        if (event.target === event.currentTarget) setAt(null);
      },
      onDrop(event: DragEvent) {
        const id = carriedMedia(event.dataTransfer);
        setAt(null);
        const record = read().media.find((one) => one.id === id);
        if (!record) return;
        event.preventDefault();
        edit.addMedia(record, placeOf(event, record.kind));
      },
    },
  };
}
