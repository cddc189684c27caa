import { ffmpeg } from '@framemill/testing/ffmpeg';
import { createFft } from '../../src/audio/dsp/fft.ts';
import { openFileStream } from '../../src/audio/file-stream.ts';
import { randomOf } from './signals.ts';

const RATE = 48_000;
/**
 * Maximum difference between this program's decoder and ffmpeg in the position of a file's first sample, in samples. It
 * comes from encoder priming that only one of them removes.
 */
const MOST_LAG = 14_400;
const ALIKE = 0.9995;
/** Size of the Fourier transform in samples. It holds the audio that `coarseLag` compares, at every possible lag. */
const FFT_SIZE = 65_536;
const fft = createFft(FFT_SIZE);

/** Similarity of a file's audio, as decoded by this program, to the output of another decoder (ffmpeg). */
export interface AudioLikeness {
  /** Correlation of the two decoded signals (-1 to 1), shifted by the lag with the best result. */
  correlation: number;
  /**
   * Delay of this program's audio relative to ffmpeg's, in seconds. It comes from priming that only one of them
   * removes, and from the start time that the file's time stamps declare.
   */
  lagSec: number;
  /** Length of this program's audio in seconds. `longerSec`: how much longer it is than ffmpeg's. */
  durationSec: number;
  longerSec: number;
}

/**
 * Generates a mono signal at 48 kHz that makes encoders switch their block sizes: bursts of noise every 90 to 200 ms
 * over a quiet tone. It is the same at every call. All bursts differ, so that a correlation shows a shift by one
 * sample.
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

/** Decodes the audio of a file with this program: the left channel at 48 kHz, from second 0 on. */
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
 * Decodes the audio of a file with ffmpeg: the left channel at 48 kHz. Blocks are concatenated whatever their time
 * stamps. `shift` moves the audio to an earlier time (negative: later) before resampling, in samples of the file's
 * rate.
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

/** Compares a file's audio with ffmpeg's contiguous decoding. `rate` is the sample rate of the file. */
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

/** Returns the lag with the best correlation over the middle of the audio, in samples at 48 kHz. */
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

/** Computes the correlation of two signals (-1 to 1) over the length of the shorter one; 1 when both are silent. */
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
