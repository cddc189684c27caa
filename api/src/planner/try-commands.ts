import { applyCommands, type Clip, type CommandResult, type Document, type ReduceContext } from '@framemill/timeline';
import type { CommandInput } from '../projects/command-batch.ts';
import { NEW_CLIP } from './rule.ts';

/**
 * Runs the commands of one instruction: all of them or none. `NEW_CLIP` stands for the clip that the preceding command
 * created. On failure `failure` is the reason and `document` is unchanged.
 */
export function tryCommands(document: Document, commands: CommandInput[], context: ReduceContext) {
  let state = document;
  const done: CommandInput[] = [];
  const results: CommandResult[] = [];
  const about = new Set<string>();
  let made: unknown = null;
  for (const command of commands) {
    const isForNew = 'clipId' in command && command.clipId === NEW_CLIP;
    const own: CommandInput = isForNew ? Object.assign({}, command, { clipId: made }) : command;
    const outcome = applyCommands(state, [own], context);
    const [result] = outcome.results;
    if (!result?.ok) {
      const failure = result?.error ?? outcome.blocked[0]?.reason ?? 'The plan of the account does not allow this.';
      return { document, commands: [], results: [], about: [], failure };
    }
    if (result.data && 'clipId' in result.data) made = result.data.clipId;
    else if (Array.isArray(result.data?.clipIds)) made = result.data.clipIds.at(-1);
    state = outcome.document;
    done.push(own);
    results.push(result);
    // After a duplicate was created, "it" means the duplicate.
    for (const id of own.op === 'duplicateClip' ? clipIdsIn(result.data) : clipIdsIn(own, result.data)) about.add(id);
  }
  return { document: state, commands: done, results, about: clipsOf(about, document, state), failure: null };
}

/**
 * Returns the clips with these ids, in their state after the commands. Removed clips are returned in their state
 * before.
 */
function clipsOf(ids: ReadonlySet<string>, before: Document, after: Document): Clip[] {
  const gone = before.clips.filter(({ id }) => !after.clips.some((clip) => clip.id === id));
  return [...gone, ...after.clips].filter(({ id }) => ids.has(id));
}

/** Returns the ids of the clips that a command names or creates. */
function clipIdsIn(...records: (Record<string, unknown> | undefined)[]): string[] {
  return records.flatMap((record) => [record?.clipId, record?.clipIds].flat()).filter((id) => typeof id === 'string');
}
