import { createFft } from '../../src/audio/dsp/fft.ts';
import { openFileStream } from '../../src/audio/file-stream.ts';
import { ffmpeg } from '../media/ffmpeg.ts';
import { randomOf } from './signals.ts';

const RATE = 48_000;
/**
 * How far the two decoders may disagree about where a file's first sample is: priming that only one of them leaves out.
 * Samples.
 */
const MOST_LAG = 14_400;
const ALIKE = 0.9995;
/** Holds what `coarseLag` looks at, with all lags. */
const FFT_SIZE = 65_536;
const fft = createFft(FFT_SIZE);

/** How near a file's audio is to another decoder's. */
export interface AudioLikeness {
  /** Correlation of both (-1 to 1) at the best lag, over the length of the shorter one. */
  correlation: number;
  /**
   * Seconds by which this program's audio comes later: priming that only one of the two leaves out, and where time
   * stamps say that a file starts.
   */
  lagSec: number;
  /** Length of this program's audio, and by how much it is longer than the other one. Seconds. */
  durationSec: number;
  longerSec: number;
}

/**
 * A mono signal at 48 kHz that makes encoders switch their block sizes: strokes of noise every 90 to 200 ms over a
 * quiet tone. Always the same. Every stroke differs, so that audio which is moved by a sample shows in a correlation.
 */
export function strokes(seconds: number): Float32Array {
  const random = randomOf(24);
  const samples = new Float32Array(Math.round(seconds * RATE));
  let since = 0;
  let pause = 0;
  for (let n = 0; n < samples.length; n++, since++) {
    if (since >= pause) {
      since = 0;
      pause = RATE * (0.09 + 0.11 * random());
    }
    const stroke = (random() - 0.5) * Math.exp(-since / 900);
    samples[n] = 0.7 * stroke + 0.08 * Math.sin((2 * Math.PI * 330 * n) / RATE);
  }
  return samples;
}

/** The audio of a file as this program hears it: the left side, 48 kHz, from second 0 on. */
export function decodedAudio(path: string, mostSec: number): Float32Array {
  const stream = openFileStream(path, 0);
  try {
    const left = new Float32Array(Math.round(mostSec * RATE));
    const count = stream.read({ left, right: new Float32Array(left.length) }, 0, left.length);
    return left.subarray(0, count);
  } finally {
    stream.close();
  }
}

/**
 * The audio of a file as ffmpeg decodes it, block after block whatever the time stamps say: the left side, 48 kHz.
 * `shift`: samples at the file's own rate by which it is moved back (negative: forward) before it is resampled.
 */
export function contiguousAudio(path: string, mostSec: number, shift = 0): Float32Array {
  const moved = shift < 0 ? [`atrim=start_sample=${-shift}`] : shift > 0 ? [`adelay=${shift}S:all=1`] : [];
  // Stamps are counted anew: `atrim` and `adelay` would look at those of the file.
  const filters = ['asetpts=N', ...moved, `aresample=${RATE}`, 'aformat=channel_layouts=stereo'];
  const bytes = ffmpeg([
    '-i',
    path,
    '-map',
    '0:a:0',
    '-af',
    filters.join(),
    '-t',
    String(mostSec),
    '-f',
    'f32le',
    'pipe:1',
  ]);
  return Float32Array.from({ length: bytes.length >> 3 }, (_, n) => bytes.readFloatLE(n * 8));
}

/** Compares a file's audio with ffmpeg's contiguous decoding. `rate`: the file's own. */
export function likeness(path: string, rate: number, mostSec: number): AudioLikeness {
  const audible = decodedAudio(path, mostSec);
  const judge = contiguousAudio(path, mostSec);
  const near = Math.round((coarseLag(audible, judge) * rate) / RATE);
  let best = { lagSec: 0, correlation: correlation(audible, judge) };
  if (best.correlation < ALIKE && near !== 0) {
    for (const lag of [near, near - 1, near + 1]) {
      const found = correlation(audible, contiguousAudio(path, mostSec, lag));
      if (found > best.correlation) best = { lagSec: lag / rate, correlation: found };
      if (found > ALIKE) break;
    }
  }
  return { ...best, durationSec: audible.length / RATE, longerSec: (audible.length - judge.length) / RATE };
}

/** The lag, in samples at 48 kHz, whose correlation over the middle of the audio is best. */
function coarseLag(a: Float32Array, b: Float32Array): number {
  const middle = Math.min(a.length, b.length) >> 1;
  const span = Math.min(middle, 4_800);
  const first = middle - span - MOST_LAG;
  // All lags at once, by way of the spectra: one after the other they are 270 million products.
  const near = spectrumOf((n) => (n < 2 * (span + MOST_LAG) ? (a[first + n] ?? 0) : 0));
  const far = spectrumOf((n) => (n < 2 * span ? (b[middle - span + n] ?? 0) : 0));
  const re = near.re.map((value, k) => value * (far.re[k] ?? 0) + (near.im[k] ?? 0) * (far.im[k] ?? 0));
  const im = near.im.map((value, k) => value * (far.re[k] ?? 0) - (near.re[k] ?? 0) * (far.im[k] ?? 0));
  fft.inverse(re, im);
  const sums = re.subarray(0, 2 * MOST_LAG + 1);
  return sums.indexOf(Math.max(...sums)) - MOST_LAG;
}

function spectrumOf(sample: (n: number) => number): { re: Float64Array; im: Float64Array } {
  const re = Float64Array.from({ length: FFT_SIZE }, (_, n) => sample(n));
  const im = new Float64Array(FFT_SIZE);
  fft.forward(re, im);
  return { re, im };
}

/** Correlation of two sounds (-1 to 1) over the length of the shorter one; 1 for two silences. */
export function correlation(a: Float32Array, b: Float32Array): number {
  let ab = 0;
  let aa = 0;
  let bb = 0;
  for (let n = Math.min(a.length, b.length) - 1; n >= 0; n--) {
    const [x = 0, y = 0] = [a[n], b[n]];
    ab += x * y;
    aa += x * x;
    bb += y * y;
  }
  // Silence is like silence.
  if (aa === 0 && bb === 0) return 1;
  return ab / Math.sqrt(aa * bb);
}
