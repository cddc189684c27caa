import { redisChannels } from '@framemill/scheduler/protocol';
import type { ApiDeps } from '../deps.ts';
import type { ChangeNote, NotedChange } from './change-journal.ts';

/** Maximum characters of commands and changes in an event. Subscribers request a larger change from the API. */
const MOST_CHARACTERS = 32_000;

/**
 * Publishes that a project has a new revision, to open editors with its changes and to lists of projects. Best effort:
 * a client that misses the event finds the revision with its next request.
 */
export async function tellChange(
  { redis, log }: Pick<ApiDeps, 'redis' | 'log'>,
  accountId: string,
  { id, rev }: { id: string; rev: number },
  { author, batchId, undoes, restores }: ChangeNote,
  { commands, changes }: NotedChange,
): Promise<void> {
  const past = { undoes: undoes ?? null, restores: restores ?? null };
  const at = new Date().toISOString();
  const head = { type: 'commands', rev, author: { via: author.via }, batchId: batchId ?? null, at, ...past };
  const isShort = commands.length + changes.length <= MOST_CHARACTERS;
  const change = isShort ? { ...head, commands: JSON.parse(commands), changes: JSON.parse(changes) } : head;
  const project = { type: 'project', projectId: id, rev };
  try {
    await Promise.all([
      redis.publish(redisChannels.projectEvents(id), JSON.stringify(change)),
      redis.publish(redisChannels.accountEvents(accountId), JSON.stringify(project)),
    ]);
  } catch (error) {
    log.debug({ err: error, projectId: id }, 'a change of a project could not be published');
  }
}
