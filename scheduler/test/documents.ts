import { CLIP_DEFAULTS, type Clip, createDocument, type Document } from '@framemill/timeline';

const base: Omit<Clip, 'id' | 'type' | 'name' | 'src' | 'duration'> = {
  ...CLIP_DEFAULTS,
  start: 0,
  trackIndex: 0,
  mediaDuration: 0,
};

const rectangle = { kind: 'rectangle', width: 400, height: 200, fill: '#ffffff' } as const;

/** Returns a 1080p30 document of `seconds` seconds with one moving shape. */
export function shapeDocument(seconds: number, color: string): Document {
  const kfX = [
    { time: 0, value: 0 },
    { time: seconds, value: 100 },
  ];
  const shape: Clip = {
    ...base,
    id: 'c1',
    type: 'shape',
    name: 'shape',
    src: '',
    duration: seconds,
    kfX,
    shape: rectangle,
  };
  return { ...createDocument({ background: color }), clips: [shape] };
}

/**
 * Returns a 1080p30 document of one uploaded video of `seconds` seconds, without changes apart from `fields` of its
 * clip.
 */
export function filmDocument(src: string, seconds: number, fields: Partial<Clip> = {}): Document {
  const film: Clip = { ...base, id: 'c1', type: 'video', name: 'film', src, duration: seconds, mediaDuration: seconds };
  return { ...createDocument(), clips: [{ ...film, ...fields }] };
}

/** Returns a document with one image from `src`. */
export function imageDocument(src: string): Document {
  const image: Clip = { ...base, id: 'c1', type: 'image', name: 'picture', src, duration: 2, mediaDuration: 2 };
  return { ...createDocument(), clips: [image] };
}
