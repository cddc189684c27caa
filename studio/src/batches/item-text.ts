import type { BatchItem } from './batch-queries.ts';

/** Parts of an item that its texts are made of. */
type Described = Pick<BatchItem, 'index' | 'name' | 'reference' | 'variables'>;

/** Returns the title of a video of a batch: its name, its reference, or its number. */
export function titleOfItem({ index, name, reference }: Described): string {
  return name || reference || `Video ${index + 1}`;
}

/** Matches values that name media. The image of the video shows them, and their ids mean nothing to people. */
const MEDIA = /^(?:med_[0-9a-f]{32}|(?:https?:\/\/[^/]+)?\/uploads\/\S+)$/;

/**
 * Returns the reference and the values of a video in one line, such as `r1, who: Ana, city: Graz`. What its title says
 * already, and values that name media, are left out.
 */
export function valuesText(item: Described): string {
  const title = titleOfItem(item);
  const values = Object.entries(item.variables).map(([name, value]) => [name, String(value)] as const);
  const shown = values.filter(([, value]) => value !== '' && value !== title && !MEDIA.test(value));
  const texts = shown.map(([name, value]) => `${name}: ${value}`);
  return [item.reference === title ? '' : item.reference, ...texts].filter((text) => text !== '').join(', ');
}
