import { catalogue } from '@framemill/compositor/capabilities';
import {
  applyCommands,
  type Command,
  createDocument,
  createEvaluator,
  type Document,
  FramemillError,
} from '@framemill/timeline';
import { median } from '../measure/statistics.ts';

/** Cost of one operation on a document, and its upper limit. */
export interface TimelineFigure {
  readonly what: string;
  readonly medianMs: number;
  /**
   * Median processor time in ms. It exceeds `medianMs` when the garbage collector uses other threads, and is below it
   * on a busy machine.
   */
  readonly medianCpuMs: number;
  readonly mostMs: number;
}

/** Costs of editing and evaluating large documents. */
export type TimelineFigures = readonly TimelineFigure[];

const trackCount = 10;

/**
 * Measures the cost of applying commands and of evaluating documents. The documents have text clips on ten tracks, each
 * clip with two keyframes. The figures are medians.
 */
export function measureTimeline(runs: number): TimelineFigures {
  return [batchFigure(runs), ...singleFigures(runs), sceneFigure(runs)];
}

/** Measures 200 commands of ten kinds, the maximum of a request. */
function batchFigure(runs: number): TimelineFigure {
  const document = projectOf(1_000);
  const commands = Array.from({ length: 200 }, (_, i) => usualCommand(i, `c${i * 5}`));
  return { what: '200 commands on 1,000 clips', ...timeOf(runs, () => applied(document, commands)), mostMs: 30 };
}

function usualCommand(i: number, clipId: string): Command {
  const kinds: Command[] = [
    { op: 'setTransform', clipId, x: i, rotation: i % 90 },
    { op: 'addKeyframe', clipId, prop: 'opacity', time: 0.5, value: 0.5 },
    { op: 'moveClip', clipId, start: i },
    { op: 'splitClip', clipId, at: Math.floor((i * 5) / trackCount) + 0.5 },
    { op: 'addTextClip', text: 'New', start: i, duration: 1 },
    { op: 'setTextStyle', clipIds: [clipId], style: { color: '#ffcc00' } },
    { op: 'trimClip', clipId, duration: 0.5 },
    { op: 'applyMotionPreset', clipId, preset: 'slide-in-left' },
    { op: 'duplicateClip', clipId },
    { op: 'updateClip', clipId, patch: { name: `Clip ${i}` } },
  ];
  return kinds[i % kinds.length] ?? { op: 'addTrack', type: 'text' };
}

/**
 * Measures single commands on a document of 9,999 clips, one below the maximum. Some of these commands search the
 * project, others change all of it.
 */
function singleFigures(runs: number): TimelineFigure[] {
  const document = projectOf(9_999, 2);
  const first = document.tracks.at(-trackCount)?.id;
  const commands: [string, Command][] = [
    ['changes one', { op: 'setTransform', clipId: 'c9998', x: 5 }],
    ['finds no room and pushes on', { op: 'moveClip', clipId: 'c9998', start: 0.5 }],
    ['splits one', { op: 'splitClip', clipId: 'c5000', at: 1_000.5 }],
    ['20 keyframes', { op: 'setKeyframes', clipId: 'c5000', prop: 'x', keyframes: keyframes(10) }],
    ['one goes, 1,000 move up', { op: 'removeClips', clipIds: ['c0'], ripple: true }],
    ['a gap, all move', { op: 'insertGap', at: 0, duration: 1 }],
    ['closes 1,000 gaps', { op: 'closeGaps', trackIndex: first }],
  ];
  return commands.map(([what, command]) => ({
    what: `${command.op} on 9,999 clips (${what})`,
    ...timeOf(runs * 3, () => applied(document, [command])),
    mostMs: 10,
  }));
}

function sceneFigure(runs: number): TimelineFigure {
  const document = projectOf(200, 1, 200);
  const evaluate = createEvaluator(document);
  const { length } = evaluate(15).layers;
  if (length !== 200)
    throw new FramemillError('internal_error', `The benchmark scene must have 200 layers (got ${length}).`);
  const frames = 300;
  const { medianMs, medianCpuMs } = timeOf(runs, () => {
    for (let frame = 0; frame < frames; frame += 1) evaluate(frame % 30);
  });
  const what = 'a scene of 200 animated layers, a frame';
  return { what, medianMs: medianMs / frames, medianCpuMs: medianCpuMs / frames, mostMs: 0.5 };
}

/** Returns the median of `runs` times of `work`, after 20 runs that are not counted. */
function timeOf(runs: number, work: () => void): Pick<TimelineFigure, 'medianMs' | 'medianCpuMs'> {
  // The service's processes run for days: measure compiled code, not the compiler.
  for (let warmUp = 0; warmUp < 20; warmUp++) work();
  const times = Array.from({ length: runs }, () => {
    const cpuBefore = process.cpuUsage();
    const startedAt = performance.now();
    work();
    const wallMs = performance.now() - startedAt;
    const { user, system } = process.cpuUsage(cpuBefore);
    return { wallMs, cpuMs: (user + system) / 1_000 };
  });
  return {
    medianMs: median(times.map(({ wallMs }) => wallMs)),
    medianCpuMs: median(times.map(({ cpuMs }) => cpuMs)),
  };
}

/** Applies commands and computes the change set, which undo needs. */
function applied(document: Document, commands: Command[]): void {
  const { results, changes } = applyCommands(document, commands, context());
  const failed = results.find((result) => !result.ok);
  if (failed)
    throw new FramemillError(
      'internal_error',
      `A command of the benchmark failed. Correct it in suites/timeline.ts. Its result: ${JSON.stringify(failed)}`,
    );
  if (!changes.clips)
    throw new FramemillError(
      'internal_error',
      'A command of the benchmark must change a clip, but changed none. Correct it in suites/timeline.ts. ' +
        `The command: ${JSON.stringify(commands[0])}`,
    );
}

/**
 * Creates a document with clips `c0`, `c1` ... of one second each. They are distributed over ten additional tracks (or
 * `across`), with one clip every `everySec` seconds on each track.
 */
function projectOf(clips: number, everySec = 1, across = trackCount): Document {
  const tracks = Array.from({ length: across }, () => ({ op: 'addTrack', type: 'text' }));
  const start = { op: 'addTextClip', text: 'Clip', start: 0, duration: 1, style: { fontSize: 40 } };
  const { document, results } = applyCommands(createDocument(), [...tracks, start], context());
  const [clip] = document.clips;
  if (!clip)
    throw new FramemillError(
      'internal_error',
      'The command addTextClip of the benchmark created no clip. Correct it in suites/timeline.ts. ' +
        `Its result: ${JSON.stringify(results.at(-1))}`,
    );
  const trackIds = results.slice(0, across).map((result) => Number(result.data?.trackId));
  const made = Array.from({ length: clips }, (_, i) => ({
    ...clip,
    id: `c${i}`,
    start: Math.floor(i / across) * everySec,
    trackIndex: trackIds[i % across] ?? clip.trackIndex,
    kfX: keyframes(1),
  }));
  return { ...document, clips: made };
}

/** Returns `2 * parts` keyframes, evenly spread over one second. */
function keyframes(parts: number) {
  return Array.from({ length: parts * 2 }, (_, i) => ({
    time: i / (parts * 2),
    value: i * 100,
    easing: 'easeInOutCubic' as const,
  }));
}

function context() {
  let count = 0;
  return { newId: (kind: string) => `${kind}${++count}`, catalogue, media: () => null };
}
