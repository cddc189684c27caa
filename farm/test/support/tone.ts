/** A WAV file: 16-bit stereo at 48 kHz, a sine of `hertz`. */
export function toneWav(seconds: number, hertz: number): Buffer {
  const rate = 48_000;
  const samples = Math.round(seconds * rate);
  const wav = Buffer.alloc(44 + samples * 4);
  wav.write('RIFF', 0);
  wav.writeUInt32LE(36 + samples * 4, 4);
  wav.write('WAVEfmt ', 8);
  wav.writeUInt32LE(16, 16);
  wav.writeUInt16LE(1, 20);
  wav.writeUInt16LE(2, 22);
  wav.writeUInt32LE(rate, 24);
  wav.writeUInt32LE(rate * 4, 28);
  wav.writeUInt16LE(4, 32);
  wav.writeUInt16LE(16, 34);
  wav.write('data', 36);
  wav.writeUInt32LE(samples * 4, 40);
  for (let sample = 0; sample < samples; sample += 1) {
    const value = Math.round(8_000 * Math.sin((2 * Math.PI * hertz * sample) / rate));
    wav.writeInt16LE(value, 44 + sample * 4);
    wav.writeInt16LE(value, 46 + sample * 4);
  }
  return wav;
}
