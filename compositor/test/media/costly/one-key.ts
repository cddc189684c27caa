import { readFileSync, writeFileSync } from 'node:fs';
import { ffmpeg } from '@framemill/testing/ffmpeg';

/** Number of frames after which the frame numbers in these streams repeat, because they have 4 bits. */
const CYCLE = 16;

/**
 * Writes a grey H.264 video at 30 frames a second whose only key frame is the first one. The extension of `path`
 * selects the container: MP4, or Matroska without cues. 16 frames of 12 bytes each are repeated after the key frame, so
 * that even a long video is written quickly.
 */
export function makeOneKey(path: string, { size, pictures: images }: { size: string; pictures: number }): void {
  const raw = `${path}.h264`;
  ffmpeg([
    ...['-f', 'lavfi', '-i', `color=c=gray:s=${size}:r=30`, '-frames:v', `${CYCLE + 1}`],
    ...['-c:v', 'libx264', '-preset', 'ultrafast', '-tune', 'zerolatency', '-g', '999'],
    ...['-x264-params', 'slices=1:sliced-threads=0', '-f', 'h264', raw],
  ]);
  const stream = readFileSync(raw);
  const units: Buffer[] = [];
  for (let at = 0; at < stream.length; ) {
    const next = stream.indexOf(Buffer.from([0, 0, 1]), at + 4);
    const end = next < 0 ? stream.length : next - (stream[next - 1] === 0 ? 1 : 0);
    units.push(stream.subarray(at, end));
    at = end;
  }
  const repeated = Buffer.concat(units.slice(-CYCLE));
  const rounds = Array.from({ length: Math.ceil(images / CYCLE) }, () => repeated);
  writeFileSync(raw, Buffer.concat([...units.slice(0, -CYCLE), ...rounds]));
  const read = ['-r', '30', '-f', 'h264', '-i', raw, '-c', 'copy'];
  // Into a pipe, where a muxer cannot go back and write an index.
  if (path.endsWith('.mkv')) writeFileSync(path, ffmpeg([...read, '-f', 'matroska', '-']));
  else ffmpeg([...read, path]);
}

/**
 * Writes a VP9 video whose frame size changes in the middle: 64x64 pixels in the first half, `side` x `side` in the
 * second.
 */
export function makeSwitching(path: string, side: number): void {
  const part = (name: string, pixels: number) => {
    ffmpeg([
      ...['-f', 'lavfi', '-i', `testsrc2=s=${pixels}x${pixels}:r=30`, '-frames:v', '15'],
      ...['-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-cpu-used', '8', '-g', '999', name],
    ]);
    return `file '${name}'\n`;
  };
  const list = `${path}.txt`;
  writeFileSync(list, part(`${path}.small.webm`, 64) + part(`${path}.large.webm`, side));
  ffmpeg(['-f', 'concat', '-safe', '0', '-i', list, '-c', 'copy', path]);
}
