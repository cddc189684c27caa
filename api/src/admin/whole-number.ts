import { FramemillError } from '@framemill/timeline';

/** Reads the value of an option that is a whole number from `minimum` to `maximum`. Throws `invalid_request` with the value. */
export function wholeNumber(option: string, text: string | undefined, minimum: number, maximum: number): number {
  const value = Number(text);
  if (Number.isInteger(value) && value >= minimum && value <= maximum) return value;
  const message = `--${option} must be a whole number from ${minimum} to ${maximum} (got "${text}").`;
  throw new FramemillError('invalid_request', message);
}
