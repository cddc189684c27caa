import { applyCommands, type CommandResult, type Document, type ReduceContext } from '@framemill/timeline';
import type { CommandInput } from '../projects/command-batch.ts';
import type { Plan } from './plan.ts';
import type { RuleResult } from './rule.ts';
import { rules } from './rules/index.ts';
import { NEW_CLIP } from './rules/texts.ts';
import { splitInstructions } from './split-instructions.ts';

/** What is said of what no rule understands. */
const UNKNOWN =
  'The offline planner does not understand this. It knows titles, trims, cuts, speed, transitions, filters, zooms, fades, ' +
  'volume, ducking, layouts, markers and deleting; or send the commands themselves.';

/** A plan and what it makes of the project. Its commands name clips by the ids that they have in `document`. */
export interface DonePlan extends Plan {
  document: Document;
  results: CommandResult[];
}

/**
 * Plans a message by rules, with no model: instruction by instruction, each on the outcome of those before. What no rule
 * understands, or what the project does not allow, is `unresolved`; nothing else is touched for it.
 */
export function planByRules(message: string, document: Document, context: ReduceContext): DonePlan {
  const plan: Plan = { commands: [], unresolved: [] };
  const results: CommandResult[] = [];
  let state = document;
  for (const instruction of splitInstructions(message)) {
    const result = ruleFor(instruction, state);
    if ('reason' in result) {
      plan.unresolved.push({ instruction, reason: result.reason });
      continue;
    }
    const tried = tryCommands(state, result.commands, context);
    if (tried.failure !== null) {
      plan.unresolved.push({ instruction, reason: tried.failure });
      continue;
    }
    state = tried.document;
    plan.commands.push(...tried.commands);
    results.push(...tried.results);
  }
  return { ...plan, document: state, results };
}

function ruleFor(instruction: string, document: Document): RuleResult {
  for (const rule of rules) {
    for (const pattern of rule.patterns) {
      const match = pattern.exec(instruction);
      const result = match === null ? null : rule.plan({ ...match.groups }, document, instruction);
      if (result !== null) return result;
    }
  }
  return { reason: UNKNOWN };
}

/** Runs the commands of one instruction: all of them or none. `NEW_CLIP` is the clip that the command before made. */
function tryCommands(document: Document, commands: CommandInput[], context: ReduceContext) {
  let state = document;
  const done: CommandInput[] = [];
  const results: CommandResult[] = [];
  let made: unknown = null;
  for (const command of commands) {
    const isForNew = 'clipId' in command && command.clipId === NEW_CLIP;
    const own: CommandInput = isForNew ? Object.assign({}, command, { clipId: made }) : command;
    const outcome = applyCommands(state, [own], context);
    const [result] = outcome.results;
    if (!result?.ok) {
      const failure = result?.error ?? outcome.blocked[0]?.reason ?? 'The plan does not allow this.';
      return { document, commands: [], results: [], failure };
    }
    if (result.data && 'clipId' in result.data) made = result.data.clipId;
    state = outcome.document;
    done.push(own);
    results.push(result);
  }
  return { document: state, commands: done, results, failure: null };
}
