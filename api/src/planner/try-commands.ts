import { applyCommands, type Clip, type CommandResult, type Document, type ReduceContext } from '@framemill/timeline';
import type { CommandInput } from '../projects/command-batch.ts';
import { NEW_CLIP } from './rule.ts';

/** Runs the commands of one instruction: all of them or none. `NEW_CLIP` is the clip that the command before made. */
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
      const failure = result?.error ?? outcome.blocked[0]?.reason ?? 'The plan does not allow this.';
      return { document, commands: [], results: [], about: [], failure };
    }
    if (result.data && 'clipId' in result.data) made = result.data.clipId;
    else if (Array.isArray(result.data?.clipIds)) made = result.data.clipIds.at(-1);
    state = outcome.document;
    done.push(own);
    results.push(result);
    // "It" after a copy was made is the copy.
    for (const id of own.op === 'duplicateClip' ? clipIdsIn(result.data) : clipIdsIn(own, result.data)) about.add(id);
  }
  return { document: state, commands: done, results, about: clipsOf(about, document, state), failure: null };
}

/** The clips of these ids, as they are, or were when they are gone. */
function clipsOf(ids: ReadonlySet<string>, before: Document, after: Document): Clip[] {
  const gone = before.clips.filter(({ id }) => !after.clips.some((clip) => clip.id === id));
  return [...gone, ...after.clips].filter(({ id }) => ids.has(id));
}

/** The clips that a command is about: those that it names and those that it made. */
function clipIdsIn(...records: (Record<string, unknown> | undefined)[]): string[] {
  return records.flatMap((record) => [record?.clipId, record?.clipIds].flat()).filter((id) => typeof id === 'string');
}
