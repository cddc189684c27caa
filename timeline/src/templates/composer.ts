import type { Command } from '../command/command.ts';

/** Parameters of a command without its op. */
type Params = Readonly<Record<string, unknown>>;

/** Collects the commands of a template. Methods that add a clip return a reference for later commands of the list. */
export interface Composer {
  readonly commands: Command[];
  add(op: string, params: Params): string;
  /** Adds an image that fills the canvas. */
  photo(src: string, start: number, duration: number, more?: Params): string;
  /** Adds an image at a position of the canvas. */
  picture(
    src: string,
    at: { start: number; duration: number; x?: number; y?: number; scale: number },
    fit: 'contain' | 'cover',
  ): string;
  /** Adds a text; `style` has fields of its style. `x` and `y` are pixels from the middle of the canvas. */
  text(words: string, at: { start: number; duration: number; x?: number; y?: number }, style: Params): string;
  /** Adds a shape; `style` has its size in pixels. */
  shape(kind: string, at: { start: number; duration: number; x?: number; y?: number }, style: Params): string;
  motion(clipId: string, preset: string, more?: Params): void;
}

const sizes = { '16:9': [1920, 1080], '9:16': [1080, 1920], '1:1': [1080, 1080] } as const;

/** Starts a video of an aspect ratio on a background of one colour, 30 frames/s. */
export function compose(aspectRatio: keyof typeof sizes, background: string): Composer {
  const [width, height] = sizes[aspectRatio];
  const commands: Command[] = [];
  let layers = 0;
  const add = (op: string, params: Params): string => {
    commands.push({ op, ...params });
    return `$${commands.length - 1}.clipId`;
  };
  add('setProjectSettings', { aspectRatio, width, height, fps: 30, background });
  // Each added clip gets a track of its own, above all earlier ones.
  const track = (type: string, label: string): string => {
    add('addTrack', { type, label, index: ++layers });
    return `$${commands.length - 1}.trackId`;
  };
  return {
    commands,
    add,
    photo: (src, start, duration, more = {}) =>
      add('addClip', { type: 'image', src, start, duration, trackIndex: 0, fit: 'cover', ...more }),
    picture: (src, { start, duration, ...transform }, fit) => {
      const trackIndex = track('video', 'Picture');
      return add('addClip', { type: 'image', src, start, duration, trackIndex, fit, transform });
    },
    text: (text, { start, duration, x = 0, y = 0 }, style) => {
      const trackIndex = track('text', 'Text');
      const fitted = { overflow: 'shrink', ...style };
      return add('addTextClip', { text, start, duration, trackIndex, transform: { x, y }, style: fitted });
    },
    shape: (kind, { start, duration, x = 0, y = 0 }, style) => {
      const trackIndex = track('video', 'Shape');
      return add('addShapeClip', { kind, start, duration, trackIndex, transform: { x, y }, style });
    },
    motion: (clipId, preset, more = {}) => {
      add('applyMotionPreset', { clipId, preset, ...more });
    },
  };
}

/** Text animation with which a text appears word by word, each word rising from below, and fades out at its end. */
export const risesByWord = {
  animation: {
    in: { name: 'rise', unit: 'word', duration: 0.5, stagger: 0.1 },
    out: { name: 'fade', duration: 0.4 },
  },
} as const;

/** Text animation that fades in and out. */
export const fades = {
  animation: { in: { name: 'fade', duration: 0.5 }, out: { name: 'fade', duration: 0.4 } },
} as const;

/** Soft shadow that keeps a text readable on images. */
export const onFrame = { shadow: { y: 4, blur: 24, color: '#000000', opacity: 0.55 } } as const;
