import { openAsBlob } from 'node:fs';
import { basename, dirname, isAbsolute, join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { uploadRoute } from '@framemill/compositor/formats';
import { FramemillError } from '@framemill/timeline/errors';
import { type Document, isRecord } from '@framemill/timeline/rendering';
import { defaultSourcesOfClips } from '../project/find-sources.ts';
import { fileHash, readLink, replaceSources, writeLink } from './project-files.ts';
import { askJson, type Service } from './service.ts';

/** Validated project file to send to a service. */
export interface PushedFile {
  projectPath: string;
  document: Document;
  mediaRoot: string;
  /** Absolute paths of files, by source, for sources that are not paths. */
  files: ReadonlyMap<string, string>;
}

/** Result of pushing (sending) a project to a service. */
export interface Pushed {
  projectId: string;
  rev: number;
  isNew: boolean;
  /** Number of files that were sent; the service already had the others. */
  sent: number;
  media: number;
}

/** Interval in ms for polling whether the service has processed a file. */
const ASK_EVERY_MS = 500;

/**
 * Sends all media that the service lacks, then replaces the document of a project. `projectId` is the project to
 * replace, whatever its revision. If it is null, the project of the last push or pull is replaced, which must not have
 * changed on the service since then. If there was no push or pull with this service, a new project is created. Throws
 * the errors of `askJson`.
 */
export async function pushProject(service: Service, file: PushedFile, projectId: string | null): Promise<Pushed> {
  const folder = dirname(resolve(file.projectPath));
  const link = await readLink(folder);
  const known = link !== null && link.api === service.root.origin ? link : null;
  const { names, sent } = await sendMedia(service, file);
  const document = replaceSources(file.document, names);
  const id = projectId ?? known?.projectId ?? (await newProject(service, document, file.projectPath));
  const rev = projectId === null && known !== null ? { rev: known.rev } : {};
  const answer = await askJson(service, `/v1/projects/${encodeURIComponent(id)}/document`, {
    method: 'PUT',
    json: { document, ...rev },
  }).catch((error: unknown) => {
    throw isStale(error) ? staleLink(id, error) : error;
  });
  const pushed = { api: service.root.origin, projectId: id, rev: Number(answer.rev) };
  await writeLink(folder, pushed);
  const isNew = projectId === null && known === null;
  return { projectId: id, rev: pushed.rev, isNew, sent, media: names.size };
}

async function sendMedia(service: Service, { document, mediaRoot, files }: PushedFile) {
  const names = new Map<string, string>();
  let sent = 0;
  for (const { src, who } of defaultSourcesOfClips(document)) {
    if (names.has(src)) continue;
    const path = files.get(src) ?? (isAbsolute(src) ? src : join(mediaRoot, src));
    const sha256 = await fileHash(path);
    // A media id of the service is kept.
    if (sha256 === null) continue;
    const { media } = await askJson(service, `/v1/media?sha256=${sha256}`);
    const [found] = Array.isArray(media) ? media : [];
    if (isRecord(found) && typeof found.id === 'string' && found.status !== 'FAILED') {
      names.set(src, found.id);
      continue;
    }
    names.set(src, await sendFile(service, path, who));
    sent += 1;
  }
  return { names, sent };
}

async function sendFile(service: Service, path: string, who: string): Promise<string> {
  const form = new FormData();
  // The file is streamed from the disk while it is sent.
  const file = await openAsBlob(path);
  form.set('file', file, basename(path));
  let { media } = await askJson(service, `/v1/media/${uploadRoute(file.size)}`, { method: 'POST', form });
  while (isRecord(media) && media.status === 'PROCESSING') {
    await delay(ASK_EVERY_MS, undefined, { signal: service.signal });
    ({ media } = await askJson(service, `/v1/media/${media.id}`));
  }
  if (isRecord(media) && typeof media.id === 'string' && media.status === 'READY') return media.id;
  const why = isRecord(media) ? String(media.error) : 'its response has no media file.';
  throw new FramemillError('invalid_request', `${who} ${path}, which the service did not accept: ${why}`);
}

async function newProject(service: Service, document: Document, path: string): Promise<string> {
  const name = document.settings.name || basename(path).replace(/\.json$/i, '');
  const { project } = await askJson(service, '/v1/projects', { method: 'POST', json: { name } });
  if (isRecord(project) && typeof project.id === 'string') return project.id;
  const message = 'The response of the service has no project. Check the version of the service.';
  throw new FramemillError('invalid_request', message);
}

function isStale(error: unknown): error is FramemillError {
  return error instanceof FramemillError && error.details.conflictCode === 'stale_rev';
}

function staleLink(id: string, cause: FramemillError): FramemillError {
  const message =
    `The project ${id} was changed on the service after the last pull or push. ` +
    `Pull it into another folder and compare, or replace it with --project ${id}.`;
  return new FramemillError('invalid_request', message, cause.details, { cause });
}
