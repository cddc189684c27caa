import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ConsoleServices } from '../deps.ts';
import { callerGone } from '../http/caller-gone.ts';
import { TooHeavy } from '../limiter/too-heavy.ts';
import { renderFrame } from '../preview/render-frame.ts';
import { shownFilm } from '../preview/shown-film.ts';
import type { ProjectRow } from '../projects/project-record.ts';
import { findProject, loadProject } from '../projects/project-store.ts';
import { variablesOfQuery } from '../projects/variable-values.ts';

/** A picture that a page of the Studio asked for. */
interface Asked {
  accountId: string;
  projectId: string;
  /** Where in the film, in seconds; times after the end show its last frame. */
  atSec(project: ProjectRow): number;
  /** Values of variables as JSON. */
  variables?: string | undefined;
  request: FastifyRequest;
  reply: FastifyReply;
}

/**
 * Has a frame of a project drawn (JPEG, half its size), and says which state of it is shown. A thread reads large projects, which
 * counts as a heavy call of their account. Throws `not_found`, `invalid_request` for values that do not fit, and what `renderFrame` and `askThread` throw.
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
