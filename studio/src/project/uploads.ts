import type { SessionPaths } from '@framemill/api/session-client';
import { uploadRoute } from '@framemill/compositor/formats';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { create } from 'zustand';
import { access } from '../client/access.ts';
import { api } from '../client/api.ts';
import { answerOf, refusalOf, sentenceOf } from '../client/api-error.ts';
import { queryClient } from '../client/query-client.ts';

/** Upload of one file. */
export interface Upload {
  key: number;
  name: string;
  sizeBytes: number;
  /** Percentage sent, 0-100. At 100 the service still has to probe the file. */
  progress: number;
  state: 'waiting' | 'sending' | 'done' | 'failed';
  problem: string | null;
}

interface UploadState {
  uploads: readonly Upload[];
  /** Queues files for upload. They are sent one after the other. `onDone` is called with the record of each. */
  add(files: Iterable<File>, onDone?: (record: MediaRecord) => void): void;
  /** Queues a failed upload again. */
  retry(key: number): void;
  /** Removes completed and failed uploads from the list. */
  clear(): void;
}

const files = new Map<number, { file: File; onDone: ((record: MediaRecord) => void) | undefined }>();
let serial = 0;
let isRunning = false;

/** Uploads started in this window. They continue when the user opens another page of the Studio. */
export const useUploads = create<UploadState>((set, get) => {
  const change = (key: number, part: Partial<Upload>) =>
    set(({ uploads }) => ({
      uploads: uploads.map((upload) => (upload.key === key ? { ...upload, ...part } : upload)),
    }));

  async function run(): Promise<void> {
    if (isRunning) return;
    isRunning = true;
    for (;;) {
      const next = get().uploads.find(({ state }) => state === 'waiting');
      const queued = next && files.get(next.key);
      if (!next || !queued) break;
      change(next.key, { state: 'sending', progress: 0, problem: null });
      try {
        const record = await send(queued.file, (progress) => change(next.key, { progress }));
        change(next.key, { state: 'done', progress: 100 });
        files.delete(next.key);
        void queryClient.invalidateQueries({ queryKey: ['media'] });
        queued.onDone?.(record);
      } catch (error) {
        change(next.key, { state: 'failed', problem: sentenceOf(error) });
      }
    }
    isRunning = false;
  }

  return {
    uploads: [],
    add(list, onDone) {
      const added = [...list].map((file): Upload => {
        serial += 1;
        files.set(serial, { file, onDone });
        return { key: serial, name: file.name, sizeBytes: file.size, progress: 0, state: 'waiting', problem: null };
      });
      set(({ uploads }) => ({ uploads: [...uploads, ...added] }));
      void run();
    },
    retry(key) {
      change(key, { state: 'waiting' });
      void run();
    },
    clear() {
      set(({ uploads }) => ({ uploads: uploads.filter(({ state }) => state === 'waiting' || state === 'sending') }));
    },
  };
});

/**
 * Uploads a file and reports its progress in percent. It uses XMLHttpRequest because `fetch` does not report upload
 * progress.
 */
function send(file: File, onProgress: (percent: number) => void): Promise<MediaRecord> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const { prefix, headers } = access();
    request.open('POST', `${prefix}/media/${uploadRoute(file.size)}`);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? (100 * loaded) / total : 0);
    request.onerror = () => reject(new TypeError('The connection was lost. Try again.'));
    request.onload = () => {
      const answered = parsed(request.responseText);
      if (request.status === 201 && isUploaded(answered)) return resolve(answered.media);
      const waiting = new Headers({ 'retry-after': request.getResponseHeader('retry-after') ?? '' });
      const answer = new Response(null, { status: request.status || 500, headers: waiting });
      reject(refusalOf(answer, answered));
    };
    const form = new FormData();
    form.set('file', file);
    request.send(form);
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function isUploaded(answer: unknown): answer is { media: MediaRecord } {
  return typeof answer === 'object' && answer !== null && 'media' in answer;
}

/** Media record as API responses contain it. */
export type MediaRecord =
  SessionPaths['/v1/media']['get']['responses'][200]['content']['application/json']['media'][number];

/** Query for the account's media, newest first, 60 a page. Account events refresh it. */
export const mediaQuery = infiniteQueryOptions({
  queryKey: ['media'],
  initialPageParam: undefined as string | undefined,
  queryFn: ({ pageParam: cursor }) =>
    answerOf(api.GET('/v1/media', { params: { query: { limit: 60, ...(cursor ? { cursor } : {}) } } })),
  getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
});
