import { CLIP_DEFAULTS, type Clip, createDocument, type Document, type Html } from '@framemill/timeline';

const still: Omit<Clip, 'id' | 'type' | 'duration'> = {
  ...CLIP_DEFAULTS,
  name: 'clip',
  start: 0,
  trackIndex: 0,
  mediaDuration: 0,
};

/**
 * Returns a document with a rotating star over a moving disc, at 30 fps. The frame size is 640x360 by default. Segments
 * last one second in documents below 20 s, and two seconds in longer ones.
 */
export function shapesDocument(
  seconds: number,
  size: { width: number; height: number } = { width: 640, height: 360 },
): Document {
  const { width, height } = size;
  const between = (from: number, to: number) => [
    { time: 0, value: from },
    { time: seconds, value: to },
  ];
  const clips: Clip[] = [
    {
      ...still,
      id: 'disc',
      type: 'shape',
      duration: seconds,
      kfX: between(-width / 3, width / 3),
      shape: { kind: 'ellipse', width: height / 2, height: height / 2, fill: '#2a9d8f' },
    },
    {
      ...still,
      id: 'star',
      type: 'shape',
      trackIndex: 1,
      duration: seconds,
      kfRotation: between(0, 360),
      shape: { kind: 'star', width: height / 3, height: height / 3, fill: '#e9c46a' },
    },
  ];
  return { ...createDocument({ width, height, background: '#264653' }), clips };
}

/** Returns the document of `shapesDocument` with additional captions, one for every two seconds. */
export function captionsDocument(seconds: number, size?: { width: number; height: number }): Document {
  const base = shapesDocument(seconds, size);
  const captions = Array.from({ length: Math.ceil(seconds / 2) }, (_, index): Clip => {
    const start = index * 2;
    return {
      ...still,
      id: `caption-${index}`,
      type: 'text',
      trackIndex: 2,
      start,
      duration: Math.min(2, seconds - start),
      y: base.settings.height / 3,
      textStyle: { content: `Caption ${index + 1}`, fontSize: base.settings.height / 10, color: '#ffffff' },
    };
  });
  return { ...base, clips: [...base.clips, ...captions] };
}

/** Returns a document with a video of `seconds` seconds, including its audio, under a star. */
export function videoDocument(src: string, seconds: number): Document {
  const base = shapesDocument(seconds);
  const video: Clip = {
    ...still,
    id: 'video',
    type: 'video',
    src,
    duration: seconds,
    mediaDuration: seconds,
    scale: 0.9,
  };
  return { ...base, clips: [video, ...base.clips.filter(({ id }) => id === 'star')] };
}

/** Returns a document with an image that fills the frame, under a star. */
export function imageDocument(src: string, seconds: number): Document {
  const base = shapesDocument(seconds);
  const image: Clip = { ...still, id: 'picture', type: 'image', src, duration: seconds };
  return { ...base, clips: [image, ...base.clips.filter(({ id }) => id === 'star')] };
}

/** Returns a document with an HTML page that fills the frame for two seconds. */
export function pageDocument(html: Html): Document {
  const base = shapesDocument(2);
  return { ...base, clips: [{ ...still, id: 'page', type: 'html', html, duration: 2 }] };
}
