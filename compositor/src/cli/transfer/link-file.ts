import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isRecord } from '@framemill/timeline/rendering';

/** Link of a folder to a project of a service, with the revision last pushed or pulled. */
export interface Link {
  api: string;
  projectId: string;
  rev: number;
}

/** Name of the link file, stored next to the project file. */
const NAME = '.framemill.json';

/** Reads the link of a folder; null without a valid one. */
export async function readLink(folder: string): Promise<Link | null> {
  const text = await readFile(join(folder, NAME), 'utf8').catch(() => 'null');
  const value: unknown = parsed(text);
  if (!isRecord(value)) return null;
  const { api, projectId, rev } = value;
  return typeof api === 'string' && typeof projectId === 'string' && typeof rev === 'number'
    ? { api, projectId, rev }
    : null;
}

/** Stores the link of a folder. */
export async function writeLink(folder: string, link: Link): Promise<void> {
  await writeFile(join(folder, NAME), `${JSON.stringify(link, null, 2)}\n`);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
