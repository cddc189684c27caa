import { CLIP_DEFAULTS, type Clip, createDocument, type Document } from '@framemill/timeline';

const still: Omit<Clip, 'id' | 'type' | 'duration'> = {
  ...CLIP_DEFAULTS,
  name: 'clip',
  start: 0,
  trackIndex: 0,
  mediaDuration: 0,
};

/** Creates a document of 160x90 at 30 fps that shows an uploaded video for `seconds`. `fields` change its clip. */
export function filmDocument(src: string, seconds: number, fields: Partial<Clip> = {}): Document {
  const clip: Clip = { ...still, id: 'c1', type: 'video', src, duration: seconds, mediaDuration: seconds, ...fields };
  return { ...createDocument({ width: 160, height: 90 }), clips: [clip] };
}

/**
 * Creates a document of 160x90 at 30 fps that lasts `seconds`: a rotating star above a moving rectangle. With
 * `soundSrc` it has audio.
 */
export function smallDocument(seconds: number, audioSrc?: string): Document {
  const moving = (to: number) => [
    { time: 0, value: -to },
    { time: seconds, value: to },
  ];
  const clips: Clip[] = [
    {
      ...still,
      id: 'c1',
      type: 'shape',
      duration: seconds,
      kfX: moving(40),
      shape: { kind: 'rectangle', width: 60, height: 40, fill: '#2a9d8f' },
    },
    {
      ...still,
      id: 'c2',
      type: 'shape',
      trackIndex: 1,
      duration: seconds,
      kfRotation: moving(180),
      shape: { kind: 'star', width: 50, height: 50, fill: '#e9c46a' },
    },
  ];
  if (audioSrc !== undefined) {
    clips.push({
      ...still,
      id: 'c3',
      type: 'audio',
      trackIndex: 3,
      src: audioSrc,
      duration: seconds,
      mediaDuration: seconds,
    });
  }
  return { ...createDocument({ width: 160, height: 90, background: '#264653' }), clips };
}

/**
 * Creates a document whose many effects have a high estimated cost but are cheap to draw, because their clips are
 * invisible. The scheduler assigns such a document to GPUs.
 */
export function heavyDocument(seconds: number, settings: { width: number; height: number } | null = null): Document {
  const document = smallDocument(seconds);
  const hidden = Array.from({ length: 400 }, (_, index): Clip => {
    const place = { id: `hidden-${index}`, name: 'hidden', trackIndex: 2, opacity: 0 };
    const effects = [{ id: `e-${index}`, type: 'vhs' as const, enabled: true, params: {} }];
    const shape = { kind: 'circle', fill: '#ffffff', width: 20, height: 20 } as const;
    return { ...still, ...place, duration: seconds, type: 'shape', shape, effects };
  });
  return { ...document, settings: { ...document.settings, ...settings }, clips: [...document.clips, ...hidden] };
}
