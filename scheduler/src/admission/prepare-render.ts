import { clipThatNeedsBrowser, type OutputProfile } from '@framemill/compositor/plan';
import type { Database, ObjectStore } from '@framemill/infra';
import type { Document } from '@framemill/timeline';
import { parseDocument } from '@framemill/timeline/document';
import { FramemillError } from '@framemill/timeline/errors';
import { hasFeature, type Plan, type Plans } from '../plans/index.ts';
import type { MediaSources } from '../protocol/index.ts';
import { filmFor, type OutputRequest, profileOf } from './output-requests.ts';
import { withMediaLengths } from './resolve-sources.ts';
import { mediaOf } from './snapshot.ts';

/** Request for a render: the project, and the options of the render's main output file. */
export interface RenderOrder extends OutputRequest {
  readonly accountId: string;
  readonly projectId: string;
  /** Function that changes the project's document before it is checked. An error that it throws refuses the render. */
  readonly prepare?: (document: Document) => Document;
}

/** Options of the request after the plan was applied. `maxHeight` is set only when the plan reduced the frame size. */
export interface AppliedOptions {
  readonly resolution: 'full' | 'half';
  readonly watermark: boolean;
  readonly priority: boolean;
  readonly maxHeight?: number;
  readonly cappedByPlan?: true;
}

/** Dependencies that preparing a render reads. */
export interface PrepareDeps {
  readonly database: Database;
  readonly store: ObjectStore;
  readonly plans: Plans;
}

/** Render that passed every check except the account's limits (concurrent renders and exports). */
export interface PreparedRender {
  /** Document as it is rendered: laid out for the requested aspect ratio. */
  readonly document: Document;
  /** Document in the project's own layout. Additional outputs are laid out from it. */
  readonly project: Document;
  readonly media: MediaSources;
  readonly profile: OutputProfile;
  readonly applied: AppliedOptions;
  readonly totalFrames: number;
  /** `html` when the document has html clips, which need a node with a browser. */
  readonly pool: 'cpu' | 'html';
}

/**
 * Checks the project of a render request, its media and the plan's size limits. Throws `not_found` and
 * `invalid_request`; changes nothing.
 */
export async function prepareRender(deps: PrepareDeps, order: RenderOrder, plan: Plan): Promise<PreparedRender> {
  return prepareDocument(deps, order, plan, await projectDocument(deps.database, order));
}

/** Checks a document as `prepareRender` does. The caller passes the document, which may differ from the project's. */
export async function prepareDocument(
  deps: Pick<PrepareDeps, 'database' | 'store'>,
  order: RenderOrder,
  plan: Plan,
  stored: Document,
): Promise<PreparedRender> {
  const project = await withMediaLengths(deps, order.accountId, order.prepare?.(stored) ?? stored);
  if (project.clips.length === 0) {
    throw new FramemillError('invalid_request', 'The project has no clips. Add at least one clip before rendering.');
  }
  const media = await mediaOf(deps, order.accountId, project);
  const document = filmFor(project, media, order);
  const { profile, totalFrames, cappedByPlan } = profileOf(document, media, plan, order);
  const applied = appliedOptions(profile, cappedByPlan, plan, order);
  const pool = clipThatNeedsBrowser(document) === null ? 'cpu' : 'html';
  return { document, project, media, profile, applied, totalFrames, pool };
}

/** Returns the plan of an account. Throws `not_found` for an unknown account. */
export async function planOf({ database: { client }, plans }: PrepareDeps, accountId: string): Promise<Plan> {
  const account = await client.account.findUnique({ where: { id: accountId }, select: { plan: true, limits: true } });
  if (account === null) throw new FramemillError('not_found', `There is no account "${accountId}". Check the id.`);
  return plans.of(account);
}

async function projectDocument({ client }: Database, order: RenderOrder): Promise<Document> {
  const project = await client.project.findFirst({
    where: { id: order.projectId, accountId: order.accountId },
    select: { document: true },
  });
  if (project === null)
    throw new FramemillError('not_found', `There is no project "${order.projectId}". Check the id.`);
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
