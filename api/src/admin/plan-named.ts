import type { Plan, Plans } from '@framemill/scheduler';
import { oneOf } from './one-of.ts';

/** Returns the plan that an option names. Throws `invalid_request` with the available plans. */
export function planNamed({ list, find }: Plans, text: string | undefined): Plan {
  return find(
    oneOf(
      'plan',
      text,
      list.map(({ id }) => id),
    ),
  );
}
