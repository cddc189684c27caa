import type { TrackType } from '../vocabulary/index.ts';
import type { Document, Settings } from './document.ts';
import { CANVAS_SIZES } from './limits.ts';
import { parseDocument } from './parse-document.ts';
import type { TrackDef } from './track.ts';

const TRACK_COLORS: Record<TrackType, { color: string; bg: string }> = {
  video: { color: '#4f8cff', bg: '#16233f' },
  text: { color: '#f2b84b', bg: '#3a2d12' },
  audio: { color: '#4fc98a', bg: '#12351f' },
};

/**
 * Creates an empty project with the tracks Video 1, Video 2, Text and Audio. 16:9 at 1920x1080, 30 fps, black.
 * `settings` override these values; an `aspectRatio` alone also sets its default size. Throws `invalid_request` for
 * settings out of range.
 */
export function createDocument(settings: Partial<Settings> = {}): Document {
  const size = CANVAS_SIZES[settings.aspectRatio ?? '16:9'] ?? CANVAS_SIZES['16:9'];
  return parseDocument({
    version: 2,
    settings: { name: 'Untitled', aspectRatio: '16:9', ...size, fps: 30, background: '#000000', ...settings },
    tracks: [
      createTrack(0, 'video', 'Video 1'),
      createTrack(1, 'video', 'Video 2'),
      createTrack(2, 'text', 'Text'),
      createTrack(3, 'audio', 'Audio'),
    ],
    clips: [],
  });
}

/** Creates a track: visible, neither muted nor locked, in the colours of its type. */
export function createTrack(id: number, type: TrackType, label: string): TrackDef {
  return { id, label, type, ...TRACK_COLORS[type], muted: false, locked: false, visible: true };
}
