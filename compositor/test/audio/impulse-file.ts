import { writeFileSync } from 'node:fs';

/** Writes a 16-bit PCM WAV file. `sample` returns the value (-1 to 1) of sample n of each channel. */
export function writeWav(
  path: string,
  options: { rate: number; channels: 1 | 2; samples: number; sample: (n: number, channel: number) => number },
): void {
  const { rate, channels, samples, sample } = options;
  const data = Buffer.alloc(samples * channels * 2);
  for (let n = 0; n < samples; n++) {
    for (let channel = 0; channel < channels; channel++) {
      data.writeInt16LE(Math.round(sample(n, channel) * 32767), (n * channels + channel) * 2);
    }
  }
  const header = Buffer.alloc(44);
  header.write('RIFF', 0, 'latin1');
  header.writeUInt32LE(36 + data.length, 4);
  header.write('WAVEfmt ', 8, 'latin1');
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(channels, 22);
  header.writeUInt32LE(rate, 24);
  header.writeUInt32LE(rate * channels * 2, 28);
  header.writeUInt16LE(channels * 2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36, 'latin1');
  header.writeUInt32LE(data.length, 40);
  writeFileSync(path, Buffer.concat([header, data]));
}

/** Returns the index of the largest value between the indices `from` and `until`. */
export function peakOf(values: Float32Array, from = 0, until = values.length): number {
  let best = from;
  for (let i = from; i < until; i++) if (Math.abs(values[i] ?? 0) > Math.abs(values[best] ?? 0)) best = i;
  return best;
}

/** Returns the root mean square of the values between the indices `from` and `until`. */
export function rms(values: Float32Array, from: number, until: number): number {
  let sum = 0;
  for (let i = from; i < until; i++) sum += (values[i] ?? 0) ** 2;
  return Math.sqrt(sum / (until - from));
}
