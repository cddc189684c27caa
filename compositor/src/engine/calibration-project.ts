import { CLIP_DEFAULTS, type Clip, type Document, type Settings } from '@framemill/timeline/rendering';

/**
 * Builds the document that a machine renders to calibrate itself. All fields are set explicitly, so that a new node
 * need not load the schemas for their defaults.
 */
export function calibrationProject(settings: Partial<Settings>, clips: Clip[]): Document {
  const colors = { color: '#4f8cff', bg: '#16233f' };
  const track = (id: number, type: 'video' | 'audio') => ({
    ...{ id, label: `${type} ${id}`, type, ...colors, muted: false, locked: false, visible: true },
  });
  return {
    version: 2,
    settings: {
      ...{ name: 'Calibration', aspectRatio: '16:9', width: 1920, height: 1080, fps: 25, background: '#000000' },
      ...settings,
    },
    tracks: [track(0, 'video'), track(1, 'video'), track(2, 'video'), track(3, 'audio')],
    clips,
  };
}

/** Builds a clip of the calibration document, from 0 to `seconds`. */
export function calibrationClip(id: string, seconds: number, fields: Partial<Clip> & Pick<Clip, 'type'>): Clip {
  return { ...CLIP_DEFAULTS, id, trackIndex: 0, start: 0, duration: seconds, mediaDuration: seconds, ...fields };
}
