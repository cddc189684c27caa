// node render.mjs <out.mp4> <browser>: what `remotion render` does, with the settings that the benchmark compares by.
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { bundle } from '@remotion/bundler';
import { renderMedia, selectComposition } from '@remotion/renderer';

const [outputLocation, browserExecutable] = process.argv.slice(2);
const folder = import.meta.dirname;
const serveUrl = await bundle({ entryPoint: path.join(folder, 'index.jsx'), publicDir: path.join(folder, 'public') });
const browser = { browserExecutable, chromeMode: 'headless-shell' };
const composition = await selectComposition({ serveUrl, id: 'S5', inputProps: {}, ...browser });
await renderMedia({
  composition,
  serveUrl,
  inputProps: {},
  outputLocation,
  codec: 'h264',
  crf: 23,
  x264Preset: 'veryfast',
  pixelFormat: 'yuv420p',
  colorSpace: 'bt709',
  muted: true,
  // Its default is half of them.
  concurrency: availableParallelism(),
  ...browser,
});
process.exit(0);
