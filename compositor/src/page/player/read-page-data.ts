import type { PageData } from '../page-data.ts';

/** Reads the data that is embedded in the page. Throws when the element `#composition` is missing. */
export function readPageData(page: Document): PageData {
  const text = page.getElementById('composition')?.textContent;
  if (!text)
    throw new Error('The page has no element #composition with its data. Load the page as the service sent it.');
  return JSON.parse(text);
}
