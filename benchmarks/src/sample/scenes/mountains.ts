import type { Canvas } from '../canvas.ts';
import { createField, type Field, fractalField, hash2, smoothStep } from '../noise.ts';

const mapSize = 1024;
/** Mean height of the sea of clouds, in map samples. Heights and distances have the same unit. */
const cloudLevel = 27;
/** Unit vector towards the sun, which is low and to the right of the view (right, up, ahead). */
const sun = { x: 0.86, y: 0.2, z: 0.47 };
/** Vertical position of the horizon as a fraction of the image's height. */
const skyline = 0.4;
const flight = { x: 778, y: 76, z: 70, speedX: 4, speedZ: 13 };
const nearest = 24;
const farthest = 1500;

/**
 * Creates the scene of a flight over a sea of clouds at dawn: eroded peaks in low sunlight above valleys in fog.
 * The terrain is drawn column by column from near to far (the voxel-space method): only parts that rise above those
 * already drawn get pixels. It takes about 60 ms a frame at 1080p and 0.9 s to prepare.
 */
export function createMountains(): (canvas: Canvas, timeSec: number) => void {
  const heights = erodedHeights();
  const clouds = cloudTops();
  const land = { heights, light: bakeLight(heights), clouds, cloudLight: bakeCloudLight(clouds) };
  const wisps = fractalField(512, 4, 6, 0.55, 91);
  return (canvas, timeSec) => {
    drawSky(canvas, wisps, timeSec);
    drawLand(canvas, land, timeSec);
  };
}

interface Terrain {
  readonly heights: Field;
  readonly light: LightMap;
  readonly clouds: Field;
  readonly cloudLight: Field;
}

function drawSky(canvas: Canvas, wisps: Field, timeSec: number): void {
  const { width, height, rgb } = canvas;
  const horizon = height * skyline;
  for (let y = 0; y < height * 0.5; y++) {
    const up = Math.max(0, (horizon - y) / horizon);
    const warm = Math.exp(-up * 3.2);
    const perspective = 90 / (up * 300 + 26);
    for (let x = 0; x < width; x++) {
      const at = (y * width + x) * 3;
      const across = x / width - 0.5;
      const dx = across - 0.26;
      const dy = ((y - horizon * 0.86) / height) * 0.75;
      const glow = 1 / (1 + (dx * dx + dy * dy) * 42);
      const veil = wisps.at(across * 520 * perspective + 40 + timeSec * 2.2, perspective * 210 + timeSec);
      const cloud = smoothStep(0.5, 0.78, veil) * smoothStep(0, 0.25, up) * 0.34;
      let r = 0.13 + 0.62 * warm + 0.34 * glow;
      let g = 0.23 + 0.36 * warm + 0.25 * glow;
      let b = 0.42 + 0.22 * warm + 0.06 * glow;
      r += (0.98 - r) * cloud;
      g += (0.72 - g) * cloud;
      b += (0.66 - b) * cloud;
      const disc = smoothStep(0.0135, 0.0115, Math.sqrt(dx * dx + ((y - horizon * 0.86) / width) ** 2));
      const halo = 0.0095 / (0.05 + Math.sqrt(dx * dx + dy * dy));
      rgb[at] = r + disc * 0.5 + halo * 1.1;
      rgb[at + 1] = g + disc * 0.55 + halo * 0.8;
      rgb[at + 2] = b + disc * 0.5 + halo * 0.4;
    }
  }
}

/** Number of columns read and written together. With a single column, every pixel would be a cache miss. */
const columnsAtOnce = 8;

function drawLand(canvas: Canvas, land: Terrain, timeSec: number): void {
  const { width, height, rgb } = canvas;
  const size = height * 3;
  // Averages two rays for each column, so that steep slopes against the sky have smooth edges too.
  const lines = new Float32Array(columnsAtOnce * 2 * size);
  for (let column = 0; column < width; column += columnsAtOnce) {
    const channels = Math.min(columnsAtOnce, width - column) * 3;
    for (let y = 0; y < height; y++) {
      const at = (y * width + column) * 3;
      for (let i = 0, into = y * 3; i < channels; i += 3, into += size * 2) {
        for (let channel = 0; channel < 3; channel++) {
          const behind = rgb[at + i + channel] ?? 0;
          lines[into + channel] = behind;
          lines[into + size + channel] = behind;
        }
      }
    }
    for (let ray = 0; ray * 3 < channels * 2; ray++) {
      drawColumn(lines.subarray(ray * size, (ray + 1) * size), canvas, land, column + ray / 2 + 0.25, timeSec);
    }
    for (let y = 0; y < height; y++) {
      const at = (y * width + column) * 3;
      for (let i = 0, from = y * 3; i < channels; i += 3, from += size * 2) {
        for (let channel = 0; channel < 3; channel++) {
          rgb[at + i + channel] = ((lines[from + channel] ?? 0) + (lines[from + size + channel] ?? 0)) / 2;
        }
      }
    }
  }
}

function drawColumn(line: Float32Array, canvas: Canvas, land: Terrain, column: number, timeSec: number): void {
  const { width, height } = canvas;
  const { heights, light, clouds, cloudLight } = land;
  const horizon = height * skyline;
  const focal = width * 0.95;
  const eyeX = flight.x + timeSec * flight.speedX;
  const eyeY = flight.y - timeSec * 0.8;
  const eyeZ = flight.z + timeSec * flight.speedZ;
  const drift = timeSec * 3;
  const slope = (column - width / 2) / focal;
  const towardsSun = Math.exp(-(((column / width - 0.76) * 2.6) ** 2));
  const hazeR = 0.66 + 0.3 * towardsSun;
  const hazeG = 0.55 + 0.2 * towardsSun;
  const hazeB = 0.6 - 0.04 * towardsSun;
  let drawnTop = height;
  let hidden = true;
  let lastR = 0;
  let lastG = 0;
  let lastB = 0;
  for (let z = nearest; z < farthest && drawnTop > 0; z += 0.35 + z * 0.0046) {
    const x = eyeX + slope * z;
    const depth = eyeZ + z;
    const rock = heights.at(x, depth);
    const cloud = clouds.at(x * 0.8 + drift, depth * 0.8);
    const screen = horizon + ((eyeY - Math.max(rock, cloud)) * focal) / z;
    if (screen >= drawnTop) {
      hidden = true;
      continue;
    }
    // Peaks have no hard edge at the clouds: the transition spans a few units.
    const bare = smoothStep(-1, 8, rock - cloud);
    const shade = cloudLight.at(x * 0.8 + drift, depth * 0.8);
    let r = 0.52 + 0.44 * shade;
    let g = 0.47 + 0.34 * shade;
    let b = 0.58 + 0.2 * shade;
    if (bare > 0) {
      r += (light.red.at(x, depth) - r) * bare;
      g += (light.green.at(x, depth) - g) * bare;
      b += (light.blue.at(x, depth) - b) * bare;
    }
    const haze = 1 - Math.exp(-z * 0.00125 - Math.max(0, z - 700) * 0.002);
    r += (hazeR - r) * haze;
    g += (hazeG - g) * haze;
    b += (hazeB - b) * haze;
    if (hidden) {
      lastR = r;
      lastG = g;
      lastB = b;
      hidden = false;
    }
    fill(line, screen, drawnTop, [r, g, b], [lastR, lastG, lastB]);
    drawnTop = Math.max(0, screen);
    lastR = r;
    lastG = g;
    lastB = b;
  }
}

/**
 * Fills a column from row `from` (may be above the image) to `to`. The colour changes from `high` at the top to `low`
 * at the bottom.
 */
function fill(line: Float32Array, from: number, to: number, high: readonly number[], low: readonly number[]): void {
  const first = Math.max(0, Math.floor(from));
  const last = Math.min(line.length / 3, Math.ceil(to)) - 1;
  const [r = 0, g = 0, b = 0] = high;
  const span = Math.max(1, to - from);
  const stepR = ((low[0] ?? r) - r) / span;
  const stepG = ((low[1] ?? g) - g) / span;
  const stepB = ((low[2] ?? b) - b) / span;
  for (let y = last; y >= first; y--) {
    const down = Math.max(0, y - from);
    // The topmost pixel is only partly covered. It is blended with the background, so that edges do not flicker.
    const cover = y < from ? 1 - (from - y) : 1;
    const at = y * 3;
    line[at] = (line[at] ?? 0) * (1 - cover) + (r + stepR * down) * cover;
    line[at + 1] = (line[at + 1] ?? 0) * (1 - cover) + (g + stepG * down) * cover;
    line[at + 2] = (line[at + 2] ?? 0) * (1 - cover) + (b + stepB * down) * cover;
  }
}

interface LightMap {
  readonly red: Field;
  readonly green: Field;
  readonly blue: Field;
}

/** Returns the heights of the sea of clouds: small puffs on a long swell. */
function cloudTops(): Field {
  const puffs = fractalField(512, 8, 6, 0.52, 31);
  const swell = fractalField(512, 4, 3, 0.5, 57);
  return createField(
    512,
    puffs.data.map((puff, i) => cloudLevel + (puff - 0.5) * 22 + ((swell.data[i] ?? 0) - 0.5) * 20),
  );
}

/** Computes the sunlight on each point of the clouds: 0 in their own shade, 1 facing the light. */
function bakeCloudLight(clouds: Field): Field {
  return createField(
    clouds.size,
    clouds.data.map((here, i) => {
      const x = i % clouds.size;
      const y = Math.floor(i / clouds.size);
      const flank = (here - clouds.at(x + 5, y + 3)) * 0.12;
      return Math.min(1, Math.max(0, 0.42 + flank + (here - cloudLevel) * 0.022));
    }),
  );
}

/** Computes the colours of the terrain once: rock and snow in sunlight with cast shadows, plus light from the sky. */
function bakeLight(heights: Field): LightMap {
  const count = mapSize * mapSize;
  const red = new Float32Array(count);
  const green = new Float32Array(count);
  const blue = new Float32Array(count);
  const patches = fractalField(mapSize, 64, 4, 0.6, 15);
  for (let y = 0; y < mapSize; y++) {
    for (let x = 0; x < mapSize; x++) {
      const at = y * mapSize + x;
      const h = heights.data[at] ?? 0;
      const gx = (heights.at(x + 1, y) - heights.at(x - 1, y)) / 2;
      const gy = (heights.at(x, y + 1) - heights.at(x, y - 1)) / 2;
      const length = Math.sqrt(gx * gx + gy * gy + 1);
      const facing = Math.max(0, (-gx * sun.x + sun.y - gy * sun.z) / length);
      const direct = facing * sunlight(heights, x, y, h);
      const sky = 0.55 + 0.45 / length;
      const patch = patches.data[at] ?? 0;
      const snow =
        smoothStep(0.44, 0.6, 1 / length + (patch - 0.5) * 0.35) * smoothStep(22, 36, h + (patch - 0.5) * 24);
      const grit = 0.75 + patch * 0.5;
      const albedoR = (0.25 + 0.62 * snow) * (snow > 0.5 ? 1 : grit);
      const albedoG = (0.23 + 0.66 * snow) * (snow > 0.5 ? 1 : grit);
      const albedoB = (0.24 + 0.72 * snow) * (snow > 0.5 ? 1 : grit);
      red[at] = Math.min(1, albedoR * (0.34 * sky + 1.55 * direct));
      green[at] = Math.min(1, albedoG * (0.42 * sky + 1.02 * direct));
      blue[at] = Math.min(1, albedoB * (0.62 * sky + 0.62 * direct));
    }
  }
  return { red: createField(mapSize, red), green: createField(mapSize, green), blue: createField(mapSize, blue) };
}

/** Returns 1 where the sun reaches a point of the terrain, 0 in the shadow of a mountain, with soft transitions. */
function sunlight(heights: Field, x: number, y: number, h: number): number {
  let lit = 1;
  for (let step = 3; step < 110; step *= 1.28) {
    const clearance = h + step * sun.y * 1.6 - heights.at(x + sun.x * step, y + sun.z * step);
    lit = Math.min(lit, 0.5 + (clearance * 9) / step);
    if (lit <= 0) return 0;
  }
  return Math.min(1, lit);
}

/**
 * Returns the heights of eroded mountains, as a sum of noise octaves. Each octave counts less where the earlier octaves
 * are steep, so that ridges stay sharp and slopes smooth.
 */
function erodedHeights(): Field {
  const data = new Float32Array(mapSize * mapSize);
  for (let y = 0; y < mapSize; y++) {
    for (let x = 0; x < mapSize; x++) {
      let sum = 0;
      let weight = 1;
      let slopeX = 0;
      let slopeY = 0;
      let cells = 6;
      for (let octave = 0; octave < 8; octave++) {
        const px = (x / mapSize) * cells;
        const py = (y / mapSize) * cells;
        const cx = Math.floor(px);
        const cy = Math.floor(py);
        const fx = px - cx;
        const fy = py - cy;
        const ux = fx * fx * fx * (fx * (fx * 6 - 15) + 10);
        const uy = fy * fy * fy * (fy * (fy * 6 - 15) + 10);
        const dux = 30 * fx * fx * (fx * (fx - 2) + 1);
        const duy = 30 * fy * fy * (fy * (fy - 2) + 1);
        const nx = (cx + 1) % cells;
        const ny = (cy + 1) % cells;
        const a = hash2(cx, cy, 7 + octave);
        const b = hash2(nx, cy, 7 + octave);
        const c = hash2(cx, ny, 7 + octave);
        const d = hash2(nx, ny, 7 + octave);
        const value = a + (b - a) * ux + (c - a) * uy + (a - b - c + d) * ux * uy;
        slopeX += dux * (b - a + (a - b - c + d) * uy);
        slopeY += duy * (c - a + (a - b - c + d) * ux);
        sum += (weight * value) / (1 + slopeX * slopeX + slopeY * slopeY);
        weight *= 0.52;
        cells *= 2;
      }
      data[y * mapSize + x] = Math.max(0, sum - 0.28) * 78;
    }
  }
  return createField(mapSize, data);
}
