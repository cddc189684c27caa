import { catalogue } from '@framemill/compositor/catalog';
import {
  applyCommands,
  type Command,
  createDocument,
  createEvaluator,
  type Document,
  FramemillError,
} from '@framemill/timeline';
import { median } from '../measure/statistics.ts';

/** What editing and evaluating a large document costs. */
export interface TimelineFigures {
  readonly clips: number;
  /** 200 commands, the most a request may hold, on that document. */
  readonly applyMs: number;
  /** One frame's scene. */
  readonly evaluateMs: number;
}

const clips = 1000;
const tracks = 10;

/** Measures the reducer and the evaluator on 1,000 text clips over ten tracks, every one with two keyframes. Medians of `runs`. */
export function measureTimeline(runs: number): TimelineFigures {
  const document = bigDocument();
  const edit: Command[] = Array.from({ length: 200 }, (_, i) => ({
    op: 'setTransform',
    clipId: document.clips[i * 5]?.id,
    x: i,
    rotation: i % 90,
  }));
  const applyTimes: number[] = [];
  const evaluateTimes: number[] = [];
  for (let run = 0; run < runs; run++) {
    const startedAt = performance.now();
    const outcome = applyCommands(document, edit, context());
    applyTimes.push(performance.now() - startedAt);
    const failed = outcome.results.filter((result) => !result.ok);
    if (failed.length > 0) throw new FramemillError('internal_error', `Commands failed: ${JSON.stringify(failed[0])}`);
    const evaluate = createEvaluator(outcome.document);
    const evaluateAt = performance.now();
    for (let frame = 0; frame < 300; frame++) evaluate(frame * 10);
    evaluateTimes.push((performance.now() - evaluateAt) / 300);
  }
  return { clips, applyMs: median(applyTimes), evaluateMs: median(evaluateTimes) };
}

function bigDocument(): Document {
  const shared = context();
  let outcome = applyCommands(
    createDocument(),
    Array.from({ length: tracks }, () => ({ op: 'addTrack', type: 'text' })),
    shared,
  );
  const trackIds = outcome.results.map((result) => result.data?.trackId);
  for (let i = 0; i < clips; i++) {
    const place = { start: Math.floor(i / tracks), duration: 1, trackIndex: trackIds[i % tracks] };
    outcome = applyCommands(
      outcome.document,
      [{ op: 'addTextClip', text: `Clip ${i}`, style: { fontSize: 40 }, ...place }],
      shared,
    );
    const clipId = outcome.results[0]?.data?.clipId;
    const moves = [0, 1].map((time) => ({
      op: 'addKeyframe',
      clipId,
      prop: 'x',
      time,
      value: time * 100,
      easing: 'easeInOutCubic',
    }));
    outcome = applyCommands(outcome.document, moves, shared);
  }
  return outcome.document;
}

function context() {
  let count = 0;
  return { newId: (kind: string) => `${kind}${++count}`, catalogue, media: () => null };
}
