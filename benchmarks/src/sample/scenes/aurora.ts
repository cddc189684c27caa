import { type Canvas, createCanvas } from '../canvas.ts';
import { type Field, fractalField, hash2, smoothStep } from '../noise.ts';

/** Vertical position of the shore as a fraction of the image's height. Above it is land, below it the lake. */
const shore = 0.74;
/**
 * Factor by which the image of the curtains is drawn smaller and then enlarged. This is not visible, because curtains
 * have no hard edges.
 */
const coarse = 4;

/**
 * Creates the scene of northern lights over a lake: folded curtains of light above dark mountains, reflected in still
 * water. Curtains are drawn as thousands of thin rays along a folded line, so they are brighter where the line folds,
 * like real curtains. It takes about 60 ms a frame at 1080p and 0.2 s to prepare.
 */
export function createAurora(): (canvas: Canvas, timeSec: number) => void {
  const noise = fractalField(512, 8, 6, 0.5, 63);
  const ridges = fractalField(1024, 16, 7, 0.5, 21);
  const stars = createStars();
  let night = createCanvas(2, 2);
  return (canvas, timeSec) => {
    // The dark sky never changes: it is drawn once for each image size.
    if (night.width !== canvas.width || night.height !== canvas.height) night = drawNight(canvas, noise);
    const glow = drawCurtains(canvas, noise, timeSec);
    drawSky(canvas, glow, night);
    drawStars(canvas, stars, timeSec);
    drawLand(canvas, ridges);
    drawLake(canvas, noise, timeSec);
  };
}

interface Glow {
  readonly width: number;
  readonly height: number;
  readonly rgb: Float32Array;
}

interface Curtain {
  readonly base: number;
  readonly rise: number;
  readonly fold: number;
  readonly strength: number;
  readonly row: number;
}

const curtains: readonly Curtain[] = [
  { base: 0.34, rise: 0.17, fold: 0.06, strength: 0.6, row: 40 },
  { base: 0.47, rise: 0.25, fold: 0.085, strength: 1.5, row: 140 },
  { base: 0.6, rise: 0.15, fold: 0.06, strength: 0.8, row: 260 },
];

function drawCurtains(canvas: Canvas, noise: Field, timeSec: number): Glow {
  const width = Math.ceil(canvas.width / coarse) + 2;
  const height = Math.ceil((canvas.height * shore) / coarse) + 2;
  const rgb = new Float32Array(width * height * 3);
  const tall = canvas.height / coarse;
  const rays = width * 16;
  for (const curtain of curtains) {
    for (let ray = 0; ray < rays; ray++) {
      const s = ray / rays;
      // The line oscillates in x and in depth (y) at the same time: seen from below, that is a folded curtain.
      const turn = s * 15 + 5 * noise.at(s * 40 + timeSec * 0.8, curtain.row) + timeSec * 0.35 + curtain.row;
      const swell = 0.3 + 1.4 * noise.at(s * 55 + 9, curtain.row + 90 + timeSec);
      const sway = noise.at(s * 70 - timeSec * 0.9, curtain.row + 60) - 0.5;
      // The curtain has a thickness: without it the folds would look like beams.
      const depth = (hash2(ray, 6, curtain.row) + hash2(ray, 7, curtain.row) - 1) * 0.034;
      const x = (s * 1.3 - 0.15 + depth + Math.sin(turn) * curtain.fold * swell) * width;
      const base = (curtain.base + sway * 0.5 + Math.cos(turn) * curtain.fold * 0.75 * swell - (s - 0.5) * 0.12) * tall;
      const patch = 0.12 + 0.88 * smoothStep(0.36, 0.62, noise.at(s * 110 + timeSec * 1.7, curtain.row + 30));
      const streak = 0.4 + 1.2 * smoothStep(0.3, 0.72, noise.at(s * 3400 + timeSec * 8, curtain.row + timeSec * 0.7));
      const power = (curtain.strength * patch * streak * width) / rays;
      addRay(rgb, width, height, x, base, curtain.rise * tall * (0.6 + streak * 0.5), power);
    }
  }
  // Compresses bright light towards white, like film.
  for (let i = 0; i < rgb.length; i++) rgb[i] = 1 - Math.exp(-(rgb[i] ?? 0) * 1.5);
  return { width, height, rgb };
}

/**
 * Extent of a ray of light above its foot, in multiples of the height of its rise; `rayBottom` is the extent below the
 * foot.
 */
const rayTop = 2.6;
const rayBottom = 0.14;
const raySteps = 256;
const rayLight = drawRay();

/**
 * Computes the light along a ray from its top down, as interleaved red, green and blue: green at its sharp foot, then
 * teal, then violet.
 */
function drawRay(): Float32Array {
  const light = new Float32Array((raySteps + 1) * 3);
  for (let step = 0; step <= raySteps; step++) {
    const up = rayTop - (step / raySteps) * (rayTop + rayBottom);
    const body = up < 0 ? Math.max(0, 1 + up / rayBottom) ** 2 : Math.exp(-up * 1.7) * Math.min(1, (rayTop - up) * 2);
    const tint = Math.min(1, Math.max(0, up * 0.72));
    light[step * 3] = body * (0.1 + 0.62 * tint * tint);
    light[step * 3 + 1] = body * (1 - 0.78 * tint);
    light[step * 3 + 2] = body * (0.42 + 0.36 * tint);
  }
  return light;
}

/** Adds one vertical ray of light with its foot at `base`. */
function addRay(
  rgb: Float32Array,
  width: number,
  height: number,
  x: number,
  base: number,
  rise: number,
  power: number,
): void {
  const column = Math.floor(x);
  if (column < 0 || column >= width - 1) return;
  const right = (x - column) * power;
  const left = power - right;
  const top = base - rise * rayTop;
  const pace = raySteps / (rise * (rayTop + rayBottom));
  const last = Math.min(height - 1, Math.floor(base + rise * rayBottom));
  for (let y = Math.max(0, Math.ceil(top)); y <= last; y++) {
    const step = Math.floor((y - top) * pace) * 3;
    const r = rayLight[step] ?? 0;
    const g = rayLight[step + 1] ?? 0;
    const b = rayLight[step + 2] ?? 0;
    const at = (y * width + column) * 3;
    rgb[at] = (rgb[at] ?? 0) + r * left;
    rgb[at + 1] = (rgb[at + 1] ?? 0) + g * left;
    rgb[at + 2] = (rgb[at + 2] ?? 0) + b * left;
    rgb[at + 3] = (rgb[at + 3] ?? 0) + r * right;
    rgb[at + 4] = (rgb[at + 4] ?? 0) + g * right;
    rgb[at + 5] = (rgb[at + 5] ?? 0) + b * right;
  }
}

/** Draws the sky without the curtains: dark blue, slightly lighter towards the shore, with faint star dust. */
function drawNight(size: Canvas, noise: Field): Canvas {
  const night = createCanvas(size.width, size.height);
  const { width, height, rgb } = night;
  const bottom = Math.ceil(height * shore);
  for (let y = 0; y < bottom; y++) {
    const low = y / bottom;
    const nearHorizon = low * low * low;
    for (let x = 0; x < width; x++) {
      const across = x / width;
      const dust = smoothStep(0.42, 0.8, noise.at(across * 130 + low * 90, low * 120 - across * 40 + 300)) * 0.045;
      const at = (y * width + x) * 3;
      rgb[at] = 0.022 + 0.03 * nearHorizon + dust * 0.9;
      rgb[at + 1] = 0.036 + 0.085 * nearHorizon + dust * 0.9;
      rgb[at + 2] = 0.09 + 0.115 * nearHorizon + dust * 1.3;
    }
  }
  return night;
}

function drawSky(canvas: Canvas, glow: Glow, night: Canvas): void {
  const { width, height, rgb } = canvas;
  const bottom = Math.ceil(height * shore);
  for (let y = 0; y < bottom; y++) {
    const row = Math.floor(y / coarse);
    const fy = y / coarse - row;
    for (let x = 0; x < width; x++) {
      const column = Math.floor(x / coarse);
      const fx = x / coarse - column;
      const a = (row * glow.width + column) * 3;
      const c = a + glow.width * 3;
      const at = (y * width + x) * 3;
      for (let channel = 0; channel < 3; channel++) {
        const upper = mix(glow.rgb[a + channel] ?? 0, glow.rgb[a + 3 + channel] ?? 0, fx);
        const lower = mix(glow.rgb[c + channel] ?? 0, glow.rgb[c + 3 + channel] ?? 0, fx);
        const dark = night.rgb[at + channel] ?? 0;
        rgb[at + channel] = dark + (1 - dark) * mix(upper, lower, fy) * 0.96;
      }
    }
  }
}

function mix(a: number, b: number, t: number): number {
  return a + (b - a) * t;
}

interface Star {
  readonly x: number;
  readonly y: number;
  readonly power: number;
  readonly warmth: number;
  readonly pace: number;
}

function createStars(): Star[] {
  return Array.from({ length: 1500 }, (_, i) => ({
    x: hash2(i, 1, 5),
    y: hash2(i, 2, 5) * shore,
    power: 0.1 + 0.95 * hash2(i, 3, 5) ** 9,
    warmth: hash2(i, 4, 5) - 0.5,
    pace: 2 + 5 * hash2(i, 5, 5),
  }));
}

function drawStars(canvas: Canvas, stars: readonly Star[], timeSec: number): void {
  const { width, height, rgb } = canvas;
  const radius = 0.55 * (width / 1920) + 0.25;
  for (const star of stars) {
    const cx = star.x * width;
    const cy = star.y * height;
    const power = star.power * (0.82 + 0.18 * Math.sin(timeSec * star.pace + star.x * 90));
    const reach = star.power > 0.5 ? 3 : 2;
    for (let y = Math.floor(cy - reach); y <= cy + reach; y++) {
      for (let x = Math.floor(cx - reach); x <= cx + reach; x++) {
        if (x < 0 || y < 0 || x >= width || y >= height) continue;
        const distance = (x - cx) ** 2 + (y - cy) ** 2;
        const light = power * Math.exp(-distance / (2 * radius * radius * (1 + star.power)));
        const at = (y * width + x) * 3;
        rgb[at] = (rgb[at] ?? 0) + light * (1 + star.warmth * 0.3);
        rgb[at + 1] = (rgb[at + 1] ?? 0) + light * 0.97;
        rgb[at + 2] = (rgb[at + 2] ?? 0) + light * (1 - star.warmth * 0.3);
      }
    }
  }
}

function drawLand(canvas: Canvas, ridges: Field): void {
  const { width, height, rgb } = canvas;
  const bottom = Math.round(height * shore);
  for (let x = 0; x < width; x++) {
    const across = x / width;
    const far =
      shore -
      0.055 -
      (ridges.at(across * 300 + 50, 11) - 0.42) * 0.62 * (0.45 + 0.55 * Math.cos((across - 0.78) * 3) ** 2);
    const near = shore - 0.022 - (ridges.at(across * 240 + 200, 77) - 0.45) * 0.2 - treeLine(across) * 0.034;
    for (let y = Math.floor(Math.min(far, near) * height); y < bottom; y++) {
      const coverFar = Math.min(1, Math.max(0, y - far * height + 1));
      const coverNear = Math.min(1, Math.max(0, y - near * height + 1));
      const mist = smoothStep(0.6, shore, y / height);
      const grain = ridges.at(across * 1500, y * 0.9 + x * 0.05) * 0.03;
      const at = (y * width + x) * 3;
      rgb[at] = mix(mix(rgb[at] ?? 0, 0.03 + 0.025 * mist + grain * 0.4, coverFar), 0.008, coverNear);
      rgb[at + 1] = mix(mix(rgb[at + 1] ?? 0, 0.062 + 0.062 * mist + grain, coverFar), 0.016, coverNear);
      rgb[at + 2] = mix(mix(rgb[at + 2] ?? 0, 0.1 + 0.06 * mist + grain, coverFar), 0.03, coverNear);
    }
  }
}

/** Returns the height of the fir trees along the shore, 0-1: overlapping spikes of many widths. */
function treeLine(across: number): number {
  let top = 0;
  for (let layer = 0; layer < 3; layer++) {
    const pitch = 90 + layer * 47;
    const position = across * pitch + layer * 0.37;
    for (let tree = Math.floor(position) - 1; tree <= position + 1; tree++) {
      const tall = 0.35 + 0.65 * hash2(tree, layer, 9);
      const middle = tree + hash2(tree, layer, 10);
      const notch = 0.82 + 0.18 * Math.abs(Math.sin((position - middle) * 60));
      top = Math.max(top, tall * notch * (1 - Math.abs(position - middle) * 3.1));
    }
  }
  return top;
}

/**
 * Draws the lake as a reflection of the part above it: darker, and distorted by ripples that grow towards the viewer.
 */
function drawLake(canvas: Canvas, noise: Field, timeSec: number): void {
  const { width, height, rgb } = canvas;
  const top = Math.round(height * shore);
  for (let y = top; y < height; y++) {
    const depth = (y - top) / (height - top);
    const scale = 14 / (depth + 0.05);
    const fade = 0.8 - 0.34 * depth;
    for (let x = 0; x < width; x++) {
      const u = (x / width - 0.5) * scale * 5;
      const ripple = noise.at(u + timeSec * 1.6 + 80, scale * 5.5 + timeSec * 7) - 0.5;
      const bend = ripple * (0.012 + 0.12 * depth) * height;
      const from = Math.min(top - 1, Math.max(0, Math.round(2 * top - y - 1 + bend)));
      const side = Math.min(width - 1, Math.max(0, Math.round(x + ripple * depth * 26)));
      const source = (from * width + side) * 3;
      const at = (y * width + x) * 3;
      rgb[at] = (rgb[source] ?? 0) * fade * 0.8 + 0.006;
      rgb[at + 1] = (rgb[source + 1] ?? 0) * fade * 0.88 + 0.013;
      rgb[at + 2] = (rgb[source + 2] ?? 0) * fade * 0.95 + 0.03;
    }
  }
}
