// Creates the media in the repository. After a change to this folder, run it, check the result and commit it.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { compressFootage, compressMusic, encodeWav } from './compress.ts';
import { drawLogo, encodeIcon } from './logo.ts';
import { makeFootage } from './make-footage.ts';
import { composeMusic } from './music.ts';

const root = resolve(import.meta.dirname, '../../..');
const help = `Makes the sample's media (three pieces of footage, a logo and music) and the icon of the pages.
Needs ffmpeg; about 2 minutes of two cores.

  node benchmarks/src/sample/main.ts [--media <folder>] [--icon <file>]

  --media <folder>  default: infra/bootstrap/sample/media
  --icon <file>     default: compositor/src/page/favicon.ico
`;

const { values } = parseArgs({
  options: {
    media: { type: 'string', default: join(root, 'infra/bootstrap/sample/media') },
    icon: { type: 'string', default: join(root, 'compositor/src/page/favicon.ico') },
    help: { type: 'boolean', short: 'h', default: false },
  },
});
if (values.help) process.stdout.write(help);
else await makeSampleMedia(values.media, values.icon);

async function makeSampleMedia(folder: string, icon: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  mkdirSync(dirname(icon), { recursive: true });
  const scratch = mkdtempSync(join(tmpdir(), 'framemill-footage-'));
  try {
    let tenth = 0;
    const drawn = await makeFootage({
      outDir: scratch,
      width: 1920,
      height: 1080,
      onProgress: (done, total) => {
        if (Math.floor((10 * done) / total) === tenth) return;
        tenth = Math.floor((10 * done) / total);
        process.stdout.write(`footage ${tenth * 10} %\n`);
      },
    });
    for (const file of drawn) await compressFootage(file, folder);
    const wav = join(scratch, 'music.wav');
    writeFileSync(wav, encodeWav(composeMusic()));
    await compressMusic(wav, folder);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
  writeFileSync(join(folder, 'logo.png'), drawLogo(512));
  writeFileSync(icon, encodeIcon(drawLogo(48), 48));
}
