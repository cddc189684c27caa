import { expect } from 'vitest';
import { pngBytes } from './multipart-form.ts';
import type { Answer, TestAccount, TestApi } from './start-api.ts';

/** Origin of the sessions that `embed` creates. */
export const ORIGIN = 'https://app.example.org';

/** Embed session of a test. */
export interface Embedded {
  id: string;
  /** Path of its page. */
  page: string;
  token: string;
  record: Answer['body'];
  /** Sends a request below /api/embed with the token. */
  call(method: string, path: string, body?: unknown): Promise<Answer>;
}

/** Sends a request with the token of an embed session. */
export function sendWith(api: TestApi, token: string, method: string, url: string, body?: unknown): Promise<Answer> {
  return api.send(null, method, url, body, { authorization: `Bearer ${token}` });
}

/** Creates an embed session with the key of `owner`. */
export async function embed(
  api: TestApi,
  owner: TestAccount,
  projectId: string,
  fields: object = {},
): Promise<Embedded> {
  const asked = { projectId, origins: [ORIGIN], ...fields };
  const { status, body } = await api.send(owner, 'POST', '/v1/embed-sessions', asked);
  expect([status, body.error]).toEqual([201, undefined]);
  const [page = '', token = ''] = body.url.split('#');
  return {
    ...{ id: body.session.id, page: page.slice(api.deps.apiHost.length), token, record: body.session },
    call: (method, path, sent) => sendWith(api, token, method, `/api/embed${path}`, sent),
  };
}

/** Creates a project with a text, and with what `commands` add. Returns its id. */
export async function projectOf(api: TestApi, owner: TestAccount, commands: object[] = []): Promise<string> {
  const title = { op: 'addTextClip', text: 'Hi', start: 0, duration: 2 };
  const { body } = await api.send(owner, 'POST', '/v1/projects', { name: 'Film', commands: [title, ...commands] });
  return body.project.id;
}

/** Uploads an image that is different for each account and `seed`. Returns its id. */
export async function mediaOf(api: TestApi, owner: TestAccount, seed: string): Promise<string> {
  const { body } = await api.upload(owner, { name: `${seed}.png`, data: pngBytes(`${owner.accountId} ${seed}`) });
  return body.media.id;
}
