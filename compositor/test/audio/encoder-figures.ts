// What encoders do to sound, at three bit rates: ALLOW_NONFREE=1 pnpm --filter @framemill/compositor sound [file]
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { cpuUsage, stdout } from 'node:process';
import { FF_ENCODER_AAC, FF_ENCODER_LIBFDK_AAC } from 'node-av/constants';
import { FormatContext, Packet } from 'node-av/lib';
import { openAudioEncoder } from '../../src/audio/audio-encoder.ts';
import { SAMPLE_RATE, type StereoBlock } from '../../src/audio/audio-format.ts';
import { createFft } from '../../src/audio/dsp/fft.ts';
import { type AudioCodec, audioCodecs } from '../../src/audio/encoders.ts';
import { openFileStream } from '../../src/audio/file-stream.ts';

const size = 2048;
const fft = createFft(size);
// A quarter of a Bark each, up to 16 kHz.
const bands = Array.from({ length: size / 2 }, (_, bin) => {
  const hertz = (bin * SAMPLE_RATE) / size;
  return hertz < 50 || hertz > 16_000
    ? -1
    : Math.floor(4 * (13 * Math.atan(0.00076 * hertz) + 3.5 * Math.atan((hertz / 7_500) ** 2)));
});

/** Computes the energy in each frequency band of the 2048 samples from `at`. */
function energies(audio: Float32Array, at: number): number[] {
  const window = (n: number) => 0.5 - 0.5 * Math.cos((2 * Math.PI * n) / size);
  const real = Float64Array.from({ length: size }, (_, n) => window(n) * (audio[at + n] ?? 0));
  const imaginary = new Float64Array(size);
  fft.forward(real, imaginary);
  const sums: number[] = [];
  for (const [bin, band] of bands.entries()) {
    if (band >= 0) sums[band] = (sums[band] ?? 0) + (real[bin] ?? 0) ** 2 + (imaginary[bin] ?? 0) ** 2;
  }
  return sums;
}

/**
 * Compares decoded audio with its source. `distance` is the root mean square of the level differences, in dB. `ratio`
 * is the mean signal-to-noise ratio, in dB, at most 40. `lost` is the percentage of bands in which the noise is louder
 * than the signal. Bands below -80 dB do not count.
 */
function compare(source: Float32Array, decoded: Float32Array): { distance: number; ratio: number; lost: number } {
  const noise = source.map((value, n) => (decoded[n] ?? 0) - value);
  let [squares, ratios, losses, count] = [0, 0, 0, 0];
  for (let at = 0; at + size <= source.length; at += size / 2) {
    const [wanted, found, wrong] = [energies(source, at), energies(decoded, at), energies(noise, at)];
    for (const [band, level] of wanted.entries()) {
      if (!(level > 1e-8 * (size / 4) ** 2)) continue;
      squares += (10 * Math.log10(((found[band] ?? 0) + 1e-9) / level)) ** 2;
      const ratio = 10 * Math.log10(level / ((wrong[band] ?? 0) + 1e-12));
      ratios += Math.min(40, ratio);
      losses += ratio < 0 ? 1 : 0;
      count += 1;
    }
  }
  return { distance: Math.sqrt(squares / count), ratio: ratios / count, lost: (100 * losses) / count };
}

function read(file: string, most: number): StereoBlock {
  const stream = openFileStream(file, 0);
  const [left, right] = [new Float32Array(most), new Float32Array(most)];
  const count = stream.read({ left, right }, 0, most);
  stream.close();
  return { left: left.slice(0, count), right: right.slice(0, count) };
}

/**
 * Generates a speech-like signal: pulses through three formants that change with each syllable, with hisses between
 * them.
 */
function speechLike(samples: number): StereoBlock {
  const vowels = [
    [730, 1_090, 2_440],
    [270, 2_290, 3_010],
    [300, 870, 2_240],
  ];
  const states = vowels.map(() => [0, 0]);
  let [phase, seed] = [0, 7];
  const left = Float32Array.from({ length: samples }, (_, n) => {
    const second = n / SAMPLE_RATE;
    phase = (phase + (115 + 35 * Math.sin(2.1 * second)) / SAMPLE_RATE) % 1;
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    const hiss = seed / 2 ** 31 - 1;
    const part = (second / 0.22) % 1;
    const pulse = phase < 0.6 ? Math.sin((Math.PI * phase) / 0.6) ** 2 - 0.28 : -0.28;
    let sum = 0;
    for (const [index, hertz] of (vowels[Math.floor(second / 0.22) % 3] ?? []).entries()) {
      const state = states[index] ?? [0, 0];
      const radius = Math.exp((-Math.PI * (60 + 40 * index)) / SAMPLE_RATE);
      const turn = 2 * radius * Math.cos((2 * Math.PI * hertz) / SAMPLE_RATE);
      const value = pulse * (1 - radius) * (8 - 3 * index) + turn * (state[0] ?? 0) - radius ** 2 * (state[1] ?? 0);
      states[index] = [value, state[0] ?? 0];
      sum += value;
    }
    return part < 0.8
      ? 0.3 * sum * Math.min(1, 12 * (0.8 - part))
      : 0.05 * hiss * Math.sin((Math.PI * (part - 0.8)) / 0.2);
  });
  const peak = left.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const levelled = left.map((value) => (0.6 / peak) * value);
  return { left: levelled, right: levelled.slice() };
}

/** Generates tones that rise in pitch on the left channel and stay constant on the right channel. */
function tones(samples: number): StereoBlock {
  const sum = (n: number, chirp: number) =>
    [440, 1_320, 5_000, 11_000].reduce(
      (all, hertz) => all + 0.15 * Math.sin((2 * Math.PI * hertz * n * (1 + (chirp * n) / samples)) / SAMPLE_RATE),
      0,
    );
  return {
    left: Float32Array.from({ length: samples }, (_, n) => sum(n, 0.2)),
    right: Float32Array.from({ length: samples }, (_, n) => sum(n, 0)),
  };
}

/** Returns the number of priming samples before second 0 of a file. */
async function primingOf(file: string): Promise<number> {
  const input = new FormatContext();
  await input.openInput(file);
  const packet = new Packet();
  packet.alloc();
  await input.readFrame(packet);
  const { pts } = packet;
  packet.free();
  await input.closeInput();
  return -Number(pts);
}

const aac = { coding: 'aac', muxer: 'mp4' } as const;
const replaced = { aac_pns: '0', aac_is: '0' };
const encoders: Record<string, Pick<AudioCodec, 'encoder' | 'options'>> = {
  'as rendered': audioCodecs.aac,
  'fast, all tools': { encoder: FF_ENCODER_AAC, options: { aac_coder: 'fast' } },
  'fast, 16 kHz': { encoder: FF_ENCODER_AAC, options: { aac_coder: 'fast', ...replaced, cutoff: '16000' } },
  twoloop: { encoder: FF_ENCODER_AAC, options: { aac_coder: 'twoloop', ...replaced } },
  ...(process.env.ALLOW_NONFREE === '1' && {
    libfdk_aac: { encoder: FF_ENCODER_LIBFDK_AAC, options: { profile: 'aac_low' } },
  }),
};
const [file] = process.argv.slice(2);
const sources = {
  ...(file !== undefined && { music: read(file, 60 * SAMPLE_RATE) }),
  'speech-like': speechLike(12 * SAMPLE_RATE),
  tones: tones(5 * SAMPLE_RATE),
};
const folder = mkdtempSync(path.join(tmpdir(), 'framemill-sound-'));
stdout.write(
  '| sound | kbit/s wanted | encoder | kbit/s | distance, dB | signal to noise, dB | bands lost, % | x real time ' +
    '| priming | samples too many |\n|---|---|---|---|---|---|---|---|---|---|\n',
);
for (const [name, audio] of Object.entries(sources)) {
  const samples = audio.left.length;
  for (const bitRate of [128_000, 160_000, 192_000]) {
    for (const [label, { encoder, options }] of Object.entries(encoders)) {
      const outPath = path.join(folder, 'sound.mp4');
      const started = cpuUsage();
      const writer = openAudioEncoder({ ...aac, encoder, options, bitRate: () => bitRate }, 'standard', outPath);
      writer.write(audio, samples);
      writer.finish();
      const { user, system } = cpuUsage(started);
      const decoded = read(outPath, samples + SAMPLE_RATE);
      const sides = [compare(audio.left, decoded.left), compare(audio.right, decoded.right)];
      const mean = (key: 'distance' | 'ratio' | 'lost') =>
        (sides.reduce((sum, side) => sum + side[key], 0) / 2).toFixed(key === 'ratio' ? 1 : 2);
      const rate = (statSync(outPath).size * 8) / (samples / SAMPLE_RATE) / 1_000;
      const speed = samples / SAMPLE_RATE / ((user + system) / 1e6);
      stdout.write(
        `| ${name} | ${bitRate / 1_000} | ${label} | ${rate.toFixed(0)} | ${mean('distance')} | ${mean('ratio')} ` +
          `| ${mean('lost')} | ${speed.toFixed(0)} | ${await primingOf(outPath)} | ` +
          `${decoded.left.length - samples} |\n`,
      );
    }
  }
}
rmSync(folder, { recursive: true });
