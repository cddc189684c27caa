import type { ReduceContext } from '../command/command.ts';
import type { Effect } from '../document/effect.ts';
import { refuse } from '../errors/refuse.ts';
import type { EffectType } from '../vocabulary/index.ts';
import { completeParams } from './complete-params.ts';

/**
 * Completes an effect's parameters for storage: validates them against the catalogue's schema and fills in defaults.
 * Throws `invalid_request` for an effect that cannot be drawn and for invalid parameters. `path` names the parameters
 * in messages.
 */
export function effectParams(
  { catalogue }: Pick<ReduceContext, 'catalogue'>,
  type: EffectType,
  given: Effect['params'],
  path: string,
): Effect['params'] {
  const schema = catalogue.effects[type];
  if (schema) {
    return completeParams(schema, given, path, type);
  }
  const known = Object.keys(catalogue.effects);
  throw refuse(
    `Effect "${type}" is not supported yet. ${known.length > 0 ? `Use one of ${known.join(', ')}.` : 'No effect is.'}`,
  );
}
