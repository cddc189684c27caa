const rate = 48_000;

/**
 * Creates a WAV file for tests: 16-bit stereo at 48 kHz, with equal channels. `sample` returns the value (-1 to 1) at
 * a time in seconds.
 */
export function wavFile(seconds: number, sample: (sec: number) => number): Buffer<ArrayBuffer> {
  const samples = Math.round(seconds * rate);
  const file = Buffer.alloc(44 + samples * 4);
  file.write('RIFF', 0);
  file.writeUInt32LE(36 + samples * 4, 4);
  file.write('WAVEfmt ', 8);
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(2, 22);
  file.writeUInt32LE(rate, 24);
  file.writeUInt32LE(rate * 4, 28);
  file.writeUInt16LE(4, 32);
  file.writeUInt16LE(16, 34);
  file.write('data', 36);
  file.writeUInt32LE(samples * 4, 40);
  for (let n = 0; n < samples; n += 1) {
    const value = Math.round(32_767 * sample(n / rate));
    file.writeInt16LE(value, 44 + n * 4);
    file.writeInt16LE(value, 46 + n * 4);
  }
  return file;
}

/** Creates a WAV file like `wavFile`, with a sine tone of `hertz` Hz. */
export function toneWav(seconds: number, hertz: number): Buffer<ArrayBuffer> {
  return wavFile(seconds, (sec) => (8_000 / 32_767) * Math.sin(2 * Math.PI * hertz * sec));
}
