import { spawnSync } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database, ObjectStore } from '@framemill/infra';
import { FramemillError } from '@framemill/timeline';
import { until } from '../measure/until.ts';
import { at, call, uploadIngested } from '../stack/call.ts';
import { type BenchAccount, seedSession } from '../stack/seed-accounts.ts';
import { type CrowdProjects, makeProjects, writeProject } from './projects.ts';
import type { SlowServers } from './slow-servers.ts';

/** Data of the attacking account that its requests refer to. */
export interface CrowdWorld extends CrowdProjects {
  /**
   * Ids of objects by the path segment before them: `projects` for `/v1/projects/:id`. No other field refers to these
   * objects, because calls may modify them.
   */
  readonly ids: Readonly<Record<string, string>>;
  /** Id of a project with an html clip, whose frames need a browser. */
  readonly pageProject: string;
  /** Id of a project with half a second of shapes that was rendered once. Further renders only mux stored segments. */
  readonly shortProject: string;
  /** Id of a project with a second of noise, whose segments are several megabytes. */
  readonly noiseProject: string;
  /** Name of the stream of the noise render, as in `/streams/<name>/index.m3u8`. */
  readonly stream: string;
  /** Names of public files of 48 MB, by folder: `exports`, `uploads`. */
  readonly files: Readonly<Record<string, string>>;
  /** Id of a batch whose archive is some hundred megabytes. */
  readonly batch: string;
  /** Ids of destinations whose servers accept no data, by kind. */
  readonly destinations: Readonly<Record<'put' | 's3' | 'sftp' | 'sips', string>>;
  /** Base URL of the slow servers. */
  readonly slow: string;
  /** Value of the `Cookie` header of the account's session. */
  readonly cookie: string;
}

const fileBytes = 48_000_000;
/** Number of the items of the batch of the attacking account. */
export const BATCH_ITEMS = 6;
/** Polling interval in ms. It keeps within the limit of 600 requests a minute for an API key. */
const lookAgain = { everyMs: 500 };
const small = { width: 640, height: 360 };
const half = { width: 960, height: 540 };

/** Parts of a running service in which the attacking account's data are created. */
export interface WorldServices {
  readonly apiHost: string;
  readonly database: Database;
  readonly store: ObjectStore;
  readonly slowServers: SlowServers;
}

/**
 * Creates the attacking account's data: projects and rows directly in the database, large files directly in the store,
 * renders through the service.
 */
export async function makeWorld(services: WorldServices, account: BenchAccount): Promise<CrowdWorld> {
  const { apiHost, database, store, slowServers } = services;
  const { accountId } = account;
  const key = account.keys[0] ?? '';
  const projects = await makeProjects(database, account);
  const pageProject = await writeProject(database, accountId, 'page', [htmlClip], small);
  const shortProject = await writeProject(database, accountId, 'short', [shapeClip(0.5)], small);
  const scratch = await writeProject(database, accountId, 'scratch', [shapeClip(2)], small);
  const noise = await uploadNoise(apiHost, key);
  const noiseProject = await writeProject(database, accountId, 'noise', [{ ...videoClip, src: noise }], half);
  const film = await rendered(apiHost, key, noiseProject, 'standard');
  const { renderId: shortRender } = await rendered(apiHost, key, shortProject, 'draft');
  const files = { exports: `${randomBytes(24).toString('hex')}.mp4`, uploads: `med_${randomUUID()}` };
  for (const [folder, name] of Object.entries(files)) await store.put(`${folder}/${name}`, randomBytes(fileBytes));
  const ids = await makeRows(services, account, { projects: scratch, renders: shortRender, media: noise });
  return {
    ...{ ...projects, pageProject, shortProject, noiseProject, files, slow: slowServers.url },
    ids,
    stream: film.exportName,
    batch: await largeBatch(services, key, shortProject, files.exports),
    destinations: await slowDestinations(database, accountId, slowServers),
    cookie: await seedSession(database, accountId),
  };
}

const htmlClip = {
  ...{ id: 'page', type: 'html', start: 0, duration: 2, trackIndex: 0 },
  html: { html: '<b>Offer</b>', css: 'b { font-size: 60px; color: #fff }', js: "document.body.append('!')" },
};
const videoClip = { id: 'noise', type: 'video', start: 0, duration: 1, mediaDuration: 1, trackIndex: 0, scale: 1.01 };
const shapeClip = (duration: number) => ({
  ...{ id: 'disc', type: 'shape', start: 0, duration, trackIndex: 0 },
  shape: { kind: 'ellipse', width: 200, height: 200, fill: '#2a9d8f' },
});

/** Uploads a second of noise (some 8 MB) as media of the account and returns its id. */
async function uploadNoise(apiHost: string, key: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'framemill-noise-'));
  try {
    const file = join(folder, 'noise.mp4');
    const source = 'color=gray:size=960x540:rate=30:duration=1,noise=alls=100:allf=t';
    const encode = ['-c:v', 'libx264', '-preset', 'ultrafast', '-crf', '24', '-pix_fmt', 'yuv420p'];
    const { status, stderr } = spawnSync('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', source, ...encode, file]);
    if (status !== 0)
      throw new FramemillError('unavailable', `ffmpeg could not create the noise video: ${String(stderr)}`);
    return await uploadIngested(apiHost, key, file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Renders a project. Returns the render's id and the name of its file. */
async function rendered(apiHost: string, key: string, projectId: string, quality: string) {
  const renderId = String(at(await call(apiHost, key, 'POST', '/renders', { projectId, quality }), 'render', 'id'));
  const render = await until(
    `the crowd's ${quality} render is there`,
    600_000,
    async () => {
      const answer = at(await call(apiHost, key, 'GET', `/renders/${renderId}`), 'render');
      const status = at(answer, 'status');
      if (status === 'FAILED')
        throw new FramemillError(
          'internal_error',
          `A render that the attacks need has failed. Correct its project: ${JSON.stringify(answer)}`,
        );
      return status === 'COMPLETED' && answer;
    },
    lookAgain,
  );
  const exportName = /exports\/([0-9a-f]+)\./.exec(String(at(render, 'url')))?.[1] ?? '';
  return { renderId, exportName };
}

/** Creates a batch whose items refer to the large file, and returns its id. */
async function largeBatch(
  { apiHost, database }: WorldServices,
  key: string,
  projectId: string,
  file: string,
): Promise<string> {
  const items = Array.from({ length: BATCH_ITEMS }, () => ({ variables: {} }));
  const made = await call(apiHost, key, 'POST', '/batches', { projectId, items, quality: 'draft' });
  const id = String(at(made, 'batch', 'id'));
  await until(
    "the crowd's batch is there",
    600_000,
    async () => {
      const status = at(await call(apiHost, key, 'GET', `/batches/${id}`), 'batch', 'status');
      return status === 'COMPLETED';
    },
    lookAgain,
  );
  const rows = await database.client.batchItem.findMany({ where: { batchId: id }, select: { renderId: true } });
  await database.client.render.updateMany({
    where: { id: { in: rows.flatMap(({ renderId }) => renderId ?? []) } },
    data: { url: `/exports/${file}`, fileSizeBytes: fileBytes },
  });
  return id;
}

/** Creates destinations directly in the database. The API would refuse them, because it tests each new destination. */
async function slowDestinations({ client }: Database, accountId: string, { url, sshPort }: SlowServers) {
  const add = async (kind: 'put' | 's3' | 'sftp', settings: object, target: object) => {
    const id = `dst_${randomUUID()}`;
    const secret = JSON.stringify({ kind, ...target });
    await client.destination.create({
      data: { id, accountId, name: kind, kind, settings: { ...settings }, secret, fileName: '{renderId}' },
    });
    return id;
  };
  const fingerprint = `SHA256:${'A'.repeat(43)}`;
  const sftp = { host: '127.0.0.1', port: sshPort, user: 'ann', hostKeyFingerprint: fingerprint };
  const s3 = { endpoint: `${url}/silent`, region: 'us-east-1', bucket: 'films' };
  return {
    put: await add('put', { url: `${url}/silent` }, { url: `${url}/silent/{fileName}` }),
    sips: await add('put', { url: `${url}/sips` }, { url: `${url}/sips/{fileName}` }),
    s3: await add('s3', s3, { ...s3, accessKeyId: 'crowd', secretAccessKey: 'crowd' }),
    sftp: await add('sftp', sftp, { ...sftp, password: 'crowd' }),
  };
}

/** Creates one object of each kind that routes refer to by id. Returns the ids by the path segment before the id. */
async function makeRows(
  { apiHost, database: { client }, slowServers }: WorldServices,
  { accountId, keys }: BenchAccount,
  known: Record<string, string>,
): Promise<Record<string, string>> {
  const url = slowServers.url;
  const workspace = await call(apiHost, keys[0] ?? '', 'POST', '/workspaces', { name: 'crowd' });
  const batch = await call(apiHost, keys[0] ?? '', 'POST', '/batches', {
    ...{ projectId: known.projects, items: [{ variables: {} }], quality: 'draft' },
  });
  const comments = `/projects/${known.projects}/comments`;
  const comment = await call(apiHost, keys[0] ?? '', 'POST', comments, { text: 'Crowded', timeSec: 0 });
  // Not the app of the keys, because an app submitted for review loses its live keys.
  const app = await client.app.create({
    data: { id: `app_${randomUUID()}`, accountId, name: 'Crowd', scopes: [], status: 'draft' },
  });
  const telegram = { id: `tgu_${randomUUID()}`, appId: `${accountId}_app`, accountId, userId: '5550001' };
  await client.telegramUser.create({ data: telegram });
  const job = await client.generationJob.create({
    data: {
      ...{ id: `job_${randomUUID()}`, accountId, kind: 'video', credits: 0, status: 'FAILED' },
      ...{ leaseUntil: new Date(), endedAt: new Date(), error: 'none' },
    },
  });
  const destination = await client.destination.create({
    data: {
      ...{ id: `dst_${randomUUID()}`, accountId, name: 'ok', kind: 'put', settings: { url }, fileName: '{renderId}' },
      secret: JSON.stringify({ kind: 'put', url: `${url}/ok/{fileName}` }),
    },
  });
  // An endpoint that receives all events of the account and never responds.
  const webhook = await client.webhookEndpoint.create({
    data: {
      ...{ id: `whk_${randomUUID()}`, accountId, url: `${url}/silent/hooks`, events: [] },
      secret: `whsec_${randomBytes(32).toString('base64')}`,
    },
  });
  const plugin = await client.plugin.create({
    data: {
      ...{ slug: 'slow', name: 'Slow', description: 'Does not answer', endpoint: `${url}/silent`, marketplace: false },
      tools: [{ name: 'wait', description: 'Waits', inputSchema: { type: 'object', properties: {} } }],
      secret: `whsec_${randomBytes(32).toString('base64')}`,
    },
  });
  return {
    ...known,
    ...{ plugins: plugin.slug, tools: 'wait' },
    ...{ workspaces: String(at(workspace, 'workspace', 'id')), batches: String(at(batch, 'batch', 'id')) },
    ...{ apps: app.id, users: telegram.userId, jobs: job.id, destinations: destination.id, webhooks: webhook.id },
    comments: String(at(comment, 'comment', 'id')),
  };
}
