import { readFileSync } from 'node:fs';
import path from 'node:path';
import { GUIDES } from './docs-nav.ts';

/** Part of a guide from a heading to the next one, as plain text. */
export interface GuideSection {
  /** Id of its heading; empty for the part before the first heading. */
  id: string;
  title: string;
  text: string;
}

/** Guide of the documentation, as `api/guides/build.mjs` renders it from its Markdown file. */
export interface Guide {
  name: string;
  title: string;
  /** Its first paragraph, as plain text. */
  lead: string;
  /** HTML of everything after its first paragraph. Trusted: it comes from this repository. */
  html: string;
  sections: readonly GuideSection[];
}

/** Host in the guides, which pages replace by the address of the service. */
const SAMPLE_HOST = 'https://api.example.org';

/**
 * Reads the guides in the order of `GUIDES`, with `apiHost` as the address in their examples. Throws when the set-up
 * has not rendered them.
 */
export function readGuides(apiHost: string): Guide[] {
  const file = path.join(import.meta.dirname, '../../guides/build/guides.json');
  const guides: Guide[] = JSON.parse(readFileSync(file, 'utf8').replaceAll(SAMPLE_HOST, apiHost));
  return GUIDES.map(([name]) => {
    const guide = guides.find((one) => one.name === name);
    if (guide === undefined) throw new Error(`${file} has no guide "${name}". Run "npm run setup".`);
    return guide;
  });
}
