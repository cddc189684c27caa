import type { Plan, Plans } from '@framemill/scheduler';
import { oneOf } from './one-of.ts';

/** The plan that an option names. Throws `invalid_request` with the plans that there are. */
export function planNamed({ list, find }: Plans, text: string | undefined): Plan {
  return find(
    oneOf(
      'plan',
      text,
      list.map(({ id }) => id),
    ),
  );
}
