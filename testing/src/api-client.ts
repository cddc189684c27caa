import { readFile, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** Parsed JSON of a response. It is untyped because the assertions check its shape. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into answers whose shape is what they check
export type Json = any;

/** File to upload: its path, or its name and bytes. */
type UploadedFile = string | { name: string; bytes: Buffer<ArrayBuffer> };

/** Client of the public API that uses only HTTP and an API key. Paths include the version, as in `/v1/projects`. */
export interface ApiClient {
  /** Sends a request and returns the response, whatever its status. */
  send(method: string, path: string, body?: unknown): Promise<{ status: number; body: Json }>;
  /** Sends a request and returns the body of the response. Throws when the request is refused. */
  call(method: string, path: string, body?: unknown): Promise<Json>;
  /** Uploads a file and returns its media record. Throws when the API refuses the file. */
  upload(file: UploadedFile): Promise<Json>;
  /** Waits until a media file is ready and its audio and image data are processed. Returns its record. */
  ingested(mediaId: string): Promise<Json>;
  /** Waits until the render has ended, expects that its progress never decreases, and returns its record. */
  finished(renderId: string): Promise<Json>;
  /** Renders a project and saves the file. Throws with the render's error when it does not complete. */
  render(
    body: {
      projectId: string;
      format: string;
      quality?: string;
      resolution?: string;
      variables?: Record<string, string>;
    },
    saveAs: string,
  ): Promise<Json>;
}

/** Creates a client of the API at `apiHost`. */
export function createApiClient(apiHost: string, key: string): ApiClient {
  const authorization = `Bearer ${key}`;
  const client: ApiClient = {
    async send(method, path, body) {
      const type = body === undefined ? {} : { 'content-type': 'application/json' };
      const sent = body === undefined ? {} : { body: JSON.stringify(body) };
      const response = await fetch(`${apiHost}${path}`, { method, headers: { authorization, ...type }, ...sent });
      return { status: response.status, body: await response.json() };
    },
    async call(method, path, body) {
      const answer = await client.send(method, path, body);
      if (answer.status >= 300)
        throw new Error(`${method} ${path} returned HTTP status ${answer.status}: ${JSON.stringify(answer.body)}`);
      return answer.body;
    },
    async upload(file) {
      const { name, bytes } = typeof file === 'string' ? { name: basename(file), bytes: await readFile(file) } : file;
      const form = new FormData();
      form.set('file', new Blob([bytes]), name);
      const init = { method: 'POST', headers: { authorization }, body: form };
      const response = await fetch(`${apiHost}/v1/media/uploads`, init);
      const body: Json = await response.json();
      if (response.status !== 201)
        throw new Error(`The upload of ${name} returned HTTP status ${response.status} with ${JSON.stringify(body)}`);
      return body.media;
    },
    async ingested(mediaId) {
      for (const until = Date.now() + 380_000; ; await delay(200)) {
        const { media } = await client.call('GET', `/v1/media/${mediaId}`);
        const { sound, picture } = media.ingest;
        if (media.status === 'READY' && sound !== 'PROCESSING' && picture !== 'PROCESSING') return media;
        if (Date.now() > until) throw new Error(`${mediaId} was not processed within 380 s: ${JSON.stringify(media)}`);
      }
    },
    async finished(renderId) {
      for (let last = 0; ; await delay(250)) {
        const { render } = await client.call('GET', `/v1/renders/${renderId}`);
        if (render.progress < last) throw new Error(`The progress fell from ${last} to ${render.progress}.`);
        last = render.progress;
        if (!['PENDING', 'PROCESSING'].includes(render.status)) return render;
      }
    },
    async render(body, saveAs) {
      const done = await client.finished((await client.call('POST', '/v1/renders', body)).render.id);
      if (done.status !== 'COMPLETED') throw new Error(`The render ended as ${done.status}: ${done.error}`);
      const file = await fetch(done.url.startsWith('http') ? done.url : `${apiHost}${done.url}`);
      await writeFile(saveAs, new Uint8Array(await file.arrayBuffer()));
      return done;
    },
  };
  return client;
}
