import { mkdir, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { FramemillError } from '@framemill/timeline/errors';
import { isRecord } from '@framemill/timeline/rendering';
import { defaultSource } from '@framemill/timeline/variables';
import { askJson, fetchFile, openService, ownAddress, type Service } from './service.ts';

/** Reference to a project on a service, with the service's URL and key file. */
export interface ServiceProject {
  /** URL of the service, for example `http://localhost:8787`. */
  api: string;
  /** File whose first line is an API key with the scopes projects.read and media.read. */
  keyFile: string;
  projectId: string;
}

/** Fetched project as local files. */
export interface FetchedProject {
  /** Path of a JSON file with the service's response, which contains the document. */
  projectPath: string;
  /** Path of a media map: a JSON file that contains the local file of each source. */
  mediaMap: string;
}

/** Number of files fetched concurrently. */
const AT_ONCE = 4;

/**
 * Fetches a project and all of its media from a service into `folder`. The key is sent to the API only. Throws
 * `not_found` for a missing key file, project or media file, otherwise `invalid_request`.
 */
export async function fetchProject(
  { api, keyFile, projectId }: ServiceProject,
  folder: string,
  signal: AbortSignal,
): Promise<FetchedProject> {
  const service = await openService({ api, keyFile }, signal);
  const answer = await askJson(service, `/v1/projects/${encodeURIComponent(projectId)}?view=document`);
  const projectPath = join(folder, 'project.json');
  await writeFile(projectPath, `${JSON.stringify(answer, null, 2)}\n`);
  const sources = [...mediaIn(isRecord(answer.project) ? answer.project.document : null)];
  await mkdir(join(folder, 'media'), { recursive: true });
  const files: Record<string, string> = {};
  const waiting = sources.entries();
  const fetchNext = async () => {
    for (const [index, src] of waiting) {
      const { url, sha256 } = await placeOf(service, src);
      const name = join('media', `${index}${extname(new URL(url).pathname)}`);
      await fetchFile(service, { src, url, sha256 }, join(folder, name));
      files[src] = name;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, fetchNext));
  const mediaMap = join(folder, 'media.json');
  await writeFile(mediaMap, JSON.stringify(files));
  return { projectPath, mediaMap };
}

/**
 * Collects the media ids and media URLs in any part of a document, including defaults of variables, fonts and LUT
 * files.
 */
export function mediaIn(value: unknown, found = new Set<string>()): Set<string> {
  if (typeof value === 'string') {
    const src = defaultSource(value);
    if (OF_THE_SERVICE.test(src)) found.add(src);
  } else if (typeof value === 'object' && value !== null) for (const part of Object.values(value)) mediaIn(part, found);
  return found;
}

const OF_THE_SERVICE = /^(?:med_\w+|(?:https?:\/\/[^/\s]+)?\/(?:uploads|fixtures)\/\S+)$/;

/** Returns the URL, the name and the hash of a source's file. The hash is null when the service reports none. */
export async function placeOf(
  service: Service,
  src: string,
): Promise<{ url: string; name: string; sha256: string | null }> {
  if (!src.startsWith('med_'))
    return { url: ownAddress(service, src), name: src.split('/').at(-1) ?? src, sha256: null };
  const { media } = await askJson(service, `/v1/media/${src}`);
  const { url, sha256, name } = isRecord(media) ? media : {};
  if (typeof url !== 'string') {
    const message = `The service returned no URL for ${src}. Check the version of the service.`;
    throw new FramemillError('invalid_request', message);
  }
  return {
    url: ownAddress(service, url),
    name: typeof name === 'string' ? name : src,
    sha256: typeof sha256 === 'string' ? sha256 : null,
  };
}
