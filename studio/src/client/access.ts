import type { SessionAccess } from '@framemill/api/session-client';
import { refusalOf } from './api-error.ts';

/** Server-sent events of a project, by name. */
export type ProjectEvents = Pick<EventTarget, 'addEventListener'> & { close(): void };

/** Permissions of this page, and its path and headers for calls of the service. */
export interface Access extends SessionAccess {
  /** Whether the page is the Studio, which reaches the whole account. Otherwise it is the editor in another product. */
  readonly isStudio: boolean;
  readonly mayEdit: boolean;
  readonly mayRender: boolean;
  readonly mayUpload: boolean;
  /** Address of the page in which the editor draws the video. */
  readonly stageUrl: string;
  openEvents(projectId: string): ProjectEvents;
  /**
   * Loads a frame of a project as the service renders it, and resolves to the address of the image in this page, which
   * is valid until the next call. `query` has the frame's time and revision, and values of variables. Throws `ApiError`
   * when the service refuses it. Aborting `signal` stops the rendering.
   */
  frameUrl(projectId: string, query: URLSearchParams, signal: AbortSignal): Promise<string>;
  /** Closes the editor; null in the Studio, where the editor links to the page of its project. */
  readonly close: (() => void) | null;
}

let frame = '';

/**
 * Returns an address in this page for the image in a response. The address that was returned before becomes invalid.
 */
export async function addressOfFrame(response: Response): Promise<string> {
  const image = await response.blob();
  URL.revokeObjectURL(frame);
  frame = URL.createObjectURL(image);
  return frame;
}

/** Access of the Studio, by the session cookie. */
const STUDIO: Access = {
  ...{ prefix: '/api/studio', headers: {}, isStudio: true, mayEdit: true, mayRender: true, mayUpload: true },
  stageUrl: '/vendor/stage.html',
  openEvents: (projectId) => new EventSource(`/api/studio/projects/${projectId}/events`),
  async frameUrl(projectId, query, signal) {
    const response = await fetch(`/api/studio/projects/${projectId}/frame?${query}`, { signal });
    if (!response.ok) throw refusalOf(response, await response.json().catch(() => null));
    return addressOfFrame(response);
  },
  close: null,
};

let current = STUDIO;

/** Returns the access of this page. It does not change after the first call of a component. */
export const access = (): Access => current;

/** Replaces the access of the Studio by another one. Call it before the first component is rendered. */
export function replaceAccess(other: Access): void {
  current = other;
}
