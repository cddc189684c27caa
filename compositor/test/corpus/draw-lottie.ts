// Draws frames of an animation: `node draw-lottie.ts file.json 0 15`. Writes each as RGBA to the standard output, rows
// without gaps. A process of its own, so that a file that crashes or hangs can be ended.

import { writeSync } from 'node:fs';
import { openAnimation } from '../../src/animation/open-animation.ts';

const [path = '', ...frames] = process.argv.slice(2);
const drawing = await openAnimation(path);
for (const frame of frames) {
  const data = drawing.rgba(Number(frame));
  for (let at = 0; at < data.length; ) at += writeSync(1, data, at);
}
