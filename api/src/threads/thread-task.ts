import type { Config } from '@framemill/infra';
import type { Plans } from '@framemill/scheduler';
import type { Caller } from '../auth/caller.ts';
import type { ProvidersAsData } from '../providers/providers-as-data.ts';
import type { CallLength } from './call-length.ts';

/** A call of the API as a thread runs it: what the gate let in, with its body as it came. */
export interface ThreadTask {
  method: string;
  /** Path and query. */
  url: string;
  requestId: string;
  caller: Caller;
  /** Those that change the answer: of the Model Context Protocol, and `accept`. */
  headers: Record<string, string>;
  /** JSON text in UTF-8; null without a body. */
  body: Uint8Array | null;
  /** Which threads it may take. */
  length: CallLength;
}

/** The whole answer; `body` is moved between threads, not copied. */
export interface ThreadAnswer {
  status: number;
  headers: Record<string, string>;
  body: Uint8Array<ArrayBuffer>;
}

/** What a thread is told. `id` is that of the task. */
export type ThreadOrder =
  | { kind: 'run'; id: number; task: ThreadTask }
  /** Nobody waits for the answer any more: the work that waits for a node ends. */
  | { kind: 'gone'; id: number };

/** What a thread says. `id` is that of the task. */
export type ThreadMessage =
  | { kind: 'ready' }
  /** From here on the outcome is not known if the thread ends; what runs is the database, not the task. */
  | { kind: 'saving'; id: number }
  /** The task waits, for a node or for an address: another one may run meanwhile. */
  | { kind: 'waiting'; id: number; for: 'node' | 'address' }
  | { kind: 'done'; id: number; answer: ThreadAnswer }
  /** A fault of the service's code. */
  | { kind: 'failed'; id: number; reason: string };

/** What a thread connects to, as its `workerData`. */
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
  /** Tests only: see `ApiDeps`. */
  checkResponses: boolean;
}
