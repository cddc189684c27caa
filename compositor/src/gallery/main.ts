import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { drawExhibit } from './draw-exhibit.ts';
import { families } from './families/index.ts';
import { galleryMedia } from './gallery-media.ts';
import { galleryPage, type Room } from './gallery-page.ts';

const root = join(import.meta.dirname, '../../..');
const help = `Draws every effect, filter, transition, blend mode, mask and text animation into one page.

  npm run gallery -- [--out .build/gallery/index.html] [--only <family>]

  --only <family>  effect, filter, transition, blend, mask, text, caption or fit
`;
/** Of 16:9 pictures. Pixels. */
const pictureWidth = 480;

const { values } = parseArgs({
  options: {
    out: { type: 'string', default: join(root, '.build/gallery/index.html') },
    only: { type: 'string' },
    help: { type: 'boolean', short: 'h', default: false },
  },
});
if (values.help) process.stdout.write(help);
else await makeGallery(resolve(values.out), values.only);

async function makeGallery(outPath: string, only: string | undefined): Promise<void> {
  const media = await galleryMedia();
  const rooms: Room[] = [];
  for (const { title, exhibits } of families) {
    const items: Room['items'][number][] = [];
    for (const exhibit of exhibits()) {
      if (only !== undefined && exhibit.family !== only) continue;
      const drawn = await drawExhibit(exhibit, media, pictureWidth, 'jpeg');
      if ('refused' in drawn) process.stderr.write(`${drawn.refused}\n`);
      items.push({ exhibit, drawn });
    }
    if (items.length > 0) rooms.push({ title, items });
  }
  mkdirSync(dirname(outPath), { recursive: true });
  writeFileSync(outPath, galleryPage(rooms));
  const count = rooms.reduce((sum, { items }) => sum + items.length, 0);
  process.stdout.write(`${count} exhibits in ${outPath}\n`);
}
