import type { TrackDef } from '@framemill/timeline';
import { type DragEvent, type RefObject, useState } from 'react';
import type { MediaRecord } from '../model/media.ts';
import { useEditActions } from '../model/use-edit-actions.ts';
import { useReadEditor } from '../model/use-editor.ts';
import { type Row, rowAt } from './rows.ts';
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

/** Data type of a dragged media file in the drag data. Its value is the media id. */
const MEDIA_TYPE = 'application/x-framemill-media';

/** Adds a media file to the data of a drag. */
export function carryMedia(data: DataTransfer, { id }: Pick<MediaRecord, 'id'>): void {
  data.setData(MEDIA_TYPE, id);
  data.effectAllowed = 'copy';
}

/** Whether a drag carries a media file of the account. Browsers reveal its id only when it is dropped. */
function carriesMedia(data: DataTransfer): boolean {
  return data.types.includes(MEDIA_TYPE);
}

/** Returns the media id of a completed drag; an empty string when it carries none. */
function carriedMedia(data: DataTransfer): string {
  return data.getData(MEDIA_TYPE);
}

/** Drop position in pixels within the scrolled timeline, excluding track headers and ruler. */
interface DropPoint {
  x: number;
  y: number;
  pxPerSec: number;
  fps: number;
}

/**
 * Returns the time (seconds, on a whole frame) and the track of a drop. The track is absent below the last row, or when
 * it is locked or does not accept the media kind.
 */
function dropPlace(
  { x, y, pxPerSec, fps }: DropPoint,
  rows: readonly Row[],
  kind: string | null,
): { start: number; track?: TrackDef } {
  const start = Math.max(0, Math.round((x / pxPerSec) * fps) / fps);
  const track = y < 0 ? undefined : rowAt(rows, y)?.track;
  const isFitting = track !== undefined && !track.locked && (kind === 'audio') === (track.type === 'audio');
  return isFitting ? { start, track } : { start };
}
