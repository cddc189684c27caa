import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { drawLogo } from './logo.ts';
import { makeFootage } from './make-footage.ts';
import { composeMusic } from './music.ts';
import { encodeWav } from './wav.ts';

const help = `Makes the sample's media: three pieces of footage, a logo and music.

  node benchmarks/src/sample/main.ts --out <dir> [--width 1920] [--height 1080]

Does nothing when <dir> already holds what this version makes. Prints "<frames done> <frames in all>" lines as it goes.
`;

const { values } = parseArgs({
  options: {
    out: { type: 'string' },
    width: { type: 'string', default: '1920' },
    height: { type: 'string', default: '1080' },
    help: { type: 'boolean', default: false },
  },
});
if (values.help || !values.out) {
  process.stdout.write(help);
  process.exit(values.help ? 0 : 2);
}
await makeSampleMedia(values.out, Number(values.width), Number(values.height));

async function makeSampleMedia(outDir: string, width: number, height: number): Promise<void> {
  const stamp = join(outDir, 'media.stamp');
  const version = `${sourceHash()} ${width}x${height}`;
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === version) return;
  mkdirSync(outDir, { recursive: true });
  await makeFootage({
    outDir,
    width,
    height,
    onProgress: (done, total) => process.stdout.write(`${done} ${total}\n`),
  });
  writeFileSync(join(outDir, 'logo.png'), drawLogo(512));
  writeFileSync(join(outDir, 'music.wav'), encodeWav(composeMusic()));
  // The stamp comes last and in one step: media cut short by a crash are made again, never used.
  writeFileSync(`${stamp}.part`, version);
  renameSync(`${stamp}.part`, stamp);
}

/** Changes whenever a source file of the generator does. */
function sourceHash(): string {
  const folder = dirname(fileURLToPath(import.meta.url));
  const hash = createHash('sha256');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
  );
  for (const file of files.sort()) hash.update(file).update(readFileSync(join(folder, file)));
  return hash.digest('hex').slice(0, 16);
}
