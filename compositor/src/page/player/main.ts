import type { PageData } from '../page-data.ts';
import { createTimeline } from './create-timeline.ts';

// The page calls it right after this script: players look for the timeline when the page has loaded.
Object.assign(globalThis, { compositionTimeline: () => createTimeline(document, readPageData(document)) });

/** Reads the data embedded in the page. Throws when the element `#composition` is missing. */
function readPageData(page: Document): PageData {
  const text = page.getElementById('composition')?.textContent;
  if (!text)
    throw new Error('The page has no element #composition with its data. Load the page as the service sent it.');
  return JSON.parse(text);
}
