import { readFile } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Command, FramemillError } from '@framemill/timeline';

/**
 * Calls a stack's API and returns the parsed JSON body. Throws `provider_error` when the response is not 2xx.
 * `details.status` of the error is the HTTP status.
 */
export async function call(
  apiHost: string,
  key: string,
  method: 'GET' | 'POST',
  path: string,
  body?: unknown,
): Promise<unknown> {
  const form = body instanceof FormData;
  const answer = await fetch(`${apiHost}/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${key}`,
      ...(body === undefined || form ? {} : { 'content-type': 'application/json' }),
    },
    body: body === undefined ? null : form ? body : JSON.stringify(body),
  });
  const text = await answer.text();
  if (!answer.ok)
    throw new FramemillError(
      'provider_error',
      `${method} ${path} returned HTTP status ${answer.status}: ${text.slice(0, 500)}`,
      { status: answer.status },
    );
  return JSON.parse(text);
}

/**
 * Returns the value in a JSON structure at a path of keys and list indices. Throws `provider_error` when there is none.
 */
export function at(value: unknown, ...path: (string | number)[]): unknown {
  let found = value;
  for (const step of path) found = typeof found === 'object' && found !== null ? Reflect.get(found, step) : undefined;
  if (found === undefined)
    throw new FramemillError(
      'provider_error',
      `The response lacks the field ${path.join('.')}: ${JSON.stringify(value).slice(0, 300)}`,
    );
  return found;
}

/** Applies commands and returns the ids of the clips that they create. Throws `internal_error` when a command fails. */
export async function applyCommands(
  apiHost: string,
  key: string,
  projectId: string,
  commands: Command[],
): Promise<string[]> {
  const answer = await call(apiHost, key, 'POST', `/projects/${projectId}/commands`, { commands });
  return commands.flatMap((command, i) => {
    const result = at(answer, 'results', i);
    if (at(result, 'ok') !== true) {
      const said = `The command ${JSON.stringify(command)} failed: ${JSON.stringify(result)}`;
      throw new FramemillError('internal_error', said);
    }
    return command.op.startsWith('add') && command.op !== 'addKeyframe' ? [String(at(result, 'data', 'clipId'))] : [];
  });
}

const types: Readonly<Record<string, string>> = {
  ...{ '.mp4': 'video/mp4', '.png': 'image/png', '.jpg': 'image/jpeg', '.flac': 'audio/flac' },
};

/** Uploads a file (at most 16 MB) and returns its media id. Throws `internal_error` for an unknown file extension. */
export async function uploadMedia(apiHost: string, key: string, file: string): Promise<string> {
  const type = types[extname(file)];
  if (type === undefined)
    throw new FramemillError('internal_error', `${file} is not MP4, PNG, JPEG or FLAC. Convert it to one of these.`);
  const form = new FormData();
  form.append('file', new Blob([await readFile(file)], { type }), basename(file));
  return String(at(await call(apiHost, key, 'POST', '/media/uploads', form), 'media', 'id'));
}

/** Uploads a file like `uploadMedia`, waits until it is ingested, and returns its media id. */
export async function uploadIngested(apiHost: string, key: string, file: string): Promise<string> {
  const id = await uploadMedia(apiHost, key, file);
  await ingested(apiHost, key, id);
  return id;
}

/**
 * Waits until the poster image and the preview video of an upload exist, after which no background work remains for the
 * upload.
 */
export async function ingested(apiHost: string, key: string, mediaId: string): Promise<void> {
  for (;;) {
    const media = at(await call(apiHost, key, 'GET', `/media/${mediaId}`), 'media');
    if (at(media, 'status') === 'READY' && at(media, 'ingest', 'picture') !== 'PROCESSING') return;
    await wait(500);
  }
}

/**
 * Starts a render of a project, polls every `everyMs` until it is COMPLETED, and returns its record. Throws
 * `internal_error` when the render fails or is cancelled.
 */
export async function renderProject(
  apiHost: string,
  key: string,
  projectId: string,
  options: { quality?: string; compression?: string; everyMs?: number } = {},
): Promise<unknown> {
  const { everyMs = 500, ...order } = { quality: 'standard', ...options };
  const asked = await call(apiHost, key, 'POST', '/renders', { projectId, ...order });
  const renderId = String(at(asked, 'render', 'id'));
  for (;;) {
    const render = at(await call(apiHost, key, 'GET', `/renders/${renderId}`), 'render');
    const status = at(render, 'status');
    if (status === 'COMPLETED') return render;
    if (status === 'FAILED' || status === 'CANCELLED')
      throw new FramemillError('internal_error', `The render ended as ${status}: ${String(at(render, 'error'))}`);
    await wait(everyMs);
  }
}

/** Returns the time from the request of a render to its finished file, in seconds, from the times in its record. */
export function secondsOf(render: unknown): number {
  return (Date.parse(String(at(render, 'completedAt'))) - Date.parse(String(at(render, 'createdAt')))) / 1_000;
}
