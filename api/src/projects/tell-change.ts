import { redisChannels } from '@framemill/scheduler/protocol';
import type { ApiDeps } from '../deps.ts';
import type { ChangeNote } from './change-journal.ts';

/** Most names of commands in an event. */
const MOST_OPS = 20;

/** Tells open editors and lists of projects that a project has a new rev. A hint: who misses it finds out when they ask. */
export async function tellChange(
  { redis, log }: Pick<ApiDeps, 'redis' | 'log'>,
  accountId: string,
  { id, rev }: { id: string; rev: number },
  { author, commands, batchId }: ChangeNote,
): Promise<void> {
  const ops = commands.slice(0, MOST_OPS).map(({ op }) => op);
  const change = { type: 'commands', rev, author: { via: author.via }, ops, batchId: batchId ?? null };
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
