import type { CommandInput } from '../projects/command-batch.ts';
import { MAX_COMMANDS } from '../projects/command-batch.ts';
import { ProviderError } from '../providers/provider-error.ts';
import { withheldOps } from './instructions.ts';
import type { Plan, Unresolved } from './plan.ts';

/** Maximum size of a model's plan, in characters of JSON. */
const MAX_CHARACTERS = 400_000;

/**
 * Parses a model's answer into a plan and treats it as untrusted data. Commands that do not exist or are withheld are
 * dropped and reported in `unresolved`; long lists are cut. Throws `malformed` when the answer is not a plan.
 */
export function readProgram(answer: unknown, knownOps: ReadonlySet<string>): Plan {
  if (typeof answer !== 'object' || answer === null || JSON.stringify(answer).length > MAX_CHARACTERS) {
    throw new ProviderError('malformed', 'answered with no plan');
  }
  const { commands, unresolved } = answer as { commands?: unknown; unresolved?: unknown };
  if (!Array.isArray(commands)) throw new ProviderError('malformed', 'answered with a plan without commands');
  const plan: Plan = { commands: [], unresolved: readUnresolved(unresolved) };
  for (const command of commands.slice(0, MAX_COMMANDS)) {
    const op: unknown = (command as { op?: unknown } | null)?.op;
    if (typeof op === 'string' && knownOps.has(op) && !withheldOps.has(op)) plan.commands.push(command as CommandInput);
    else plan.unresolved.push({ instruction: String(op).slice(0, 64), reason: 'A plan cannot use this command.' });
  }
  return plan;
}

function readUnresolved(given: unknown): Unresolved[] {
  if (!Array.isArray(given)) return [];
  return given.slice(0, 50).flatMap((entry) => {
    const { instruction, reason } = (entry ?? {}) as { instruction?: unknown; reason?: unknown };
    if (typeof instruction !== 'string') return [];
    return [{ instruction: instruction.slice(0, 500), reason: String(reason ?? '').slice(0, 500) }];
  });
}
