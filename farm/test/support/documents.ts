import { CLIP_DEFAULTS, type Clip, createDocument, type Document } from '@framemill/timeline';

const still: Omit<Clip, 'id' | 'type' | 'duration'> = {
  ...CLIP_DEFAULTS,
  name: 'clip',
  start: 0,
  trackIndex: 0,
  mediaDuration: 0,
};

/** 160x90 at 30 fps: an uploaded video of `seconds`, untouched but for `fields`. */
export function filmDocument(src: string, seconds: number, fields: Partial<Clip> = {}): Document {
  const clip: Clip = { ...still, id: 'c1', type: 'video', src, duration: seconds, mediaDuration: seconds, ...fields };
  return { ...createDocument({ width: 160, height: 90 }), clips: [clip] };
}

/**
 * 160x90 at 30 fps: a star that turns over a rectangle that moves, `seconds` long; with a sound when `soundSrc` is
 * given.
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
 * A film whose looks are dear by their number, and cheap to draw: nothing of them shows. A scheduler gives it to
 * graphics cards.
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
