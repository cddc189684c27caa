import type { Config } from '@framemill/infra';
import type { Plans } from '@framemill/scheduler';
import type { Caller } from '../auth/caller.ts';
import type { ProvidersAsData } from '../providers/providers-as-data.ts';
import type { CallLength } from './call-length.ts';

/** API call for a worker thread: a request accepted by the guard, with its unparsed body. */
export interface ThreadTask {
  method: string;
  /** Path and query. */
  url: string;
  requestId: string;
  caller: Caller;
  /** Headers that affect the answer: those of the Model Context Protocol, and `accept`. */
  headers: Record<string, string>;
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

/** Message to a thread. `id` is the id of the task. */
export type ThreadOrder =
  | { kind: 'run'; id: number; task: ThreadTask }
  /** The caller has disconnected: work that waits for a node ends. */
  | { kind: 'gone'; id: number };

/** Message from a thread. `id` is the id of the task. */
export type ThreadMessage =
  | { kind: 'ready' }
  /** From here on the outcome is unknown if the thread ends. The time is spent by the database, not by the task. */
  | { kind: 'saving'; id: number }
  /** The task waits for a node or for an address. Another task may run meanwhile. */
  | { kind: 'waiting'; id: number; for: 'node' | 'address' }
  | { kind: 'done'; id: number; answer: ThreadAnswer }
  /** The task failed because of a fault in the service's code. */
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
  /** Used in tests only: see `ApiDeps`. */
  checkResponses: boolean;
}
