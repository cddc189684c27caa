import { FramemillError } from '@framemill/timeline';
import type { Caller } from '../auth/caller.ts';
import type { EmbedPermission, EmbedReach } from '../auth/embed-permissions.ts';
import type { ApiDeps } from '../deps.ts';
import { isIdLike } from '../ids.ts';
import { parsedValues } from '../projects/variable-values.ts';
import { mediaNamedIn, mediaOfProject } from './project-media.ts';

/** Checked input of a call. */
interface EmbedCall {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

/** Rule of a route that embed sessions may call. */
interface EmbedRule {
  /** Permission that the session must have. */
  readonly needs: EmbedPermission;
  /** Returns whether a call stays within the session's project. */
  fits(call: EmbedCall, reach: EmbedReach, deps: ApiDeps): boolean | Promise<boolean>;
}

const field = (value: unknown, name: string): unknown => Reflect.get(Object(value), name);

const ofProject: EmbedRule['fits'] = ({ params }, { projectId }) => field(params, 'id') === projectId;

const ofRender: EmbedRule['fits'] = async ({ params }, { projectId }, { database: { client } }) => {
  const id = field(params, 'id');
  if (typeof id !== 'string' || !isIdLike(id)) return false;
  return (await client.render.count({ where: { id, projectId } })) > 0;
};

// Destinations belong to the account, with credentials of its own.
const newRender: EmbedRule['fits'] = ({ body }, { projectId }) =>
  field(body, 'projectId') === projectId && field(body, 'destination') === undefined;

/** Calls whose only reference to the account is to media, which `requireReach` checks for every route. */
const ofMedia: EmbedRule['fits'] = () => true;

/** Rules of all routes of the API that embed sessions may call, by name. All others are refused. */
const rules: Readonly<Record<string, EmbedRule>> = {
  'get-project': { needs: 'view', fits: ofProject },
  'list-commands': { needs: 'view', fits: ofProject },
  'preview-project': { needs: 'view', fits: ofProject },
  'create-media-addresses': { needs: 'view', fits: ofMedia },
  'list-history': { needs: 'edit', fits: ofProject },
  'apply-commands': { needs: 'edit', fits: ofProject },
  'undo-change': { needs: 'edit', fits: ofProject },
  'restore-project': { needs: 'edit', fits: ofProject },
  'create-render': { needs: 'render', fits: newRender },
  'get-render': { needs: 'render', fits: ofRender },
  'cancel-render': { needs: 'render', fits: ofRender },
  'upload-media': { needs: 'upload', fits: ofMedia },
  'upload-large-media': { needs: 'upload', fits: ofMedia },
  'import-media': { needs: 'upload', fits: ofMedia },
};

/** Maximum number of files that a session may upload. */
const MOST_UPLOADS = 1_000;

/** Whether embed sessions may call a route of the API. */
export function isForEmbeds(routeName: string): boolean {
  return Object.hasOwn(rules, routeName);
}

/** Whether a route adds media to the account. */
export function isUpload(routeName: string): boolean {
  return isForEmbeds(routeName) && rules[routeName]?.needs === 'upload';
}

/**
 * Throws `insufficient_scope` when a call of an embed session is not allowed: the route is not for embed sessions, a
 * permission is missing, or the call names another project, a render of another project, or media that neither the
 * project uses nor the session uploaded. Throws `quota_exceeded` after MOST_UPLOADS uploads. Does nothing for all other
 * credentials. `defineRoute` calls it before each handler, on every thread.
 */
export async function requireReach(
  deps: ApiDeps,
  routeName: string,
  call: EmbedCall,
  { embed: reach }: Pick<Caller, 'embed'>,
): Promise<void> {
  if (!reach) return;
  const rule = isForEmbeds(routeName) ? rules[routeName] : undefined;
  if (!rule) throw outOfReach('An embed session cannot call this route.', reach);
  requirePermission(reach, rule.needs);
  if (!(await rule.fits(call, reach, deps))) {
    const what = 'An embed session reaches one project and its renders, without destinations.';
    throw outOfReach(`${what} This one is for ${reach.projectId}.`, reach);
  }
  const used = reach.mediaIds.length;
  if (rule.needs === 'upload' && used >= MOST_UPLOADS) {
    const message = `This embed session has uploaded ${used} files, the maximum. Create a new session.`;
    throw new FramemillError('quota_exceeded', message, { what: 'uploads', used, limit: MOST_UPLOADS });
  }
  requireNoScript(call, reach);
  await requireMedia(deps, call, reach);
}

/** Throws `insufficient_scope` for a command that runs a script, which could form the id of any file. */
function requireNoScript({ body }: EmbedCall, reach: EmbedReach): void {
  const commands = field(body, 'commands');
  if (!Array.isArray(commands) || !commands.some((command) => field(command, 'op') === 'runScript')) return;
  throw outOfReach('An embed session cannot run scripts. Send the commands themselves.', reach);
}

function requirePermission(reach: EmbedReach, needed: EmbedPermission): void {
  if (reach.permissions.includes(needed)) return;
  throw outOfReach(`The embed session lacks the permission "${needed}". Create one that has it.`, reach);
}

/** Throws `insufficient_scope` when a call names media that the session cannot reach. */
export async function requireMedia(
  deps: ApiDeps,
  { params, query, body }: EmbedCall,
  reach: EmbedReach,
): Promise<void> {
  const variables = field(query, 'variables');
  // Parsed, because an id in JSON can be written with escapes.
  const values = typeof variables === 'string' ? parsedValues(variables, Number.POSITIVE_INFINITY) : null;
  const others = mediaNamedIn([params, query, values, body]).filter((id) => !reach.mediaIds.includes(id));
  if (others.length === 0) return;
  const own = await mediaOfProject(deps, reach.projectId);
  const foreign = others.find((id) => !own.has(id));
  if (foreign === undefined) return;
  const message = `An embed session can use media of its project and its own uploads. ${foreign} is neither.`;
  throw outOfReach(message, reach);
}

function outOfReach(message: string, { permissions }: EmbedReach): FramemillError {
  return new FramemillError('insufficient_scope', message, { granted: permissions });
}
