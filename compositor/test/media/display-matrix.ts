import { readFileSync, writeFileSync } from 'node:fs';

/**
 * Writes a rotation in degrees into the track header of an MP4, as phones do. The option of ffmpeg for this differs
 * between versions.
 */
export function setDisplayMatrix(from: string, to: string, degrees: number): void {
  const bytes = readFileSync(from);
  const header = bytes.indexOf('tkhd');
  // Version 0 of the box: 4 + 4 flags + 20 times and ids + 8 reserved + 8 layer and volume, then nine 16.16 numbers.
  const matrix = header + 4 + 4 + 20 + 8 + 8;
  const angle = (-degrees * Math.PI) / 180;
  const values = [Math.cos(angle), Math.sin(angle), 0, -Math.sin(angle), Math.cos(angle), 0];
  for (const [i, value] of values.entries()) bytes.writeInt32BE(Math.round(value * 65536), matrix + i * 4);
  writeFileSync(to, bytes);
}
