import { FramemillError } from '@framemill/timeline';

/**
 * Returns the value of an option if it is one of `choices`. Throws `invalid_request` with the choices and the value.
 */
export function oneOf<Choice extends string>(
  option: string,
  text: string | undefined,
  choices: readonly Choice[],
): Choice {
  const choice = choices.find((candidate) => candidate === text);
  if (choice !== undefined) return choice;
  const names = choices.length > 2 ? `one of ${choices.join(', ')}` : choices.join(' or ');
  throw new FramemillError('invalid_request', `--${option} must be ${names} (got "${text}").`);
}
