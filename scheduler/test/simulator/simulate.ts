import { defaultPlans, hasFeature, weightOf } from '../../src/plans/index.ts';
import { refusal } from '../../src/policy/capacity.ts';
import { dispatchedAhead, emptyFairShare, noExpress } from '../../src/policy/choose-dispatch.ts';
import { chooseSpeculative } from '../../src/policy/choose-speculative.ts';
import { planDispatch } from '../../src/policy/plan-dispatch.ts';
import { updatedMsPerFrame } from '../../src/policy/ranges.ts';
import { slowQueueSlots } from '../../src/policy/slow-queue.ts';
import { emptyStopMemory, stopForOthers } from '../../src/policy/stop-for-others.ts';
import { createAgenda } from './agenda.ts';
import { createFleet, type SimJob } from './fleet.ts';
import { createRandom } from './random.ts';
import { readyTasks } from './ready-tasks.ts';
import {
  admitRender,
  framesOf,
  framesPerSegment,
  isSlow,
  outcomeOf,
  putBack,
  type RenderWork,
  type SimTask,
  takeRange,
} from './render-work.ts';
import type { Outcome, Scenario, SimNode, SimRender } from './scenario.ts';

/** Delay in ms after which the leader acts on an event. */
const tickAfterMs = 50;
/** Interval in ms at which the leader looks for stragglers. */
const timerMs = 1_000;
/** Time in ms after which a lost node is noticed: its lease has expired, and the next check has run. */
const noticedAfterMs = 6_000;
/** Time in ms until the child processes of a stopped range have ended and its completed segments are stored. */
const stoppedAfterMs = 300;

type Event =
  | { kind: 'submit'; render: SimRender }
  | { kind: 'stopped'; job: SimJob }
  | { kind: 'finish'; job: SimJob; task: SimTask; runMs: number }
  | { kind: 'lose'; node: SimNode }
  | { kind: 'notice'; jobs: SimJob[] }
  | { kind: 'join'; node: SimNode }
  | { kind: 'tick' }
  | { kind: 'timer' };

/**
 * Simulates a farm in virtual time with the policy of the real leader: admission by plan, fair dispatch, range size,
 * speculative attempts. Nodes, durations and losses are simulated. Equal scenarios give equal outcomes. Simulating 200
 * nodes for an hour takes some seconds.
 */
export function simulate(scenario: Scenario): Outcome {
  const random = createRandom(scenario.seed);
  const agenda = createAgenda<Event>();
  const fleet = createFleet(random);
  const wanted = new Map<string, SimRender[]>();
  const active = new Map<string, Set<RenderWork>>();
  const admitted = new Map<string, RenderWork>();
  const taskOf = new Map<SimJob, SimTask>();
  const queue: SimJob[] = [];
  const outstanding = new Map<string, number>();
  const msPerFrame = new Map<string, number>();
  const commits: { atMs: number; accountId: string; frames: number }[] = [];
  const mostRunning: Record<string, number> = {};
  const sums = {
    busyMs: 0,
    slotMs: 0,
    lostMs: 0,
    doubledMs: 0,
    speculativeFrames: 0,
    doneFrames: 0,
    lostNodes: 0,
    ticks: 0,
    stops: 0,
    stoppedMs: 0,
  };
  let fairShare = emptyFairShare;
  let slowRing: string[] = [];
  let stopMemory = emptyStopMemory;
  let nowMs = 0;
  let makespanMs = 0;
  let longestRangeMs = 0;
  let unfinished = scenario.renders.length;
  let tickPending = false;

  const planOf = new Map(scenario.accounts.map(({ id, plan }) => [id, defaultPlans.find(plan)]));
  const count = (accountId: string, by: number) => outstanding.set(accountId, (outstanding.get(accountId) ?? 0) + by);
  const wake = () => {
    if (tickPending) return;
    tickPending = true;
    agenda.add(nowMs + tickAfterMs, { kind: 'tick' });
  };

  function admitWanted(accountId: string): void {
    const plan = planOf.get(accountId);
    const wishes = wanted.get(accountId) ?? [];
    const running = active.get(accountId) ?? new Set();
    active.set(accountId, running);
    if (plan === undefined) throw new RangeError(`account ${accountId} is not in the scenario`);
    while (wishes.length > 0 && refusal({ running: running.size, exportsUsed: 0 }, plan) === null) {
      const spec = wishes.shift();
      if (spec === undefined) break;
      const priority = hasFeature(plan, 'priority_renders') ? 1 : 0;
      const render = admitRender(spec, nowMs, { weight: weightOf(plan), priority });
      running.add(render);
      admitted.set(spec.id, render);
      mostRunning[accountId] = Math.max(mostRunning[accountId] ?? 0, running.size);
    }
    wake();
  }

  function tick(): void {
    tickPending = false;
    sums.ticks += 1;
    const total = [...outstanding.values()].reduce((sum, jobs) => sum + jobs, 0);
    const { tasks, ready } = readyTasks(active, scenario.policy, fleet.slots + dispatchedAhead(fleet.slots) - total);
    const answer = planDispatch({
      express: noExpress,
      slots: fleet.slots,
      outstanding: scenario.policy === 'fair' ? Object.fromEntries(outstanding) : { all: total },
      tasks: ready,
      msPerFrame,
      fairShare,
      slow: { outstanding: slowOutstanding(), ring: slowRing },
      favoured: stopMemory.favoured,
      sheltered: Object.keys(stopMemory.shelteredUntilMs),
    });
    fairShare = answer.fairShare;
    slowRing = answer.slowRing;
    for (const { taskId, lastSegment, queuePriority } of answer.ranges) {
      const task = tasks.get(taskId);
      if (task !== undefined) dispatch(takeRange(task, lastSegment), queuePriority, []);
    }
    startJobs();
  }

  function slowOutstanding(): Record<string, number> {
    const slow = [...taskOf].filter(([, { render }]) => isSlow(render));
    return countBy(slow.map(([{ accountId }]) => accountId));
  }

  function stopLongRanges(): void {
    if (scenario.stops === false || scenario.policy !== 'fair') return;
    const { ready } = readyTasks(active, scenario.policy, fleet.slots);
    const unbegun = queue.filter((job) => !job.speculative && !isSlow(taskOf.get(job)?.render));
    const laneTaken = [...taskOf.values()].filter(({ render }) => isSlow(render)).length >= slowQueueSlots(fleet.slots);
    const running = [...taskOf].filter(([{ nodeId }]) => nodeId !== null);
    const byId = new Map(running.map(([job], place) => [String(place), job]));
    const { jobIds, memory } = stopForOthers({
      nowMs,
      slots: fleet.slots,
      held: running.map(([{ accountId, startedAtMs }, { stops, render }], place) => {
        const range = { jobId: String(place), accountId, runMs: nowMs - startedAtMs };
        return { ...range, stops, slow: isSlow(render), canStop: true };
      }),
      waiting: countBy([...ready.filter(({ slow }) => !slow), ...unbegun].map(({ accountId }) => accountId)),
      slowWaiting: laneTaken ? ready.filter(({ slow }) => slow).map(({ accountId }) => accountId) : [],
      weights: Object.fromEntries(
        [...active].flatMap(([id, renders]) => [...renders].slice(0, 1).map(({ weight }) => [id, weight] as const)),
      ),
      memory: stopMemory,
    });
    stopMemory = memory;
    const victims = jobIds.flatMap((jobId) => byId.get(jobId) ?? []);
    for (const job of victims) agenda.add(nowMs + stoppedAfterMs, { kind: 'stopped', job });
    takeBack(new Set(victims.map(({ accountId }) => accountId)));
    wake();
  }

  // What waits in the queue would take the slots that are freed for others.
  function takeBack(accounts: ReadonlySet<string>): void {
    for (const job of queue.filter(({ accountId, speculative }) => !speculative && accounts.has(accountId))) {
      const task = taskOf.get(job);
      close(job);
      if (task !== undefined && task.jobs.size === 0 && !task.done) putBack(task);
    }
  }

  function stopped(job: SimJob): void {
    const task = taskOf.get(job);
    if (job.over || task === undefined) return;
    const segmentMs = framesPerSegment * job.msPerFrame;
    const whole = job.endless ? 0 : Math.floor((nowMs - stoppedAfterMs - job.startedAtMs) / segmentMs);
    const kept = Math.min(whole, task.lastSegment - task.firstSegment);
    close(job);
    sums.stops += 1;
    sums.stoppedMs += nowMs - job.startedAtMs - kept * segmentMs;
    task.stops += 1;
    task.render.stopped.add(task);
    if (task.jobs.size === 0 && !task.done) {
      task.firstSegment += kept;
      commit(task.render, kept * framesPerSegment);
      putBack(task);
    }
    wake();
  }

  function commit(render: RenderWork, frames: number): void {
    render.doneFrames += frames;
    sums.doneFrames += frames;
    commits.push({ atMs: nowMs, accountId: render.spec.accountId, frames });
  }

  function dispatch(task: SimTask, queuePriority: number, avoid: readonly string[]): void {
    const { id: renderId, accountId, msPerFrame: cost, endless = false } = task.render.spec;
    const common = {
      taskId: task.id,
      renderId,
      accountId,
      frames: framesOf(task),
      msPerFrame: cost,
      endless,
      queuePriority,
      avoid,
    };
    const job: SimJob = { ...common, speculative: avoid.length > 0, nodeId: null, startedAtMs: 0, over: false };
    task.jobs.add(job);
    taskOf.set(job, task);
    count(accountId, 1);
    const behind = queue.findIndex((other) => other.queuePriority > queuePriority);
    queue.splice(behind < 0 ? queue.length : behind, 0, job);
  }

  function startJobs(): void {
    for (let place = 0; place < queue.length && fleet.freeSlots > 0; ) {
      const job = queue[place];
      const task = job && taskOf.get(job);
      const runMs = job === undefined ? null : fleet.start(job, nowMs);
      if (job === undefined || task === undefined || runMs === null) {
        place += 1;
        continue;
      }
      queue.splice(place, 1);
      task.render.firstStartMs ??= nowMs;
      if (runMs < scenario.endMs) agenda.add(nowMs + runMs, { kind: 'finish', job, task, runMs });
    }
  }

  /** Ends a job: it is no longer outstanding, and is removed from its node or from the queue. */
  function close(job: SimJob): void {
    job.over = true;
    count(job.accountId, -1);
    taskOf.get(job)?.jobs.delete(job);
    taskOf.delete(job);
    if (job.nodeId === null) queue.splice(queue.indexOf(job), 1);
    else fleet.end(job);
  }

  function finish(job: SimJob, task: SimTask, runMs: number): void {
    if (job.over) return;
    close(job);
    sums.busyMs += runMs;
    longestRangeMs = Math.max(longestRangeMs, runMs);
    const { render } = task;
    task.done = true;
    render.stopped.delete(task);
    for (const other of [...task.jobs]) {
      if (other.nodeId !== null) sums.doubledMs += nowMs - other.startedAtMs;
      close(other);
    }
    commit(render, job.frames);
    render.speeds.push(runMs / job.frames);
    msPerFrame.set(job.renderId, updatedMsPerFrame(msPerFrame.get(job.renderId) ?? null, runMs, job.frames));
    if (render.doneFrames === framesOf({ firstSegment: 0, lastSegment: render.spec.segments - 1 })) complete(render);
    wake();
  }

  function complete(render: RenderWork): void {
    const { id, accountId } = render.spec;
    render.doneAtMs = nowMs;
    makespanMs = nowMs;
    unfinished -= 1;
    active.get(accountId)?.delete(render);
    msPerFrame.delete(id);
    admitWanted(accountId);
  }

  function speculateOnStragglers(): void {
    if (!scenario.speculation || fleet.freeSlots === 0 || queue.length > 0) return;
    const running = [...new Set(taskOf.values())];
    const byId = new Map(running.map((task) => [task.id, task]));
    const speculative = chooseSpeculative({
      running: running.flatMap((task) => {
        const [job] = task.jobs;
        if (job === undefined || job.nodeId === null) return [];
        const { render, doubled } = task;
        const total = framesOf({ firstSegment: 0, lastSegment: render.spec.segments - 1 });
        const range = { taskId: task.id, frames: job.frames, elapsedMs: nowMs - job.startedAtMs };
        return [{ ...range, doubled, renderDoneShare: render.doneFrames / total, msPerFrame: render.speeds }];
      }),
      freeSlots: fleet.freeSlots,
      doneFrames: sums.doneFrames,
      speculativeFrames: sums.speculativeFrames,
    });
    for (const { taskId, frames } of speculative) {
      const task = byId.get(taskId);
      if (task === undefined) continue;
      task.doubled = true;
      sums.speculativeFrames += frames;
      dispatch(
        task,
        Number.MAX_SAFE_INTEGER,
        [...task.jobs].flatMap(({ nodeId }) => nodeId ?? []),
      );
    }
    startJobs();
  }

  function lose(node: SimNode): void {
    const jobs = fleet.lose(node.id);
    sums.lostNodes += 1;
    for (const job of jobs) sums.lostMs += nowMs - job.startedAtMs;
    agenda.add(nowMs + noticedAfterMs + timerMs * random.next(), { kind: 'notice', jobs });
    const heir = { ...node, id: `${node.id}'` };
    agenda.add(nowMs + scenario.spot.replacedAfterMs, { kind: 'join', node: heir });
  }

  function notice(jobs: readonly SimJob[]): void {
    for (const job of jobs) {
      const task = taskOf.get(job);
      if (job.over || task === undefined) continue;
      close(job);
      if (task.jobs.size === 0 && !task.done) putBack(task);
    }
    wake();
  }

  function join(node: SimNode): void {
    fleet.join(node);
    const lossesPerMs = scenario.spot.lossesPerNodeHour / 3_600_000;
    const lostAtMs = nowMs + random.exponential(lossesPerMs);
    if (lostAtMs < scenario.endMs) agenda.add(lostAtMs, { kind: 'lose', node });
    wake();
  }

  const handle = (event: Event) => {
    switch (event.kind) {
      case 'submit': {
        const { accountId } = event.render;
        wanted.set(accountId, [...(wanted.get(accountId) ?? []), event.render]);
        return admitWanted(accountId);
      }
      case 'finish':
        // A job of a lost node never ends: its node is gone.
        return fleet.has(event.job) ? finish(event.job, event.task, event.runMs) : undefined;
      case 'stopped':
        return stopped(event.job);
      case 'lose':
        return lose(event.node);
      case 'notice':
        return notice(event.jobs);
      case 'join':
        return join(event.node);
      case 'tick':
        return tick();
      case 'timer':
        agenda.add(nowMs + timerMs, event);
        stopLongRanges();
        return speculateOnStragglers();
    }
  };

  for (const node of scenario.nodes) join(node);
  for (const render of scenario.renders) agenda.add(render.submitAtMs, { kind: 'submit', render });
  agenda.add(timerMs, { kind: 'timer' });
  for (let next = agenda.next(); next !== undefined && unfinished > 0; next = agenda.next()) {
    if (next.atMs > scenario.endMs) break;
    sums.slotMs += fleet.slots * (next.atMs - nowMs);
    nowMs = next.atMs;
    handle(next.event);
  }
  const renders = scenario.renders.map((spec) => outcomeOf(spec, admitted.get(spec.id)));
  return { renders, commits, makespanMs, mostRunning, longestRangeMs, ...sums };
}

function countBy(accountIds: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const id of accountIds) counts[id] = (counts[id] ?? 0) + 1;
  return counts;
}
