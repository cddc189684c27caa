import { clipThatNeedsBrowser, type OutputProfile } from '@framemill/compositor/catalog';
import type { Database, ObjectStore } from '@framemill/infra';
import type { Document } from '@framemill/timeline';
import { parseDocument } from '@framemill/timeline/document';
import { FramemillError } from '@framemill/timeline/errors';
import { hasFeature, type Plan, type Plans } from '../plans/index.ts';
import type { MediaSources } from '../protocol/index.ts';
import { filmFor, type OutputWish, profileOf } from './output-wish.ts';
import { mediaOf } from './snapshot.ts';
import { withMediaLengths } from './with-media-lengths.ts';

/** What a render is made of, and what it becomes. */
export interface RenderOrder extends OutputWish {
  readonly accountId: string;
  readonly projectId: string;
  /** What is made of the project's document before anything looks at it. What it throws refuses the render. */
  readonly prepare?: (document: Document) => Document;
}

/** What the plan made of the request. `maxHeight` is there only when the plan made the picture smaller. */
export interface AppliedOptions {
  readonly resolution: 'full' | 'half';
  readonly watermark: boolean;
  readonly priority: boolean;
  readonly maxHeight?: number;
  readonly cappedByPlan?: true;
}

/** What preparing reads. */
export interface PrepareDeps {
  readonly database: Database;
  readonly store: ObjectStore;
  readonly plans: Plans;
}

/** A render that could be admitted: everything of it but its place among the account's others was checked. */
export interface PreparedRender {
  /** As it is rendered: laid out for the aspect ratio that was asked for. */
  readonly document: Document;
  /** As the project has it: what further files are laid out of. */
  readonly project: Document;
  readonly media: MediaSources;
  readonly profile: OutputProfile;
  readonly applied: AppliedOptions;
  readonly totalFrames: number;
  /** `html`: it shows html clips, and takes a node with a browser. */
  readonly pool: 'cpu' | 'html';
}

/** Checks a project, its media and the plan's sizes for a render. Throws `not_found` and `invalid_request`; nothing is changed. */
export async function prepareRender(deps: PrepareDeps, order: RenderOrder, plan: Plan): Promise<PreparedRender> {
  return prepareDocument(deps, order, plan, await projectDocument(deps.database, order));
}

/** As `prepareRender`, of a document that is not the project's own at this moment. */
export async function prepareDocument(
  deps: Pick<PrepareDeps, 'database' | 'store'>,
  order: RenderOrder,
  plan: Plan,
  stored: Document,
): Promise<PreparedRender> {
  const project = await withMediaLengths(deps, order.accountId, order.prepare?.(stored) ?? stored);
  if (project.clips.length === 0) {
    throw new FramemillError('invalid_request', 'the project has no clips. Add at least one clip before rendering.');
  }
  const media = await mediaOf(deps, order.accountId, project);
  const document = filmFor(project, media, order);
  const { profile, totalFrames, cappedByPlan } = profileOf(document, media, plan, order);
  const applied = appliedOptions(profile, cappedByPlan, plan, order);
  const pool = clipThatNeedsBrowser(document) === null ? 'cpu' : 'html';
  return { document, project, media, profile, applied, totalFrames, pool };
}

/** What an account may do. Throws `not_found` for an unknown one. */
export async function planOf({ database: { client }, plans }: PrepareDeps, accountId: string): Promise<Plan> {
  const account = await client.account.findUnique({ where: { id: accountId }, select: { plan: true, limits: true } });
  if (account === null) throw new FramemillError('not_found', `no account is called "${accountId}".`);
  return plans.of(account);
}

async function projectDocument({ client }: Database, order: RenderOrder): Promise<Document> {
  const project = await client.project.findFirst({
    where: { id: order.projectId, accountId: order.accountId },
    select: { document: true },
  });
  if (project === null) throw new FramemillError('not_found', `no project is called "${order.projectId}".`);
  return parseDocument(project.document);
}

function appliedOptions(
  { watermark }: OutputProfile,
  cappedByPlan: boolean,
  plan: Plan,
  { resolution }: RenderOrder,
): AppliedOptions {
  return {
    resolution,
    watermark,
    priority: hasFeature(plan, 'priority_renders'),
    ...(cappedByPlan ? { maxHeight: plan.maxExportHeight, cappedByPlan: true as const } : {}),
  };
}
