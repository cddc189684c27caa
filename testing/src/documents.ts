import { CLIP_DEFAULTS, type Clip, createDocument, type Document } from '@framemill/timeline';

const still: Omit<Clip, 'id' | 'type' | 'duration'> = {
  ...CLIP_DEFAULTS,
  name: 'clip',
  start: 0,
  trackIndex: 0,
  mediaDuration: 0,
};

/** Returns a 1080p30 document of `seconds` seconds with one moving shape over a background of the given color. */
export function shapeDocument(seconds: number, color: string): Document {
  const kfX = [
    { time: 0, value: 0 },
    { time: seconds, value: 100 },
  ];
  const shape = { kind: 'rectangle', width: 400, height: 200, fill: '#ffffff' } as const;
  return {
    ...createDocument({ background: color }),
    clips: [{ ...still, id: 'c1', type: 'shape', name: 'shape', duration: seconds, kfX, shape }],
  };
}

/**
 * Returns a document with one uploaded video of `seconds` seconds, 1080p30 unless `size` is given. `fields` overrides
 * fields of the video's clip.
 */
export function filmDocument(
  src: string,
  seconds: number,
  fields: Partial<Clip> = {},
  size?: { width: number; height: number },
): Document {
  const film: Clip = { ...still, id: 'c1', type: 'video', name: 'film', src, duration: seconds };
  return { ...createDocument(size), clips: [{ ...film, mediaDuration: seconds, ...fields }] };
}

/** Returns a 1080p30 document with one image from `src` for two seconds. */
export function imageDocument(src: string): Document {
  const image: Clip = { ...still, id: 'c1', type: 'image', name: 'picture', src, duration: 2, mediaDuration: 2 };
  return { ...createDocument(), clips: [image] };
}

/**
 * Returns a document of 160x90 at 30 fps that lasts `seconds`: a rotating star above a moving rectangle. With
 * `audioSrc` it has audio.
 */
export function smallDocument(seconds: number, audioSrc?: string): Document {
  const moving = (to: number) => [
    { time: 0, value: -to },
    { time: seconds, value: to },
  ];
  const clips: Clip[] = [
    {
      ...{ ...still, id: 'c1', type: 'shape', duration: seconds, kfX: moving(40) },
      shape: { kind: 'rectangle', width: 60, height: 40, fill: '#2a9d8f' },
    },
    {
      ...{ ...still, id: 'c2', type: 'shape', trackIndex: 1, duration: seconds, kfRotation: moving(180) },
      shape: { kind: 'star', width: 50, height: 50, fill: '#e9c46a' },
    },
  ];
  if (audioSrc !== undefined) {
    const audio = { id: 'c3', type: 'audio', trackIndex: 3, src: audioSrc } as const;
    clips.push({ ...still, ...audio, duration: seconds, mediaDuration: seconds });
  }
  return { ...createDocument({ width: 160, height: 90, background: '#264653' }), clips };
}

/**
 * Returns a document that the scheduler assigns to GPUs, because its many effects have a high estimated cost. It is
 * cheap to draw, because the clips with the effects are invisible.
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
