import type { Canvas } from '../canvas.ts';
import { type Field, fractalField, hash2, smoothStep } from '../noise.ts';

const skyline = 0.46;
/** Height of the viewer's eye above the water, in metres. */
const eyeHeight = 2.6;
/** Horizontal position of the sun, as a fraction of the image's width. */
const sunAcross = 0.35;

/**
 * Creates the scene of the sea at dusk: the sun sets behind islands and glitters on moving waves.
 * The water is shaded per pixel: three fields of wave slopes deflect the reflected ray, whose direction gives the
 * colour of the sky. It takes about 90 ms a frame at 1080p and 0.3 s to prepare.
 */
export function createOcean(): (canvas: Canvas, timeSec: number) => void {
  const clouds = fractalField(512, 8, 6, 0.54, 12);
  const waves = [createWaves(34, 0.16, 0.35, 1), createWaves(9, 0.2, -0.3, 2), createWaves(2.6, 0.2, 0.1, 3)];
  const islands = fractalField(1024, 16, 7, 0.5, 40);
  return (canvas, timeSec) => {
    drawSky(canvas, clouds, islands, timeSec);
    drawWater(canvas, waves, timeSec);
    drawBoat(canvas, timeSec);
  };
}

function sunHeight(timeSec: number): number {
  return 0.05 - timeSec * 0.004;
}

function drawSky(canvas: Canvas, clouds: Field, islands: Field, timeSec: number): void {
  const { width, height, rgb } = canvas;
  const horizon = Math.round(height * skyline);
  const sunY = skyline - sunHeight(timeSec);
  const ratio = height / width;
  const columns = Array.from({ length: width }, (_, x) => x / width);
  const shores = Float32Array.from(columns, (across) => islandHeight(islands, across));
  const flare = Float32Array.from(columns, (across) => Math.exp(-Math.abs(across - sunAcross) * 1.5));
  for (let y = 0; y < horizon; y++) {
    const up = (horizon - y) / height;
    const squeeze = 1 / (up + 0.09);
    const glow = Math.exp(-up * 4.2);
    const warm = Math.exp(-up * 7.5);
    const rose = Math.exp(-up * 3.1);
    const cloudy = smoothStep(0, 0.05, up) * 0.85;
    for (let x = 0; x < width; x++) {
      const at = (y * width + x) * 3;
      const across = x / width;
      const dx = across - sunAcross;
      const near = 1 / (1 + dx * dx * 7);
      const veil = clouds.at((across - 0.5) * 46 * squeeze + timeSec * 1.1 + 90, squeeze * 62);
      const body = smoothStep(0.42, 0.66, veil) * cloudy;
      const thin = smoothStep(0.68, 0.44, veil);
      const lit = glow * (flare[x] ?? 0);
      let r = skyRed(warm, rose, near);
      let g = skyGreen(warm, rose, near);
      let b = skyBlue(warm, rose, near);
      r += (0.24 + 0.86 * lit * (0.35 + 0.65 * thin) - r) * body;
      g += (0.17 + 0.42 * lit * (0.25 + 0.75 * thin) - g) * body;
      b += (0.29 + 0.1 * lit - b) * body;
      const dy = (y / height - sunY) * ratio;
      const distance = Math.sqrt(dx * dx + dy * dy);
      const disc = smoothStep(0.0205, 0.0188, distance);
      const halo = 0.011 / (0.022 + distance);
      r = Math.max(r, disc) + halo * 0.42;
      g = Math.max(g, disc * 0.87) + halo * 0.24;
      b = Math.max(b, disc * 0.62) + halo * 0.08;
      const cover = Math.min(1, Math.max(0, ((shores[x] ?? 0) - up) * height + 0.5));
      rgb[at] = r + (0.17 + 0.3 * lit - r) * cover;
      rgb[at + 1] = g + (0.11 + 0.11 * lit - g) * cover;
      rgb[at + 2] = b + (0.2 + 0.02 * lit - b) * cover;
    }
  }
}

/** Returns the height of the distant islands on the right above the horizon, as a fraction of the image's height. */
function islandHeight(islands: Field, across: number): number {
  const shape = islands.at(across * 210 + 20, 7) - 0.4;
  return shape * 0.15 * smoothStep(0.5, 0.78, across);
}

// Colour of the clear sky. `warm` and `rose` fall from 1 at the horizon upwards, `near` from 1 at the sun sideways.
function skyRed(warm: number, rose: number, near: number): number {
  return 0.085 + 0.4 * rose + 0.42 * warm * near + 0.06 * warm;
}

function skyGreen(warm: number, rose: number, near: number): number {
  return 0.12 + 0.13 * rose + 0.3 * warm * near;
}

function skyBlue(warm: number, rose: number, near: number): number {
  return 0.27 + 0.13 * rose - 0.14 * warm * near;
}

interface Waves {
  readonly metres: number;
  /** Slopes along x and z, interleaved, of `waveSize` x `waveSize` samples that repeat. */
  readonly slopes: Float32Array;
  /** Speed of the waves along x, in metres a second; `driftZ` is that along z. */
  readonly driftX: number;
  readonly driftZ: number;
  readonly steepness: number;
}

const waveSize = 128;

/** Computes the slopes of a patch of waves `metres` wide, as a sum of sines whose crests run mostly across the wind. */
function createWaves(metres: number, steepness: number, heading: number, seed: number): Waves {
  const slopes = new Float32Array(waveSize * waveSize * 2);
  for (let wave = 0; wave < 34; wave++) {
    const reach = 2 + Math.floor(hash2(wave, 1, seed) * 11);
    const angle = Math.PI / 2 + heading + (hash2(wave, 2, seed) - 0.5) * 2.3;
    const kx = Math.round(Math.cos(angle) * reach);
    const kz = Math.round(Math.sin(angle) * reach);
    const phase = hash2(wave, 3, seed) * Math.PI * 2;
    const weight = 1 / Math.sqrt(34) / (1 + reach * 0.05);
    const length = Math.max(1, Math.hypot(kx, kz));
    for (let z = 0; z < waveSize; z++) {
      for (let x = 0; x < waveSize; x++) {
        const value = weight * Math.cos(((kx * x + kz * z) * 2 * Math.PI) / waveSize + phase);
        const at = (z * waveSize + x) * 2;
        slopes[at] = (slopes[at] ?? 0) + (value * kx) / length;
        slopes[at + 1] = (slopes[at + 1] ?? 0) + (value * kz) / length;
      }
    }
  }
  const speed = Math.sqrt((9.81 * metres) / 6 / (2 * Math.PI));
  return { metres, steepness, slopes, driftX: Math.sin(heading) * speed, driftZ: -Math.cos(heading) * speed };
}

function drawWater(canvas: Canvas, waves: readonly Waves[], timeSec: number): void {
  const { width, height, rgb } = canvas;
  const horizon = Math.round(height * skyline);
  const focal = width * 0.9;
  const sunX = ((sunAcross - 0.5) * width) / focal;
  const sunY = Math.max(0.012, (sunHeight(timeSec) * height) / focal);
  const sunLength = Math.hypot(sunX, sunY, 1);
  for (let y = horizon; y < height; y++) {
    const below = y - horizon + 0.5;
    const z = (eyeHeight * focal) / below;
    // Waves smaller than the depth of a row are blurred into roughness, so that they do not flicker.
    const rowDepth = z / below;
    let rough = 0.00035;
    const weights = waves.map((wave) => {
      const weight = 1 / (1 + (rowDepth / (wave.metres * 0.09)) ** 2);
      rough += wave.steepness ** 2 * (1 - weight) * 0.022;
      return weight * wave.steepness;
    });
    const distance = Math.min(1, below / (height * 0.045));
    // Every second pixel is enough: from this low viewpoint waves look many times wider than tall.
    for (let px = 0; px < width; px += 2) {
      const slant = (px - width / 2) / focal;
      const x = slant * z;
      let slopeX = 0;
      let slopeZ = 0;
      for (let i = 0; i < waves.length; i++) {
        const wave = waves[i];
        const weight = weights[i] ?? 0;
        if (!wave || weight < 0.004) continue;
        const u = ((x + 500 + wave.driftX * timeSec) / wave.metres) * waveSize;
        const v = ((z + 500 - wave.driftZ * timeSec) / wave.metres) * waveSize;
        const left = Math.floor(u);
        const upper = Math.floor(v);
        const fx = u - left;
        const fz = v - upper;
        const x0 = (left & (waveSize - 1)) * 2;
        const x1 = ((left + 1) & (waveSize - 1)) * 2;
        const row0 = (upper & (waveSize - 1)) * waveSize * 2;
        const row1 = ((upper + 1) & (waveSize - 1)) * waveSize * 2;
        const slopes = wave.slopes;
        const w00 = (1 - fx) * (1 - fz) * weight;
        const w10 = fx * (1 - fz) * weight;
        const w01 = (1 - fx) * fz * weight;
        const w11 = fx * fz * weight;
        slopeX += (slopes[row0 + x0] ?? 0) * w00 + (slopes[row0 + x1] ?? 0) * w10;
        slopeX += (slopes[row1 + x0] ?? 0) * w01 + (slopes[row1 + x1] ?? 0) * w11;
        slopeZ += (slopes[row0 + x0 + 1] ?? 0) * w00 + (slopes[row0 + x1 + 1] ?? 0) * w10;
        slopeZ += (slopes[row1 + x0 + 1] ?? 0) * w01 + (slopes[row1 + x1 + 1] ?? 0) * w11;
      }
      const viewLength = Math.sqrt(slant * slant + (below / focal) ** 2 + 1);
      const vx = slant / viewLength;
      const vy = -below / focal / viewLength;
      const vz = 1 / viewLength;
      const normalLength = Math.sqrt(slopeX * slopeX + slopeZ * slopeZ + 1);
      const facing = Math.min(-0.02, (-vx * slopeX + vy - vz * slopeZ) / normalLength);
      const rx = vx + (2 * facing * slopeX) / normalLength;
      const ry = Math.abs(vy - (2 * facing) / normalLength);
      const rz = vz + (2 * facing * slopeZ) / normalLength;
      const grazing = (1 + facing) * (1 + facing);
      const fresnel = 0.03 + 0.97 * grazing * grazing * (1 + facing);
      const ahead = Math.max(0.2, rz);
      const side = (rx / ahead - sunX) * 0.9;
      const near = 1 / (1 + side * side * 7);
      const rose = Math.exp((-ry / ahead) * 3.4);
      const warm = rose * rose * Math.sqrt(rose);
      const towardsSun = (rx * sunX + ry * sunY + rz) / sunLength - 1;
      // The sun's contribution is zero 14 widths away: most of the sea skips these two terms.
      const spark = towardsSun < -14 * rough ? 0 : Math.exp(towardsSun / rough) * (0.25 + fresnel) * 1.9;
      const wide = towardsSun < -126 * rough ? 0 : Math.exp(towardsSun / (rough * 9)) * 0.3;
      const at = (y * width + px) * 3;
      const r = 0.02 + 0.02 * distance + skyRed(warm, rose, near) * fresnel * 0.86 + spark + wide * 0.62;
      const g = 0.045 + 0.02 * distance + skyGreen(warm, rose, near) * fresnel * 0.84 + spark * 0.7 + wide * 0.27;
      const b = 0.1 + 0.03 * distance + skyBlue(warm, rose, near) * fresnel * 0.9 + spark * 0.36 + wide * 0.1;
      rgb[at] = shoulder(r);
      rgb[at + 1] = shoulder(g);
      rgb[at + 2] = shoulder(b);
    }
    fillOddPixels(rgb, y * width, width);
  }
}

/** Sets every odd pixel of a row to the mean of its neighbours. */
function fillOddPixels(rgb: Float32Array, first: number, width: number): void {
  const end = (first + width) * 3;
  for (let at = (first + 1) * 3; at < end; at += 6) {
    const next = at + 3 < end ? at + 3 : at - 3;
    rgb[at] = ((rgb[at - 3] ?? 0) + (rgb[next] ?? 0)) / 2;
    rgb[at + 1] = ((rgb[at - 2] ?? 0) + (rgb[next + 1] ?? 0)) / 2;
    rgb[at + 2] = ((rgb[at - 1] ?? 0) + (rgb[next + 2] ?? 0)) / 2;
  }
}

/** Compresses bright values towards 1, like film, so that highlights keep their colour. */
function shoulder(value: number): number {
  return value < 0.7 ? value : 0.7 + 0.3 * (1 - Math.exp(-(value - 0.7) / 0.3));
}

/** Draws a small sailing boat in front of the horizon, rolling slightly. */
function drawBoat(canvas: Canvas, timeSec: number): void {
  const { width, height, rgb } = canvas;
  const size = height * 0.05;
  const baseX = width * (0.565 - timeSec * 0.0022);
  const baseY = height * (skyline + 0.006) + Math.sin(timeSec * 1.7) * height * 0.0006;
  const lean = 0.07 + 0.02 * Math.sin(timeSec * 1.3);
  for (let y = Math.floor(baseY - size * 1.1); y < baseY + size * 0.2; y++) {
    for (let x = Math.floor(baseX - size); x < baseX + size; x++) {
      const up = (baseY - y) / size;
      const across = (x - baseX) / size + up * lean;
      const main = triangle(across, up, -0.01, -0.36, 0.09, 1);
      const jib = triangle(-across, up, -0.03, -0.26, 0.12, 0.82);
      const hull = Math.min(up + 0.05, 0.07 - up, 0.36 + 0.8 * up - Math.abs(across));
      const cover = Math.min(1, Math.max(0, Math.max(main, jib, hull) * size + 0.5)) * 0.92;
      if (cover === 0) continue;
      const at = (y * width + x) * 3;
      rgb[at] = (rgb[at] ?? 0) * (1 - cover) + 0.1 * cover;
      rgb[at + 1] = (rgb[at + 1] ?? 0) * (1 - cover) + 0.06 * cover;
      rgb[at + 2] = (rgb[at + 2] ?? 0) * (1 - cover) + 0.12 * cover;
    }
  }
}

/**
 * Returns the approximate signed distance to the edge of a sail, in boat lengths, positive inside. Its vertical edge is
 * at `mast`, its foot reaches to `foot`, and its height is from `low` to `high`.
 */
function triangle(x: number, y: number, mast: number, foot: number, low: number, high: number): number {
  const leech = foot + ((mast - foot) * (y - low)) / (high - low);
  return Math.min(mast - x, x - leech, y - low, high - y);
}
