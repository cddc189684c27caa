import { readFile, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** Creates a client of the public API that uses only HTTP and a key. */
export function customer(apiHost: string, key: string) {
  async function call(method: string, path: string, body?: unknown): Promise<{ status: number; body: Json }> {
    const response = await fetch(`${apiHost}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: await response.json() };
  }

  async function upload(path: string): Promise<Json> {
    const form = new FormData();
    form.set('file', new Blob([await readFile(path)]), basename(path));
    const headers = { authorization: `Bearer ${key}` };
    const response = await fetch(`${apiHost}/v1/media/uploads`, { method: 'POST', headers, body: form });
    const body: Json = await response.json();
    if (response.status !== 201) throw new Error(`upload of ${path}: ${response.status} ${JSON.stringify(body)}`);
    return body.media;
  }

  /** Renders a project and saves the file; throws with the render's error when it does not complete. */
  async function render(body: { projectId: string; format: string; quality?: string }, saveAs: string): Promise<Json> {
    const queued = await call('POST', '/v1/renders', body);
    if (queued.status !== 202) throw new Error(`render refused: ${queued.status} ${JSON.stringify(queued.body)}`);
    const done = await finished(queued.body.render.id);
    if (done.status !== 'COMPLETED') throw new Error(`render ${done.status}: ${done.error}`);
    const file = await fetch(done.url.startsWith('http') ? done.url : `${apiHost}${done.url}`);
    await writeFile(saveAs, new Uint8Array(await file.arrayBuffer()));
    return done;
  }

  /** Polls until the render has ended, and expects that its progress never decreases. */
  async function finished(renderId: string): Promise<Json> {
    for (let last = 0; ; ) {
      const { body } = await call('GET', `/v1/renders/${renderId}`);
      if (body.render.progress < last) throw new Error(`progress went back from ${last} to ${body.render.progress}`);
      last = body.render.progress;
      if (!['PENDING', 'PROCESSING'].includes(body.render.status)) return body.render;
      await delay(250);
    }
  }

  return { call, upload, render, finished };
}

// biome-ignore lint/suspicious/noExplicitAny: a caller sees untyped JSON; the assertions of the suites are its types
export type Json = any;
