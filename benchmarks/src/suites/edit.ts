import { type Command, FramemillError } from '@framemill/timeline';
import { at, call } from '../house/call.ts';
import { renderProject } from '../house/render-project.ts';
import { seedAccounts } from '../house/seed-accounts.ts';
import { startHouse } from '../house/start-house.ts';
import { ingested, uploadMedia } from '../house/upload-media.ts';
import { median } from '../measure/statistics.ts';
import { captionStyle } from '../media/draw-caption.ts';
import type { BenchMedia } from '../media/make-media.ts';
import { keyframes } from '../scenes/scene.ts';

/** One render through the service: what it took and how much of it was really rendered. */
interface EditRender {
  /** From the request to the finished file, by the service's own clock. */
  readonly wallSec: number;
  readonly segments: number;
  readonly rendered: number;
}

/** What a render costs again after a small edit. Medians over the rounds; the numbers of segments are the same in each. */
export interface EditFigures {
  readonly seconds: number;
  readonly full: EditRender;
  /** One caption of two seconds got another colour. */
  readonly caption: EditRender;
  /** Three seconds of video came in front of everything. */
  readonly insert: EditRender;
  /** Wall time of the edited caption's render over that of the full one. */
  readonly ratio: number;
}

const clipSec = 10;
const clips = ['a', 'b', 'c', 'd', 'a', 'b'] as const;
const captionSec = 2;
const slots = 2;

/**
 * Renders a minute of scene S1 through a whole service, edits it and renders it again: uploaded clips of ten seconds, a logo that
 * never stands still, a caption every three seconds. Each of `rounds` has an account of its own, so that nothing is reused but
 * what that account has rendered.
 */
export async function measureEdit(
  root: string,
  media: BenchMedia,
  rounds: number,
  log: (line: string) => void,
): Promise<EditFigures> {
  const house = await startHouse(root, slots);
  try {
    const accounts = await seedAccounts(house.databaseUrl, rounds, 1);
    const runs: Record<'full' | 'caption' | 'insert', EditRender>[] = [];
    for (const [round, account] of accounts.entries()) {
      const key = account.keys[0] ?? '';
      const render = (projectId: string) => renderTimed(house.apiHost, key, projectId);
      const { projectId, front, captions } = await makeProject(house.apiHost, key, media);
      const edit = (...commands: Command[]) => apply(house.apiHost, key, projectId, commands);
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
    const seconds = clips.length * clipSec;
    return { seconds, full: middle('full'), caption: middle('caption'), insert: middle('insert'), ratio };
  } finally {
    await house.stop();
  }
}

function describe({ wallSec, rendered, segments }: EditRender): string {
  return `${wallSec.toFixed(2)} s for ${rendered} of ${segments}`;
}

function medianOf(runs: readonly EditRender[]): EditRender {
  const [first] = runs;
  const isSame = runs.every(({ segments, rendered }) => segments === first?.segments && rendered === first.rendered);
  if (!first || !isSame) throw new FramemillError('internal_error', `Rounds differ: ${JSON.stringify(runs)}`);
  return { ...first, wallSec: median(runs.map(({ wallSec }) => wallSec)) };
}

interface Project {
  projectId: string;
  /** The source that is put in front. */
  front: string;
  /** Ids of the captions, first to last. */
  captions: string[];
}

async function makeProject(apiHost: string, key: string, media: BenchMedia): Promise<Project> {
  const ids: Partial<Record<(typeof clips)[number], string>> = {};
  for (const name of ['a', 'b', 'c', 'd'] as const) ids[name] = await uploadMedia(apiHost, key, media.videos[name]);
  const logo = await uploadMedia(apiHost, key, media.logo);
  for (const id of [...Object.values(ids), logo]) await ingested(apiHost, key, id);
  const created = await call(apiHost, key, 'POST', '/projects', { name: 'edit' });
  const projectId = String(at(created, 'project', 'id'));
  const starts = clips.map((_, i) => i * clipSec);
  const place = { type: 'video', duration: clipSec, trackIndex: 0 };
  await apply(
    apiHost,
    key,
    projectId,
    clips.map((name, i) => ({ op: 'addClip', ...place, src: ids[name], start: i * clipSec })),
  );
  const logos = await apply(
    apiHost,
    key,
    projectId,
    starts.map((start) => ({ op: 'addClip', type: 'image', src: logo, start, duration: clipSec, trackIndex: 1 })),
  );
  const motion = keyframes('x', [
    [0, -760],
    [clipSec, 740],
  ]);
  await apply(
    apiHost,
    key,
    projectId,
    logos.flatMap((clipId) => [
      { op: 'updateClip', clipId, patch: { fit: 'none', y: -420 } },
      ...motion.map((keyframe) => ({ ...keyframe, clipId })),
    ]),
  );
  const captions = await apply(
    apiHost,
    key,
    projectId,
    starts.flatMap((start) =>
      [0, 1, 2].map((third) => ({
        ...{ op: 'addTextClip', text: `Caption ${start / clipSec}.${third}`, duration: captionSec, trackIndex: 2 },
        ...{ start: start + 0.5 + 3 * third, style: captionStyle },
      })),
    ),
  );
  return { projectId, front: ids.c ?? '', captions };
}

/** Applies commands and returns the clip ids that they answered. Throws when one fails. */
async function apply(apiHost: string, key: string, projectId: string, commands: Command[]): Promise<string[]> {
  const answer = await call(apiHost, key, 'POST', `/projects/${projectId}/commands`, { commands });
  return commands.flatMap((command, i) => {
    const result = at(answer, 'results', i);
    if (at(result, 'ok') !== true) {
      const said = `${JSON.stringify(command)} was answered ${JSON.stringify(result)}`;
      throw new FramemillError('internal_error', said);
    }
    return command.op.startsWith('add') && command.op !== 'addKeyframe' ? [String(at(result, 'data', 'clipId'))] : [];
  });
}

async function renderTimed(apiHost: string, key: string, projectId: string): Promise<EditRender> {
  const render = await renderProject(apiHost, key, projectId);
  const segments = Number(at(render, 'totalSegments'));
  const ms = Date.parse(String(at(render, 'completedAt'))) - Date.parse(String(at(render, 'createdAt')));
  return { wallSec: ms / 1000, segments, rendered: segments - Number(at(render, 'reusedSegments')) };
}
