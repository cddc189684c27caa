import type { Config } from '@framemill/infra';
import type { Plans } from '@framemill/scheduler';
import type { Caller } from '../auth/caller.ts';
import type { ProvidersAsData } from '../providers/providers-as-data.ts';
import type { CallLength } from './call-length.ts';

/**
 * API call to be answered by a worker thread: a request that the main thread has authenticated, with its unparsed body.
 */
export interface ThreadTask {
  method: string;
  /** Path and query. */
  url: string;
  requestId: string;
  caller: Caller;
  /** Request headers that affect the answer: `accept`, and those of the Model Context Protocol. */
  headers: Record<string, string>;
  /** Span of the call (`currentTrace`); null or absent: it is not traced. */
  trace?: string | null;
  /** JSON text in UTF-8. `null`: no body. */
  body: Uint8Array | null;
  /** Expected length of the call, which decides the threads that it may use. */
  length: CallLength;
}

/** Complete answer. `body` is transferred between threads, not copied. */
export interface ThreadAnswer {
  status: number;
  headers: Record<string, string>;
  body: Uint8Array<ArrayBuffer>;
}

/** Message from the main thread to a worker thread. `id` is the id of the task. */
export type ThreadOrder =
  | { kind: 'run'; id: number; task: ThreadTask }
  /** Message that the caller has disconnected: the thread ends work that waits for a farm node. */
  | { kind: 'gone'; id: number };

/** Message from a worker thread to the main thread. `id` is the id of the task. */
export type ThreadMessage =
  | { kind: 'ready' }
  /**
   * Message that the task has begun to save changes. If the thread ends after this message, the outcome is unknown. The
   * limit on processor time no longer applies, because the remaining time is spent by the database.
   */
  | { kind: 'saving'; id: number }
  /** Message that the task waits for an answer of a farm node or for a DNS lookup. Another task may run meanwhile. */
  | { kind: 'waiting'; id: number; for: 'node' | 'address' }
  | { kind: 'done'; id: number; answer: ThreadAnswer }
  /** Message that the task failed because of a fault in the service's code. */
  | { kind: 'failed'; id: number; reason: string };

/** Connection settings of a thread, passed as its `workerData`. */
export interface ThreadSettings {
  databaseUrl: string;
  redisUrl: string;
  objects: Config['objects'];
  apiHost: string;
  authUrl: string;
  logLevel: string;
  telegramApi: string;
  outbound: Config['outbound'];
  providers: ProvidersAsData;
  plans: Plans['list'];
  appealUrl: string;
  secretsKeys: Config['secretsKeys'];
  /** Whether responses are checked against their schemas; used in tests only. See `ApiDeps`. */
  checkResponses: boolean;
}
