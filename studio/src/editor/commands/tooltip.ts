import { titleOf } from '../../ui/labels.ts';
import { type JsonSchema, unitOf } from './registry.ts';

/** Matches sentences with words that only programs use: code, names of fields, and the values that JSON has. */
const PROGRAM_WORDS =
  /[`{}=]|\b[a-z]+[A-Z]|\b(?:absent|[Tt]rue|[Ff]alse|null|[Ii]ds?|JSON|commands?|document)\b|^media$/;

/** Matches a sentence that begins with a number, which is a range of values. */
const RANGE = /^[-−]?\d/;

/**
 * Returns the tooltip of a field: the first sentence of its description that says what the field does, in words for
 * people. Descriptions are written for programs; sentences with code, units and ranges are left out, and those that
 * repeat the name. Returns undefined when nothing remains.
 */
export function tooltipOf(name: string, { description = '' }: JsonSchema): string | undefined {
  const label = titleOf(name).toLowerCase();
  const sentence = description
    .split(/(?<=[.;:])\s+/)
    .map((sentence) => sentence.replace(/[.;:]$/, ''))
    .find(
      (sentence) =>
        sentence !== '' &&
        !PROGRAM_WORDS.test(sentence) &&
        !RANGE.test(sentence) &&
        unitOf({ description: sentence }) === '' &&
        sentence.toLowerCase() !== label,
    );
  return sentence && sentence.charAt(0).toUpperCase() + sentence.slice(1);
}
