import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ConsoleServices } from '../deps.ts';
import { callerGone } from '../http/caller-gone.ts';
import { TooHeavy } from '../limiter/too-heavy.ts';
import { renderFrame } from '../preview/render-frame.ts';
import { shownFilm } from '../preview/shown-film.ts';
import type { ProjectRow } from '../projects/project-record.ts';
import { findProject, loadProject } from '../projects/project-store.ts';
import { variablesOfQuery } from '../projects/variable-values.ts';

/** Frame requested by a page of the Studio. */
interface Asked {
  accountId: string;
  projectId: string;
  /** Returns the time of the frame in seconds. Times after the end mean the last frame. */
  atSec(project: ProjectRow): number;
  /** Values of variables, as JSON. */
  variables?: string | undefined;
  request: FastifyRequest;
  reply: FastifyReply;
}

/**
 * Renders a frame of a project as a JPEG at half size, and returns it with the revision it shows.
 * Large projects are read on a worker thread, which counts as an expensive call of their account. Throws `not_found`,
 * `invalid_request` for values that do not fit, and the errors of `renderFrame` and `askThread`.
 */
export async function projectFrame(deps: ConsoleServices, asked: Asked): Promise<{ data: Buffer; rev: number }> {
  const { accountId, projectId, atSec, variables, reply } = asked;
  const values = variablesOfQuery(variables);
  try {
    const { row, document } = await loadProject(deps, accountId, projectId);
    const film = await shownFilm(deps, accountId, document, { values });
    const frame = await renderFrame(deps, accountId, film, atSec(row), callerGone(reply));
    return { data: frame.data, rev: row.rev };
  } catch (error) {
    if (!(error instanceof TooHeavy)) throw error;
    return heavyFrame(deps, asked, error.units);
  }
}

async function heavyFrame(deps: ConsoleServices, asked: Asked, units: number) {
  const { accountId, projectId, atSec, variables, request, reply } = asked;
  const row = await findProject(deps, accountId, projectId);
  const query = new URLSearchParams({ format: 'image', at: String(atSec(row)), ...(variables ? { variables } : {}) });
  const url = `/v1/projects/${row.id}/preview?${query}`;
  return { data: await deps.askThread(request, reply, url, units), rev: row.rev };
}
