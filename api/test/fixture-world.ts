import { newId } from '../src/ids.ts';
import { pngBytes } from './multipart-form.ts';
import { servePalette } from './plugin-world.ts';
import type { TestAccount, TestApi } from './start-api.ts';

/** Test data of one account: one of each resource whose id appears in route paths. */
export interface World {
  account: TestAccount;
  projectId: string;
  renderId: string;
  /** Id of a render that is complete. */
  endedRenderId: string;
  batchId: string;
  mediaId: string;
  mediaUrl: string;
  /** Id of a media file that no project uses. */
  spareMediaId: string;
  /** Address of a file that can be imported. */
  fileUrl: string;
  workspaceId: string;
  destinationId: string;
  embedSessionId: string;
  commentId: string;
  reviewLinkId: string;
  /** Id of a video generation that is in progress. */
  jobId: string;
}

/** Creates an account with one of each resource. Needs a farm node (a scripted one is enough) for the upload. */
export async function makeWorld(api: TestApi, plan = 'enterprise'): Promise<World> {
  const account = await api.account({ plan });
  const upload = await api.upload(account, { name: 'logo.png', data: pngBytes(account.accountId) });
  const commands = [
    { op: 'addTextClip', text: 'Hi', start: 0, duration: 2, style: { fontSize: 60 } },
    { op: 'addClip', type: 'image', src: upload.body.media.id, start: 0, duration: 2, trackIndex: 0 },
  ];
  const project = await api.send(account, 'POST', '/v1/projects', { name: 'World', commands });
  const projectId: string = project.body.project.id;
  const marker = { op: 'addMarkers', markers: [{ time: 1, label: 'Begin' }] };
  await api.send(account, 'POST', `/v1/projects/${projectId}/commands`, { commands: [marker] });
  const workspace = await api.send(account, 'POST', '/v1/workspaces', { name: 'Films' });
  const workspaceId: string = workspace.body.workspace.id;
  const destinationId = await newDestination(api, account);
  const render = await api.send(account, 'POST', '/v1/renders', { projectId });
  await failedDelivery(api, account.accountId, render.body.render.id, destinationId);
  const batch = await api.send(account, 'POST', '/v1/batches', { projectId, items: [{ variables: {} }] });
  const tester = await api.key(account, { environment: 'test' });
  const ended = await api.send(tester, 'POST', '/v1/renders', { projectId });
  const video = await api.send(tester, 'POST', '/v1/ai/videos', { prompt: 'Waves' });
  const jobId: string = video.body.job.id;
  const { accountId, appId } = account;
  await api.deps.database.client.telegramUser.create({
    data: { id: newId('tgu'), appId, accountId, userId: END_USER, username: 'ann', firstName: 'Ann' },
  });
  await servePalette(api);
  const { id: mediaId, url: mediaUrl } = upload.body.media;
  return {
    account,
    projectId,
    renderId: render.body.render.id,
    endedRenderId: ended.body.render.id,
    batchId: batch.body.batch.id,
    mediaId,
    mediaUrl,
    spareMediaId: await spareMedia(api, account),
    fileUrl: api.fileUrl,
    workspaceId,
    destinationId,
    embedSessionId: await newEmbedSession(api, account, projectId),
    commentId: await newComment(api, account, projectId),
    reviewLinkId: await newReviewLink(api, account, projectId),
    jobId,
  };
}

/** Creates a destination and returns its id. */
export async function newDestination(api: TestApi, account: TestAccount): Promise<string> {
  const put = { url: `${api.fileUrl}?in` };
  // A key of its own: tests of destinations have a limit.
  const { body } = await api.send(await api.key(account), 'POST', '/v1/destinations', { name: 'Archive', put });
  return body.destination.id;
}

/** Creates an embed session of a project and returns its id. */
export async function newEmbedSession(api: TestApi, account: TestAccount, projectId: string): Promise<string> {
  const asked = { projectId, origins: ['https://app.example.org'] };
  const { body } = await api.send(await api.key(account), 'POST', '/v1/embed-sessions', asked);
  return body.session.id;
}

/** Adds a comment to a project and returns its id. */
export async function newComment(api: TestApi, account: TestAccount, projectId: string): Promise<string> {
  const comment = { text: 'Longer, please.', timeSec: 1 };
  const { body } = await api.send(await api.key(account), 'POST', `/v1/projects/${projectId}/comments`, comment);
  return body.comment.id;
}

/** Creates a review link of a project and returns its id. */
export async function newReviewLink(api: TestApi, account: TestAccount, projectId: string): Promise<string> {
  const { body } = await api.send(await api.key(account), 'POST', `/v1/projects/${projectId}/review-links`, {});
  return body.link.id;
}

/**
 * Gives the world another pending render with a failed delivery, because its first one may be deleted. Keeps the old
 * one while the account may not start more renders.
 */
export async function freshRender(api: TestApi, world: World): Promise<void> {
  const { account, projectId, destinationId } = world;
  const answer = await api.send(await api.key(account), 'POST', '/v1/renders', { projectId });
  if (answer.status >= 300) return;
  world.renderId = answer.body.render.id;
  await failedDelivery(api, account.accountId, world.renderId, destinationId);
}

/** Creates a failed delivery of a render's file. */
async function failedDelivery(api: TestApi, accountId: string, renderId: string, destinationId: string): Promise<void> {
  const data = { id: newId('dlv'), accountId, renderId, outputIndex: 0, destinationId, kind: 'put', status: 'FAILED' };
  await api.deps.database.client.delivery.create({ data });
}

/** Uploads a media file that no project uses, and returns its id. */
export async function spareMedia(api: TestApi, account: TestAccount): Promise<string> {
  const { body } = await api.upload(account, { name: 'spare.png', data: pngBytes(`${account.accountId} spare`) });
  return body.media.id;
}

/** Telegram's id of the bot user that `makeWorld` records. */
export const END_USER = '5550001';

/**
 * Returns a route's path with its parameters replaced by values of the test data. If `id` is given, it replaces the
 * first parameter.
 */
export function fillPath(path: string, world: World, id?: string): string {
  const named = path.replace(':commentId', world.commentId).replace(':linkId', world.reviewLinkId);
  if (id !== undefined) return named.replace(/:(?:id|user|slug)\b/, id).replace(':tool', 'palette');
  const filled = named.replace(':id', idFor(path, world)).replace(':user', END_USER);
  return filled.replace(':slug', 'palette').replace(':tool', 'palette');
}

/** Returns the id of the resource that a route's `:id` refers to. */
export function idFor(path: string, world: World): string {
  if (path.startsWith('/workspaces')) return world.workspaceId;
  if (path.startsWith('/ai/jobs')) return world.jobId;
  if (path.startsWith('/renders')) return world.renderId;
  if (path.startsWith('/batches')) return world.batchId;
  if (path.startsWith('/destinations')) return world.destinationId;
  if (path.startsWith('/embed-sessions')) return world.embedSessionId;
  return path.startsWith('/media') ? world.spareMediaId : world.projectId;
}

/** Replaces the placeholders in documentation examples by ids and addresses of the test data. */
export function fillExample(value: unknown, world: World): unknown {
  if (value === undefined) return undefined;
  const text = JSON.stringify(value)
    .replaceAll('{projectId}', world.projectId)
    .replaceAll('{workspaceId}', world.workspaceId)
    .replaceAll('{mediaId}', world.spareMediaId);
  return JSON.parse(text.replaceAll('https://media.example.org/holiday.mp4', world.fileUrl));
}
