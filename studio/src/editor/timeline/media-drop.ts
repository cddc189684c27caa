import type { TrackDef } from '@framemill/timeline';
import type { MediaRecord } from '../model/media.ts';
import { type Row, rowAt } from './rows.ts';

/** Data type of a dragged media file in the drag data. Its value is the media id. */
const MEDIA_TYPE = 'application/x-framemill-media';

/** Adds a media file to the data of a drag. */
export function carryMedia(data: DataTransfer, { id }: Pick<MediaRecord, 'id'>): void {
  data.setData(MEDIA_TYPE, id);
  data.effectAllowed = 'copy';
}

/** Whether a drag carries a media file of the account. Browsers reveal its id only when it is dropped. */
export function carriesMedia(data: DataTransfer): boolean {
  return data.types.includes(MEDIA_TYPE);
}

/** Returns the media id of a completed drag; an empty string when it carries none. */
export function carriedMedia(data: DataTransfer): string {
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
