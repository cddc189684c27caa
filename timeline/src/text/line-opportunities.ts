import LineBreaker from 'linebreak';
import { needsDictionary } from './scripts.ts';

/**
 * Returns the indices of `paragraph` at which a new line may start (UAX #14), including the end.
 * Thai, Lao, Khmer and Burmese do not mark words: there the word segments of `words` are used.
 */
export function lineOpportunities(paragraph: string, words: Intl.Segmenter): number[] {
  const found: number[] = [];
  const breaker = new LineBreaker(paragraph);
  for (let next = breaker.nextBreak(); next; next = breaker.nextBreak()) found.push(next.position);
  if (needsDictionary(paragraph)) {
    for (const { index } of words.segment(paragraph)) {
      if (index > 0 && needsDictionary(paragraph.slice(index - 1, index + 1))) found.push(index);
    }
    return [...new Set(found)].filter((at) => at > 0).sort((a, b) => a - b);
  }
  return found;
}
