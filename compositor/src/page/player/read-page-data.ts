import type { PageData } from '../page-data.ts';

/** The data that the page carries with it. Throws when the element is missing: then the page is not one of ours. */
export function readPageData(page: Document): PageData {
  const text = page.getElementById('composition')?.textContent;
  if (!text)
    throw new Error('The page has no element #composition with its data. Load the page as the service sent it.');
  return JSON.parse(text);
}
