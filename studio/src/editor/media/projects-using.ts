import { answerOf } from '../../client/answer-of.ts';
import { api } from '../../client/api.ts';
import type { MediaRecord } from '../model/media.ts';

/** Maximum number of projects that are searched. */
const MOST_PROJECTS = 100;

/**
 * Returns the projects whose clips use a file as their own source, newest first. `isCut`: older projects exist that
 * were not searched.
 */
export async function projectsUsing({
  id,
  url,
}: Pick<MediaRecord, 'id' | 'url'>): Promise<{ projects: { id: string; name: string }[]; isCut: boolean }> {
  const projects: { id: string; name: string }[] = [];
  let cursor: string | undefined;
  let seen = 0;
  do {
    const query = { limit: 50, view: 'clips' as const, ...(cursor === undefined ? {} : { cursor }) };
    const page = await answerOf(api.GET('/v1/projects', { params: { query } }));
    seen += page.projects.length;
    for (const { clips = [], ...project } of page.projects) {
      if (clips.some(({ src }) => src === id || src === url)) projects.push({ id: project.id, name: project.name });
    }
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined && seen < MOST_PROJECTS);
  return { projects, isCut: cursor !== undefined };
}
