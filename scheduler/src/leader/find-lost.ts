import { addNodeEvents, nodeEvents, presentNodes, readNodeEvents } from '../node-events.ts';
import { chooseEngine, slotsByFingerprint } from '../policy/choose-engine.ts';
import { leaseRefreshMs, leaseTtlMs, type NodeLease, pools, redisKeys } from '../protocol/index.ts';
import { queueOfAttempt } from '../work-queues.ts';
import { type AttemptRow, endAttempt, forgetAttempt, makeReady } from './attempts.ts';
import { completeJobs } from './complete-job.ts';
import { absentGraceMs, activeStatuses, alone, fenced, type LeaderContext } from './context.ts';
import { readyTasks } from './ready-tasks.ts';
import { noteWaiting, waits } from './render-state.ts';

/**
 * Time in ms for which a dispatched job may be missing from Redis, because it is still being added or because its end
 * has not been read yet.
 */
const freshMs = 2_000;

/**
 * Compares the running attempts with the jobs in the nodes' leases (signs of life) and in the queues. An attempt is
 * lost when no live node runs its job any more, or when the job has vanished from its queue. The task is then tried
 * again, and the loss does not count as a failure. A job whose end event was lost is completed. Run it every second.
 */
export async function findLost(leader: LeaderContext, running: readonly AttemptRow[], nowMs: number): Promise<void> {
  const listed = new Map<string, { nodeId: string; waiting: boolean }>();
  for (const { nodeId, running: jobs } of leader.memory.leases) {
    for (const { jobId, waiting = false } of jobs) listed.set(jobId, { nodeId, waiting });
  }
  for (const attempt of running) {
    const found = listed.get(attempt.jobId);
    if (found !== undefined) {
      if (!found.waiting) noteBegin(leader, attempt, nowMs);
      await noteNode(leader, attempt, found.nodeId);
      continue;
    }
    const { jobId } = attempt;
    await alone(leader, 'a job could not be checked; trying again', { jobId }, () =>
      lookAtUnlisted(leader, attempt, nowMs),
    );
  }
}

function noteBegin({ memory }: LeaderContext, { jobId }: AttemptRow, nowMs: number): void {
  if (!memory.runningSince.has(jobId)) memory.runningSince.set(jobId, nowMs);
}

async function noteNode(leader: LeaderContext, attempt: AttemptRow, nodeId: string): Promise<void> {
  leader.memory.absentSince.delete(attempt.jobId);
  leader.memory.seenOn.set(attempt.jobId, nodeId);
  if (attempt.nodeId === nodeId) return;
  await leader.database.client.attempt.updateMany({
    where: { id: attempt.id, outcome: 'running' },
    data: { nodeId },
  });
}

async function lookAtUnlisted(leader: LeaderContext, attempt: AttemptRow, nowMs: number): Promise<void> {
  const queueName = queueOfAttempt(attempt);
  const queue = leader.queues.queue(queueName);
  const state = await queue.getJobState(attempt.jobId);
  if (state === 'completed' || state === 'failed') {
    const job = await queue.getJob(attempt.jobId);
    if (job === undefined) return;
    const value = state === 'completed' ? job.returnvalue : job.failedReason;
    await completeJobs(leader, [{ queue: queueName, jobId: attempt.jobId, outcome: state, value }]);
    return;
  }
  if (nowMs < leader.memory.noLossUntilMs) return;
  if (state === 'active') {
    const since = leader.memory.absentSince.get(attempt.jobId) ?? nowMs;
    leader.memory.absentSince.set(attempt.jobId, since);
    // The node that ran it last is known, even to a new leader, from the ledger: once that node has no lease, there is
    // no need to wait.
    const lastNode = leader.memory.seenOn.get(attempt.jobId) ?? attempt.nodeId;
    const nodeIsGone = lastNode !== null && !leader.memory.leases.some((lease) => lease.nodeId === lastNode);
    if (nodeIsGone || nowMs - since >= absentGraceMs)
      await loseAttempt(leader, attempt, `Node ${lastNode ?? '?'} no longer runs the job.`);
  } else if (state === 'unknown' && nowMs - attempt.startedAt.getTime() >= freshMs) {
    await loseAttempt(leader, attempt, 'The job is no longer in the queue.');
  }
}

/** Ends an attempt as lost and makes its task ready again. If its result still arrives later, the result is stored. */
export async function loseAttempt(leader: LeaderContext, attempt: AttemptRow, why: string): Promise<void> {
  const ended = await fenced(leader, async (tx) => {
    if (!(await endAttempt(tx, attempt, 'lost', { error: why }))) return false;
    await makeReady(tx, attempt);
    return true;
  });
  if (!ended) return;
  forgetAttempt(leader, attempt, 'lost');
  leader.memory.changes.note([attempt.task.renderId]);
  leader.log.warn({ jobId: attempt.jobId, renderId: attempt.task.renderId, why }, 'an attempt is lost');
}

/** Stages in which a render has tasks for one engine. */
const stages = ['rendering', 'stitching'];

/**
 * Plans renders again when the last node with their engine (render program version and machine type) was lost at least
 * `engineGraceMs` ago and a node with another engine is live. One file never mixes the output of two engines, so all
 * segments are planned again. Without another engine the renders wait until a node of their engine is live again.
 */
export async function leaveLostEngines(
  leader: LeaderContext,
  running: readonly AttemptRow[],
  nowMs: number,
): Promise<void> {
  const { engineGraceMs, memory } = leader;
  const { leases, engineGoneSince } = memory;
  const alive = new Set(pools.flatMap((pool) => [...slotsByFingerprint(leases, pool).keys()]));
  const begun = running.map(({ task }) => task.render).filter(({ stage }) => stages.includes(stage));
  const used = [...(await readyTasks(leader)), ...begun];
  const gone = new Set(used.map(({ fingerprint }) => fingerprint).filter((name) => name !== null && !alive.has(name)));
  for (const known of engineGoneSince.keys()) if (!gone.has(known)) engineGoneSince.delete(known);
  // A GPU render continues on CPU nodes, and the other way round; renders with html clips are handled when they are
  // planned.
  if (chooseEngine(leases, 'cpu') === null && chooseEngine(leases, 'gpu') === null) return;
  for (const fingerprint of gone) {
    if (fingerprint === null) continue;
    const since = engineGoneSince.get(fingerprint) ?? nowMs;
    engineGoneSince.set(fingerprint, since);
    if (nowMs - since < engineGraceMs) continue;
    const { count } = await fenced(leader, (tx) =>
      tx.render.updateMany({
        where: { fingerprint, status: { in: activeStatuses }, stage: { in: stages } },
        data: { stage: 'planning', epoch: leader.epoch },
      }),
    );
    if (count > 0) leader.memory.changes.noteAll();
    leader.log.warn({ fingerprint, renders: count }, 'the last node of an engine is gone: planning again for another');
  }
}

/**
 * Writes into the records of renders that they wait for a node: those with ready work for an engine (render program
 * version and machine type) that no live node has. Removes the text when such a node is live again. Run it every
 * second.
 */
export async function noteNodeless(leader: LeaderContext): Promise<void> {
  const { database, memory } = leader;
  const served = new Set(pools.flatMap((pool) => [...slotsByFingerprint(memory.leases, pool).keys()]));
  const waiting = (await readyTasks(leader)).filter(({ fingerprint }) => !served.has(fingerprint ?? ''));
  const now = new Set(waiting.map(({ renderId }) => renderId));
  const [added, removed] = [[...now.difference(memory.nodeless)], [...memory.nodeless].filter((id) => !now.has(id))];
  if (added.length > 0) await noteWaiting(database.client, added, waits.nodes);
  if (removed.length > 0) await noteWaiting(database.client, removed, null);
  memory.nodeless = now;
  memory.changes.note([...added, ...removed]);
}

/**
 * Records when each live node last wrote its lease (sign of life). For a lost node with running work, also records in
 * the metrics how long it took to detect the loss. Call it with the leases just read, before they replace the leases in
 * memory.
 */
export async function noteLostNodes(leader: LeaderContext, leases: readonly NodeLease[], nowMs: number): Promise<void> {
  const { memory, metrics } = leader;
  const alive = new Set(leases.map(({ nodeId }) => nodeId));
  for (const { nodeId, running } of memory.leases) {
    const writtenMs = memory.leaseWrittenMs.get(nodeId);
    if (alive.has(nodeId) || writtenMs === undefined) continue;
    memory.leaseWrittenMs.delete(nodeId);
    // A node that shuts down in order returns all its work first.
    if (running.length > 0) metrics.lostNodeSeconds.observe((nowMs - writtenMs) / 1_000);
  }
  if (leases.length === 0) return;
  const pipeline = leader.redis.pipeline();
  for (const nodeId of alive) pipeline.pttl(redisKeys.node(nodeId));
  const answers = (await pipeline.exec()) ?? [];
  for (const [position, nodeId] of [...alive].entries()) {
    const leftMs = answers[position]?.[1];
    if (typeof leftMs === 'number' && leftMs > 0) memory.leaseWrittenMs.set(nodeId, nowMs - (leaseTtlMs - leftMs));
  }
}

/**
 * Time in ms since a node last wrote its lease from which the lease counts as expired. A node that ends in order
 * deletes its lease within the refresh interval.
 */
const expiredAfterMs = leaseTtlMs - leaseRefreshMs;

/**
 * Adds the nodes that have joined or vanished since the last call to the history of nodes. Call it with the leases just
 * read, before `noteLostNodes`. Does nothing while leases are missing because Redis was unavailable.
 */
export async function recordNodeEvents(
  { redis, memory }: LeaderContext,
  leases: readonly NodeLease[],
  nowMs: number,
): Promise<void> {
  if (nowMs < memory.noLossUntilMs) return;
  memory.presentNodes ??= presentNodes(await readNodeEvents(redis));
  const endOf = (nodeId: string) => {
    const writtenMs = memory.leaseWrittenMs.get(nodeId);
    if (writtenMs === undefined) return 'gone';
    return nowMs - writtenMs >= expiredAfterMs ? 'lost' : 'left';
  };
  await addNodeEvents(redis, nodeEvents(memory.presentNodes, leases, endOf, new Date(nowMs)));
}
