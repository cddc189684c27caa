import {
  type FramePixels,
  histogramOf,
  LEVELS,
  type PixelValue,
  SKIN_ANGLE,
  VECTOR_TARGETS,
  vectorPlace,
  vectorscopeOf,
  waveformOf,
} from './scope-values.ts';

type Rgb = readonly [red: number, green: number, blue: number];

/** Size of a scope in CSS pixels. */
export interface ScopeSize {
  width: number;
  height: number;
}

/** Space to the left of the axis, for its labels, and above and below it. */
const LABELS_PX = 24;
const EDGE_PX = 8;
/** Colours of the traces, on the dark ground that scopes have in both themes. */
const TRACES: Record<PixelValue, Rgb> = {
  ...{ luma: [215, 224, 234], red: [255, 90, 95] },
  ...{ green: [66, 209, 125], blue: [91, 155, 255] },
};
const GROUND = '#0a0c0e';
const LINE = '#ffffff38';
const LABEL = '#c9d1da';
/** Levels with a line and a label, in IRE: 0 is black, 100 is white. */
const IRE = [0, 25, 50, 75, 100];

/** Draws the luma of a frame by column, with a scale in IRE. */
export function drawWaveform(context: CanvasRenderingContext2D, size: ScopeSize, frame: FramePixels): void {
  ground(context, size);
  drawTrace(context, plotOf(size), frame, 'luma');
  drawIre(context, size);
}

/** Draws red, green and blue of a frame by column, next to each other. */
export function drawParade(context: CanvasRenderingContext2D, size: ScopeSize, frame: FramePixels): void {
  ground(context, size);
  const { left, top, width, height } = plotOf(size);
  for (const [index, channel] of (['red', 'green', 'blue'] as const).entries()) {
    const part = { left: left + (index * width) / 3, top, width: width / 3 - 2, height };
    drawTrace(context, part, frame, channel);
  }
  drawIre(context, size);
}

/** Draws the numbers of pixels by level: red, green and blue, and the luma as a line. */
export function drawHistogram(context: CanvasRenderingContext2D, size: ScopeSize, frame: FramePixels): void {
  ground(context, size);
  const plot = { left: EDGE_PX, top: EDGE_PX, width: size.width - 2 * EDGE_PX, height: size.height - 2 * EDGE_PX - 12 };
  const values = (['red', 'green', 'blue', 'luma'] as const).map(
    (value) => [value, histogramOf(frame, value)] as const,
  );
  // The bars of a flat area would hide all others.
  const most = Math.max(1, ...values.map(([, counts]) => secondLargest(counts)));
  context.globalCompositeOperation = 'lighter';
  for (const [value, counts] of values) {
    context.beginPath();
    context.moveTo(plot.left, plot.top + plot.height);
    for (let level = 0; level < LEVELS; level++) {
      const x = plot.left + (level * plot.width) / (LEVELS - 1);
      context.lineTo(x, plot.top + plot.height * (1 - Math.min(1, Math.sqrt((counts[level] ?? 0) / most))));
    }
    context.lineTo(plot.left + plot.width, plot.top + plot.height);
    const [red, green, blue] = TRACES[value];
    if (value === 'luma') {
      context.strokeStyle = `rgb(${red} ${green} ${blue} / 0.9)`;
      context.lineWidth = 1;
      context.stroke();
    } else {
      context.fillStyle = `rgb(${red} ${green} ${blue} / 0.45)`;
      context.fill();
    }
  }
  context.globalCompositeOperation = 'source-over';
  for (const ire of IRE) {
    const x = plot.left + (ire / 100) * plot.width;
    line(context, x, plot.top, x, plot.top + plot.height);
    const align = ire === 0 ? 'left' : ire === 100 ? 'right' : 'center';
    label(context, String(ire), x, plot.top + plot.height + 10, align);
  }
}

/** Draws the colour differences of a frame, with the targets of 75 % colour bars and the skin line. */
export function drawVectorscope(context: CanvasRenderingContext2D, size: ScopeSize, frame: FramePixels): void {
  ground(context, size);
  const side = Math.min(size.width, size.height) - 2 * EDGE_PX;
  const [left, top] = [(size.width - side) / 2, (size.height - side) / 2];
  const middle = [left + side / 2, top + side / 2] as const;
  // As many places as pixels: a colour that is alone in its place would fade between pixels.
  const counts = vectorscopeOf(frame, side);
  const least = (frame.width * frame.height) / 4_000;
  const image = traceImage(side, side, (x, y) => {
    const count = counts[y * side + x] ?? 0;
    if (count === 0) return null;
    return { color: colorAt(x / (side - 1) - 0.5, 0.5 - y / (side - 1)), share: count / (count + least) };
  });
  context.drawImage(image, left, top, side, side);
  context.beginPath();
  context.arc(middle[0], middle[1], side / 2, 0, 2 * Math.PI);
  context.strokeStyle = LINE;
  context.stroke();
  line(context, left, middle[1], left + side, middle[1]);
  line(context, middle[0], top, middle[0], top + side);
  const skin = (SKIN_ANGLE * Math.PI) / 180;
  context.setLineDash([4, 3]);
  line(
    context,
    ...middle,
    middle[0] + (Math.cos(skin) * side) / 2,
    middle[1] - (Math.sin(skin) * side) / 2,
    '#f0c8a0b0',
  );
  context.setLineDash([]);
  label(
    context,
    'Skin',
    middle[0] + Math.cos(skin) * side * 0.44 - 15,
    middle[1] - Math.sin(skin) * side * 0.44,
    'center',
  );
  for (const { name, cb, cr } of VECTOR_TARGETS) {
    const [x, y] = vectorPlace(cb, cr, side);
    context.strokeStyle = LABEL;
    context.strokeRect(left + x - 4, top + y - 4, 8, 8);
    label(context, name, left + x + (cb < 0 ? -7 : 7), top + y + 3, cb < 0 ? 'right' : 'left');
  }
}

interface Plot {
  left: number;
  top: number;
  width: number;
  height: number;
}

function plotOf({ width, height }: ScopeSize): Plot {
  return { left: LABELS_PX, top: EDGE_PX, width: width - LABELS_PX - 4, height: height - 2 * EDGE_PX };
}

function ground(context: CanvasRenderingContext2D, { width, height }: ScopeSize): void {
  context.fillStyle = GROUND;
  context.fillRect(0, 0, width, height);
  context.lineWidth = 1;
}

/** Draws a waveform in a part of the canvas, with one place of the trace for each pixel. */
function drawTrace(context: CanvasRenderingContext2D, plot: Plot, frame: FramePixels, value: PixelValue): void {
  const [columns, rows] = [Math.round(plot.width), Math.round(plot.height)];
  const { counts, pixelsPerColumn } = waveformOf(frame, columns, value);
  const places = new Uint32Array(columns * rows);
  for (const [index, count] of counts.entries()) {
    if (count === 0) continue;
    const row = Math.round((1 - (index % LEVELS) / (LEVELS - 1)) * (rows - 1));
    const place = row * columns + Math.floor(index / LEVELS);
    places[place] = (places[place] ?? 0) + count;
  }
  const least = pixelsPerColumn / 60;
  const color = TRACES[value];
  const image = traceImage(columns, rows, (x, y) => {
    const count = places[y * columns + x] ?? 0;
    return count === 0 ? null : { color, share: count / (count + least) };
  });
  context.drawImage(image, Math.round(plot.left), plot.top, columns, rows);
}

/** Draws an image whose pixels have a colour and an opacity (0-1); null for pixels without a trace. */
function traceImage(
  width: number,
  height: number,
  pixelAt: (x: number, y: number) => { color: Rgb; share: number } | null,
): HTMLCanvasElement {
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const context = canvas.getContext('2d');
  if (!context) return canvas;
  const image = context.createImageData(width, height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const pixel = pixelAt(x, y);
      // A single pixel of the frame must still be visible.
      if (pixel) image.data.set([...pixel.color, 70 + 185 * pixel.share], 4 * (y * width + x));
    }
  }
  context.putImageData(image, 0, 0);
  return canvas;
}

/** Returns a bright colour with some colour differences, for the trace of a vectorscope. */
function colorAt(cb: number, cr: number): Rgb {
  const luma = 0.6;
  const red = luma + 1.5748 * cr;
  const blue = luma + 1.8556 * cb;
  const green = (luma - 0.2126 * red - 0.0722 * blue) / 0.7152;
  return [255 * red, 255 * green, 255 * blue];
}

function drawIre(context: CanvasRenderingContext2D, size: ScopeSize): void {
  const { left, top, width, height } = plotOf(size);
  for (const ire of IRE) {
    const y = top + height * (1 - ire / 100);
    line(context, left, y, left + width, y);
    label(context, String(ire), left - 4, y + 3, 'right');
  }
}

function line(
  context: CanvasRenderingContext2D,
  fromX: number,
  fromY: number,
  toX: number,
  toY: number,
  color = LINE,
): void {
  context.strokeStyle = color;
  context.beginPath();
  context.moveTo(fromX, fromY);
  context.lineTo(toX, toY);
  context.stroke();
}

function label(context: CanvasRenderingContext2D, text: string, x: number, y: number, align: CanvasTextAlign): void {
  context.font = '10px "Inter Variable", system-ui, sans-serif';
  context.textAlign = align;
  context.fillStyle = LABEL;
  context.fillText(text, x, y);
}

function secondLargest(counts: Uint32Array): number {
  return counts.toSorted().at(-2) ?? 0;
}
