import type { Stereo } from './instruments.ts';

/** Encodes two channels as a 16-bit PCM WAV file. */
export function encodeWav(audio: Stereo): Buffer {
  const frames = audio.left.length;
  const file = Buffer.alloc(44 + frames * 4);
  file.write('RIFF', 0, 'latin1');
  file.writeUInt32LE(file.length - 8, 4);
  file.write('WAVEfmt ', 8, 'latin1');
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(2, 22);
  file.writeUInt32LE(audio.sampleRate, 24);
  file.writeUInt32LE(audio.sampleRate * 4, 28);
  file.writeUInt16LE(4, 32);
  file.writeUInt16LE(16, 34);
  file.write('data', 36, 'latin1');
  file.writeUInt32LE(frames * 4, 40);
  for (let i = 0; i < frames; i++) {
    file.writeInt16LE(toPcm(audio.left[i] ?? 0), 44 + i * 4);
    file.writeInt16LE(toPcm(audio.right[i] ?? 0), 46 + i * 4);
  }
  return file;
}

function toPcm(value: number): number {
  return Math.round(Math.min(1, Math.max(-1, value)) * 32_767);
}
