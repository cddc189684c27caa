import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { parseDocument } from '@framemill/timeline/document';
import { FramemillError } from '@framemill/timeline/errors';
import { isRecord } from '@framemill/timeline/rendering';
import { mediaIn, placeOf } from './fetch-project.ts';
import { fileHash, replaceSources, writeLink } from './project-files.ts';
import { askJson, fetchFile, type Service } from './service.ts';

/** Result of pulling (fetching) a project from a service. */
export interface Pulled {
  projectId: string;
  rev: number;
  /** Path of the project file, which contains local paths of its media and can be rendered without changes. */
  project: string;
  /** Number of files that were downloaded. The others already existed. */
  fetched: number;
  media: number;
}

/** Number of files fetched concurrently. */
const AT_ONCE = 4;

/**
 * Downloads a project into `folder`, as `project.json` and `media/`. Does not download files that already exist with
 * the same bytes. Throws the errors of `askJson`.
 */
export async function pullProject(service: Service, projectId: string, folder: string): Promise<Pulled> {
  const { project } = await askJson(service, `/v1/projects/${encodeURIComponent(projectId)}?view=document`);
  if (!isRecord(project)) {
    const message = 'The response of the service has no project. Check the version of the service.';
    throw new FramemillError('invalid_request', message);
  }
  const document = parseDocument(project.document);
  await mkdir(join(folder, 'media'), { recursive: true });
  const sources = [...mediaIn(document)];
  const files = new Map<string, string>();
  const taken = new Set<string>();
  let fetched = 0;
  const waiting = sources.values();
  const fetchNext = async () => {
    for (const src of waiting) {
      const place = await placeOf(service, src);
      const file = `media/${freeName(place.name, extname(new URL(place.url).pathname), taken)}`;
      files.set(src, file);
      const path = join(folder, file);
      if (place.sha256 !== null && (await fileHash(path)) === place.sha256) continue;
      const partial = `${path}.part`;
      await fetchFile(service, { src, ...place }, partial).catch(async (error: unknown) => {
        await rm(partial, { force: true });
        throw error;
      });
      await rename(partial, path);
      fetched += 1;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, fetchNext));
  const path = join(folder, 'project.json');
  await writeFile(path, `${JSON.stringify({ document: replaceSources(document, files) }, null, 2)}\n`);
  const rev = Number(project.rev);
  await writeLink(folder, { api: service.root.origin, projectId, rev });
  return { projectId, rev, project: path, fetched, media: sources.length };
}

/**
 * Returns a unique file name for a media file: its original name without characters that have a special meaning in
 * paths or variables. If several files have the same name, a number is appended.
 */
function freeName(name: string, ending: string, taken: Set<string>): string {
  const plain = name.replaceAll(/[\\/:*?"<>|{}]|\p{C}/gu, '-').replaceAll(/^[ .]+|[ .]+$/g, '') || 'file';
  const stem = plain.toLowerCase().endsWith(ending.toLowerCase())
    ? plain.slice(0, plain.length - ending.length)
    : plain;
  let free = `${stem}${ending}`;
  for (let number = 2; taken.has(free.toLowerCase()); number += 1) free = `${stem}-${number}${ending}`;
  taken.add(free.toLowerCase());
  return free;
}
