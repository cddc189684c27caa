import { TooHeavy } from '../../limiter/too-heavy.ts';
import { agentTurn } from '../../planner/agent-turn.ts';
import { loadProject } from '../../projects/project-store.ts';
import { replies } from '../replies.ts';
import type { BotWork, StageResult } from '../work.ts';

/** Maximum length of an unresolved instruction, and of its reason, in a reply, in characters. */
const MAX_REASON = 300;
/** Maximum unresolved instructions listed in a reply. */
const MOST_REASONS = 5;

/** Turns the person's text into commands, as `POST /v1/ai/agent` does and for the same credits. */
export async function plan({ services, caller, state, message }: BotWork): Promise<StageResult> {
  const { projectId = '' } = state;
  const { row } = await loadProject(services, caller.accountId, projectId);
  if (state.plannedOn === undefined) return { stage: 'plan', state: { plannedOn: row.rev } };
  if (row.rev > state.plannedOn) return { stage: 'preview', state: { reply: replies.edited } };
  // Offload before the charge: a plan started here could not be restarted in a thread without a second model call.
  if (services.side.kind === 'main') throw new TooHeavy(1);
  const turn = await agentTurn(services, caller, { projectId, message: message.text, dryRun: false });
  const notDone = turn.unresolved
    .slice(0, MOST_REASONS)
    .map(({ instruction, reason }) => replies.notDone(cut(instruction), cut(reason)));
  if (turn.applied) return { stage: 'preview', state: { reply: [replies.edited, ...notDone].join('\n\n') } };
  return { stage: 'reply', state: { reply: [replies.notEdited, ...notDone].join('\n\n') } };
}

function cut(text: string): string {
  return text.length > MAX_REASON ? `${[...text].slice(0, MAX_REASON).join('')}...` : text;
}
