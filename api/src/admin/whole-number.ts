import { FramemillError } from '@framemill/timeline';

/**
 * Parses an option's value as an integer from `minimum` to `maximum`.
 * Throws `invalid_request` with the value, and with the `words` that the option accepts instead of a number.
 */
export function wholeNumber(
  option: string,
  text: string | undefined,
  minimum: number,
  maximum: number,
  words: readonly string[] = [],
): number {
  const value = text?.trim() ? Number(text) : Number.NaN;
  if (Number.isInteger(value) && value >= minimum && value <= maximum) return value;
  const message = `--${option} must be a whole number from ${minimum} to ${maximum}${words.map((word) => ` or ${word}`).join('')} (got "${text}").`;
  throw new FramemillError('invalid_request', message);
}
