import type { TrackDef } from '@framemill/timeline';
import type { MediaRecord } from '../model/media.ts';
import { type Row, rowAt } from './rows.ts';

/** What a dragged file is called in the data of a drag; the id of its media stands in it. */
const MEDIA_TYPE = 'application/x-framemill-media';

/** Puts a file into the data of a drag. */
export function carryMedia(data: DataTransfer, { id }: Pick<MediaRecord, 'id'>): void {
  data.setData(MEDIA_TYPE, id);
  data.effectAllowed = 'copy';
}

/** Whether a drag carries a file of the account: what it carries can be read at its end alone. */
export function carriesMedia(data: DataTransfer): boolean {
  return data.types.includes(MEDIA_TYPE);
}

/** The media id of a drag that ended; empty: it carried none. */
export function carriedMedia(data: DataTransfer): string {
  return data.getData(MEDIA_TYPE);
}

/** Where something is dropped, in pixels of the scrolled timeline without the names of tracks and the ruler. */
interface DropPoint {
  x: number;
  y: number;
  pxPerSec: number;
  fps: number;
}

/** The time (seconds, of a whole frame) and the track of a drop; no track below the last one, or where its type does not take the kind. */
export function dropPlace(
  { x, y, pxPerSec, fps }: DropPoint,
  rows: readonly Row[],
  kind: string | null,
): { start: number; track?: TrackDef } {
  const start = Math.max(0, Math.round((x / pxPerSec) * fps) / fps);
  const track = y < 0 ? undefined : rowAt(rows, y)?.track;
  const isFitting = track !== undefined && !track.locked && (kind === 'audio') === (track.type === 'audio');
  return isFitting ? { start, track } : { start };
}
