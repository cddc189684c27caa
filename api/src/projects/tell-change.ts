import { redisChannels } from '@framemill/scheduler/protocol';
import type { ApiDeps } from '../deps.ts';
import type { ChangeNote, NotedChange } from './change-journal.ts';

/** Characters of commands and changes together that an event carries; more is asked for by who wants it. */
const MOST_CHARACTERS = 32_000;

/**
 * Tells open editors and lists of projects that a project has a new rev, editors with what was done. A hint: who misses it finds out when
 * they ask.
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
    log.debug({ err: error, projectId: id }, 'nobody was told of a change');
  }
}
