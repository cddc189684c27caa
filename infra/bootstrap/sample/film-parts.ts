/** Command in the form that `POST /v1/projects/{id}/commands` accepts. */
export interface Command {
  readonly op: string;
  readonly [param: string]: unknown;
}

/** Keyframes of one property: seconds from the clip's start, value, and easing towards the next keyframe. */
export type Motion = readonly (readonly [time: number, value: number, easing?: string])[];

/**
 * Clip of the sample video: the command that adds the clip, its keyframes, and the commands that need the clip's id.
 */
export interface FilmClip {
  /** Name of the track in `filmTracks`, or the id of one of the tracks of every new project. */
  readonly track: string | number;
  readonly add: Command;
  readonly motion?: Readonly<Record<string, Motion>>;
  readonly after?: readonly Command[];
}

const cream = '#fff6ea';
/** Accent colour of the sample video. */
export const amber = '#ffb765';
/** Soft shadow that keeps text readable on bright clouds. */
export const shadow = { x: 0, y: 4, blur: 28, color: '#050914', opacity: 0.5 };

/** Position of a line of text: its left edge and its vertical centre, in pixels from the centre of the canvas. */
export interface Place {
  readonly left: number;
  readonly y: number;
}

/** Width of the text box of a line, in pixels; the text is aligned left. */
const lineWidth = 820;

/** Returns a clip with one line of a headline, which rises into its position and sinks as it fades out. */
export function title(track: string, content: string, start: number, duration: number, place: Place): FilmClip {
  const style = { fontSize: 136, fontWeight: 800, letterSpacing: -4, width: lineWidth, align: 'left', shadow };
  const { y } = place;
  return {
    track,
    add: text(content, start, duration, style),
    motion: {
      opacity: [
        [0, 0, 'easeOut'],
        [0.5, 1],
        [duration - 0.5, 1, 'easeIn'],
        [duration, 0],
      ],
      y: [
        [0, y + 56, 'easeOutCubic'],
        [0.8, y],
        [duration - 0.5, y, 'easeInCubic'],
        [duration, y - 24],
      ],
    },
    after: [{ op: 'setTransform', x: place.left + lineWidth / 2 }],
  };
}

/** Returns a clip with a line of small print below a headline. */
export function smallPrint(content: string, start: number, duration: number, place: Place): FilmClip {
  const style = {
    fontSize: 34,
    fontWeight: 600,
    width: lineWidth,
    align: 'left',
    shadow: { ...shadow, blur: 14, opacity: 0.8 },
  };
  return {
    track: 'Small print',
    add: text(content, start, duration, style),
    motion: {
      opacity: [
        [0, 0, 'easeOut'],
        [0.5, 1],
        [duration - 0.4, 1, 'easeIn'],
        [duration, 0],
      ],
    },
    after: [{ op: 'setTransform', x: place.left + lineWidth / 2, y: place.y }],
  };
}

/** Returns a clip with a short horizontal line that grows from its left end, at the x position `left`. */
export function rule(left: number, start: number, duration: number, y: number): FilmClip {
  const width = 132;
  return {
    track: 'Graphics',
    add: {
      op: 'addShapeClip',
      kind: 'rounded-rectangle',
      start,
      duration,
      style: { width, height: 8, cornerRadius: 4, fill: amber },
    },
    motion: {
      scaleX: [
        [0, 0.02, 'easeOutCubic'],
        [0.7, 1],
      ],
      x: [
        [0, left + 4, 'easeOutCubic'],
        [0.7, left + width / 2],
      ],
      opacity: [
        [duration - 0.4, 1, 'easeIn'],
        [duration, 0],
      ],
    },
    after: [{ op: 'setTransform', y }],
  };
}

/**
 * Returns the command for a text clip in the style of the video. `style` adds fields to this style or overrides them.
 */
export function text(content: string, start: number, duration: number, style: Record<string, unknown>): Command {
  return { op: 'addTextClip', text: content, start, duration, style: { fontFamily: 'Inter', color: cream, ...style } };
}

/** Returns the SVG path of `count` rectangles in a row. */
export function blockPath(count: number, width: number, height: number, gap: number): string {
  return Array.from({ length: count }, (_, i) => {
    const x = i * (width + gap);
    return `M${x} 0h${width}v${height}h${-width}z`;
  }).join('');
}
