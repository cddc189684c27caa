import { type Command, FramemillError } from '@framemill/timeline';
import { at, call } from './call.ts';

/** Applies commands and returns the clip ids in their results. Throws `internal_error` when one fails. */
export async function applyCommands(
  apiHost: string,
  key: string,
  projectId: string,
  commands: Command[],
): Promise<string[]> {
  const answer = await call(apiHost, key, 'POST', `/projects/${projectId}/commands`, { commands });
  return commands.flatMap((command, i) => {
    const result = at(answer, 'results', i);
    if (at(result, 'ok') !== true) {
      const said = `The command ${JSON.stringify(command)} failed: ${JSON.stringify(result)}`;
      throw new FramemillError('internal_error', said);
    }
    return command.op.startsWith('add') && command.op !== 'addKeyframe' ? [String(at(result, 'data', 'clipId'))] : [];
  });
}
