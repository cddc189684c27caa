import { join } from 'node:path';
import type { Document } from '@framemill/timeline';
import { galleryMedia } from '../../src/gallery/draw-example.ts';
import { families } from '../../src/gallery/families.ts';
import { exampleDocument } from '../../src/gallery/gallery-example.ts';
import type { MediaFiles } from '../../src/media/media-files.ts';
import { goldenCases, goldenMedia } from '../golden/cases.ts';

/** Document to draw on a render node and in a browser. */
export interface EngineCase {
  readonly name: string;
  readonly document: Document;
  readonly media: MediaFiles;
  readonly output: { readonly width: number; readonly height: number };
  readonly moments: readonly number[];
}

/** Names of all cases: the golden tests and the examples of the gallery. */
export const caseNames: readonly string[] = [
  ...goldenCases().flatMap(({ name, watermark, hasAnimations }) => (watermark || hasAnimations ? [] : [name])),
  ...families.flatMap((family) => family.examples()).map((example) => `gallery ${example.family} ${example.name}`),
];

/** Creates the media of the cases in `folder`. Returns a function that returns a case by its name. */
export async function openCases(folder: string): Promise<(name: string) => EngineCase> {
  const media = await goldenMedia(folder);
  const stills = await galleryMedia();
  const golden = new Map(goldenCases().map((one) => [one.name, one]));
  const examples = families.flatMap((family) => family.examples());
  return (name) => {
    const one = golden.get(name);
    if (one) {
      const { width, height } = one.document.settings;
      return { name, document: one.document, media, output: { width, height }, moments: [one.atSec] };
    }
    const example = examples.find(({ family, name: own }) => name === `gallery ${family} ${own}`);
    if (!example) throw new Error(`There is no case "${name}".`);
    const document = exampleDocument(example, stills);
    return { name, document, media: stills, output: { width: 320, height: 180 }, moments: example.moments };
  };
}

/** Path of a text file or image for people's eyes. */
export function resultPath(file: string): string {
  return join(import.meta.dirname, '../../test-output/browser-engine', file);
}
