import type { Compression } from '@framemill/compositor/formats';
import { type Command, FramemillError } from '@framemill/timeline';
import { median } from '../measure/statistics.ts';
import { type BenchMedia, captionStyle } from '../media.ts';
import { applyCommands, at, call, renderProject, secondsOf, uploadIngested } from '../stack/call.ts';
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
 * Cost of rendering a video of a minute again after small edits. Times are medians over the rounds. The numbers of
 * segments are equal in all rounds.
 */
export interface EditFigures {
  /** Name of the video and its compression, such as `S1, balanced`. */
  readonly film: string;
  readonly full: EditRender;
  readonly edits: readonly {
    /** Description of the edit. */
    readonly what: string;
    readonly run: EditRender;
    /** Wall time divided by that of the full render. */
    readonly ratio: number;
    /** Maximum for `ratio`; null when there is no goal. */
    readonly most: number | null;
  }[];
}

/** Project to edit, with the ids that the edits need. */
interface EditedProject {
  readonly projectId: string;
  /** Id of a text clip of two seconds in the middle. */
  readonly caption: string;
  /** Media id of a video. */
  readonly front: string;
}

type MakeProject = (apiHost: string, key: string) => Promise<EditedProject>;

interface Edit {
  readonly what: string;
  readonly most: number | null;
  readonly commands: (project: EditedProject) => Command[];
}

const slots = 2;
const caption = (most: number): Edit => ({
  what: 'another colour for a caption of 2 s',
  most,
  commands: (project) => [{ op: 'setTextStyle', clipIds: [project.caption], style: { color: '#ffcc00' } }],
});
const title = (most: number): Edit => ({
  what: 'a new title of 6 s',
  most,
  commands: () => [
    { op: 'addTextClip', text: 'A title', start: 33, duration: 6, trackIndex: 3, style: { ...captionStyle } },
  ],
});
const moved: Edit = {
  what: 'the caption moved by a second',
  most: null,
  commands: (project) => [{ op: 'moveClip', clipId: project.caption, start: 31.5 }],
};
const inserted: Edit = {
  what: '3 s inserted in front of everything',
  most: null,
  commands: ({ front }) => [
    { op: 'insertGap', at: 0, duration: 3 },
    { op: 'addClip', type: 'video', src: front, start: 0, duration: 3, trackIndex: 0, mediaStart: 4 },
  ],
};

/**
 * Renders videos of a minute through a complete service, edits them and renders them again after each edit. Each round
 * uses a new account, so that no segments of earlier rounds are reused.
 */
export async function measureEdit(
  media: BenchMedia,
  rounds: number,
  log: (line: string) => void,
): Promise<EditFigures[]> {
  const s1: MakeProject = async (apiHost, key) => {
    const { projectId, front, captions } = await makeMinuteOfS1(apiHost, key, media);
    return { projectId, front, caption: captions[9] ?? '' };
  };
  const films: { film: string; make: MakeProject; compression: Compression; edits: Edit[] }[] = [
    { film: 'S1, balanced', make: s1, compression: 'balanced', edits: [caption(0.15), moved, title(0.25), inserted] },
    { film: 'S1, fast', make: s1, compression: 'fast', edits: [caption(0.09), title(0.2)] },
    {
      ...{ film: 'stills, balanced', compression: 'balanced', edits: [title(0.35)] },
      make: (apiHost, key) => makeMinuteOfStills(apiHost, key, media),
    },
  ];
  const stack = await startStack(slots);
  try {
    const figures: EditFigures[] = [];
    for (const { film, make, compression, edits } of films) {
      const runs: EditRender[][] = [];
      for (const account of await seedAccounts(stack.databaseUrl, rounds, 1)) {
        const key = account.keys[0] ?? '';
        const project = await make(stack.apiHost, key);
        const render = async () => timesOf(await renderProject(stack.apiHost, key, project.projectId, { compression }));
        const run = [await render()];
        for (const { commands } of edits) {
          await applyCommands(stack.apiHost, key, project.projectId, commands(project));
          run.push(await render());
        }
        runs.push(run);
        log(`edit, ${film}, round ${runs.length}: ${run.map(describe).join('; ')}`);
      }
      figures.push({ film, ...figuresOf(runs, edits) });
    }
    return figures;
  } finally {
    await stack.stop();
  }
}

function figuresOf(runs: readonly (readonly EditRender[])[], edits: readonly Edit[]): Omit<EditFigures, 'film'> {
  const of = (index: number) => runs.flatMap((run) => run[index] ?? []);
  return {
    full: medianOf(of(0)),
    edits: edits.map(({ what, most }, index) => {
      const ratios = runs.map((run) => (run[index + 1]?.wallSec ?? 0) / (run[0]?.wallSec ?? 1));
      return { what, most, run: medianOf(of(index + 1)), ratio: median(ratios) };
    }),
  };
}

/** Creates a project of six stills of ten seconds, with a caption in the middle. */
async function makeMinuteOfStills(apiHost: string, key: string, media: BenchMedia): Promise<EditedProject> {
  const ids = await Promise.all(media.stills.map((still) => uploadIngested(apiHost, key, still)));
  const projectId = String(at(await call(apiHost, key, 'POST', '/projects', { name: 'stills' }), 'project', 'id'));
  const stills = Array.from({ length: 6 }, (_, i) => ({
    ...{ op: 'addClip', type: 'image', src: ids[i % ids.length], start: i * 10, duration: 10, trackIndex: 0 },
  }));
  await applyCommands(apiHost, key, projectId, stills);
  const [text = ''] = await applyCommands(apiHost, key, projectId, [
    { op: 'addTextClip', text: 'Caption', start: 29.5, duration: 2, trackIndex: 2, style: { ...captionStyle } },
  ]);
  return { projectId, caption: text, front: '' };
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

function timesOf(render: unknown): EditRender {
  const segments = Number(at(render, 'totalSegments'));
  return { wallSec: secondsOf(render), segments, rendered: segments - Number(at(render, 'reusedSegments')) };
}
