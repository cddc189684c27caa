import { type Command, FramemillError } from '@framemill/timeline';
import { median } from '../measure/statistics.ts';
import type { BenchMedia } from '../media.ts';
import { applyCommands, at, renderProject, secondsOf } from '../stack/call.ts';
import { makeMinuteOfS1 } from '../stack/minute-of-s1.ts';
import { seedAccounts } from '../stack/seed-accounts.ts';
import { startStack } from '../stack/start-stack.ts';

/** Figures of one render through the service: its time and the number of segments that were rendered. */
interface EditRender {
  /** Time from the request to the finished file, in seconds, measured by the service. */
  readonly wallSec: number;
  readonly segments: number;
  readonly rendered: number;
}

/**
 * Cost of rendering again after a small edit. Times are medians over the rounds. The numbers of segments are equal in
 * all rounds.
 */
export interface EditFigures {
  readonly seconds: number;
  readonly full: EditRender;
  /** Figures of the render after the colour of one two-second caption was changed. */
  readonly caption: EditRender;
  /** Figures of the render after three seconds of video were inserted at the start. */
  readonly insert: EditRender;
  /** Wall time of the render after the caption was changed, divided by that of the full render. */
  readonly ratio: number;
}

const slots = 2;

/**
 * Renders a minute of scene S1 through a complete service, edits it and renders it again. Each round uses a new
 * account, so that no segments of earlier rounds are reused.
 */
export async function measureEdit(
  media: BenchMedia,
  rounds: number,
  log: (line: string) => void,
): Promise<EditFigures> {
  const stack = await startStack(slots);
  try {
    const accounts = await seedAccounts(stack.databaseUrl, rounds, 1);
    const runs: Record<'full' | 'caption' | 'insert', EditRender>[] = [];
    for (const [round, account] of accounts.entries()) {
      const key = account.keys[0] ?? '';
      const render = (projectId: string) => renderTimed(stack.apiHost, key, projectId);
      const { projectId, front, captions } = await makeMinuteOfS1(stack.apiHost, key, media);
      const edit = (...commands: Command[]) => applyCommands(stack.apiHost, key, projectId, commands);
      const full = await render(projectId);
      await edit({ op: 'setTextStyle', clipIds: [captions[9]], style: { color: '#ffcc00' } });
      const caption = await render(projectId);
      await edit(
        { op: 'insertGap', at: 0, duration: 3 },
        { op: 'addClip', type: 'video', src: front, start: 0, duration: 3, trackIndex: 0, mediaStart: 4 },
      );
      const insert = await render(projectId);
      runs.push({ full, caption, insert });
      log(`edit, round ${round + 1}: ${[full, caption, insert].map((run) => describe(run)).join('; ')}`);
    }
    const middle = (name: 'full' | 'caption' | 'insert') => medianOf(runs.map((run) => run[name]));
    const ratio = median(runs.map(({ full, caption }) => caption.wallSec / full.wallSec));
    return { seconds: 60, full: middle('full'), caption: middle('caption'), insert: middle('insert'), ratio };
  } finally {
    await stack.stop();
  }
}

function describe({ wallSec, rendered, segments }: EditRender): string {
  return `${wallSec.toFixed(2)} s for ${rendered} of ${segments}`;
}

function medianOf(runs: readonly EditRender[]): EditRender {
  const [first] = runs;
  const isSame = runs.every(({ segments, rendered }) => segments === first?.segments && rendered === first.rendered);
  if (!first || !isSame)
    throw new FramemillError(
      'internal_error',
      `The rounds should have equal numbers of segments, but do not: ${JSON.stringify(runs)}. Look for a part of the ` +
        'planning that is not deterministic.',
    );
  return { ...first, wallSec: median(runs.map(({ wallSec }) => wallSec)) };
}

async function renderTimed(apiHost: string, key: string, projectId: string): Promise<EditRender> {
  const render = await renderProject(apiHost, key, projectId);
  const segments = Number(at(render, 'totalSegments'));
  return { wallSec: secondsOf(render), segments, rendered: segments - Number(at(render, 'reusedSegments')) };
}
