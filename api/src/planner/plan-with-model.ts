import { catalogue } from '@framemill/compositor/catalog';
import { commandSchema, type Document } from '@framemill/timeline';
import type { CommandInput } from '../projects/command-batch.ts';
import { type CallServices, callChain } from '../providers/call-chain.ts';
import type { Providers } from '../providers/open-providers.ts';
import { plannerInstructions, submitProgram } from './instructions.ts';
import type { Plan } from './plan.ts';
import { projectSummary } from './project-summary.ts';
import { readProgram } from './read-program.ts';

/** Maximum duration of one model call, in milliseconds. */
const TIMEOUT_MS = 60_000;

const instructions = plannerInstructions();
const knownOps = new Set(Object.keys(commandSchema(catalogue).commands));

/** Runs a plan on the project without saving, and returns one message for each command that fails. */
export type TryPlan = (commands: CommandInput[]) => Promise<string[]>;

/**
 * Makes one planning call and, when commands of its plan fail on the project, one repair call. The repaired plan is
 * used only when strictly fewer of its commands fail. Throws the errors of `callChain`.
 */
export async function planWithModel(
  { language }: Pick<Providers, 'language'>,
  document: Document,
  message: string,
  tryPlan: TryPlan,
  signal: AbortSignal,
  services: CallServices,
): Promise<Plan & { provider: string }> {
  const context = `The project, as data:\n${projectSummary(document)}`;
  const call = { kind: 'language', timeoutMs: TIMEOUT_MS, field: 'body.message', signal } as const;
  const ask = async (text: string) => {
    const request = { instructions, context, message: text, tool: submitProgram };
    const { provider, result } = await callChain(language, request, call, services);
    return { provider, ...readProgram(result.arguments, knownOps) };
  };
  const first = await ask(`The person asks:\n${message}`);
  const failures = await tryPlan(first.commands);
  if (failures.length === 0) return first;
  const repair = `The person asks:\n${message}\n\nYour plan was ${JSON.stringify(first.commands)}. These commands failed:\n${failures.join('\n')}\nHand over the whole plan again, mended.`;
  const second = await ask(repair).catch(() => null);
  if (second === null) return first;
  return (await tryPlan(second.commands)).length < failures.length ? second : first;
}
