import type { SessionAccess } from '@framemill/api/session-client';

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
   * Resolves to the address of a frame of a project as the service renders it. `query` has its time and revision, and
   * values of variables. Rejects when the frame cannot be loaded; the Studio's address is not loaded yet.
   */
  frameUrl(projectId: string, query: URLSearchParams): Promise<string>;
  /** Closes the editor; null in the Studio, where the editor links to the page of its project. */
  readonly close: (() => void) | null;
}

/** Access of the Studio, by the session cookie. */
const STUDIO: Access = {
  ...{ prefix: '/api/studio', headers: {}, isStudio: true, mayEdit: true, mayRender: true, mayUpload: true },
  stageUrl: '/vendor/stage.html',
  openEvents: (projectId) => new EventSource(`/api/studio/projects/${projectId}/events`),
  frameUrl: async (projectId, query) => `/api/studio/projects/${projectId}/frame?${query}`,
  close: null,
};

let current = STUDIO;

/** Returns the access of this page. It does not change after the first call of a component. */
export const access = (): Access => current;

/** Replaces the access of the Studio by another one. Call it before the first component is rendered. */
export function replaceAccess(other: Access): void {
  current = other;
}
