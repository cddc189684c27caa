import type { Prisma } from '@framemill/infra';
import { type Static, Type } from '@framemill/timeline/typebox';
import type { Caller } from '../auth/caller.ts';
import type { ApiDeps } from '../deps.ts';
import type { Limiter } from '../limiter/limiter.ts';
import type { Outbound } from '../outbound/outbound.ts';
import type { BotApi } from './bot-api.ts';
import type { withOwner } from './bot-owner.ts';
import type { Message } from './read-update.ts';

/** Schema of the results that each step of handling a message stores for the later steps. */
export const BotStateSchema = Type.Object({
  /** Text of the final reply, or caption of the preview frame. */
  reply: Type.Optional(Type.String()),
  /** Id of the media file created from the message's file. */
  mediaId: Type.Optional(Type.String()),
  projectId: Type.Optional(Type.String()),
  /**
   * Revision of the project before the message's file was added to it; `plannedOn` is the one before its text was
   * turned into commands. If the project has a higher revision, an interrupted attempt has already applied the change.
   */
  placedOn: Type.Optional(Type.Integer()),
  plannedOn: Type.Optional(Type.Integer()),
  /**
   * Time at which a video of the person's daily allowance was used for this message, in ms since 1970. `null`: it was
   * returned, or none was used.
   */
  takenAt: Type.Optional(Type.Unsafe<number | null>({ type: ['integer', 'null'] })),
});
/** Results that the completed steps of answering a message have stored for the later steps. */
export type BotState = Static<typeof BotStateSchema>;

/**
 * Names of the stages (steps) of answering a message; `stages` contains their functions. A crash between two stages
 * loses nothing. A stage interrupted by a crash runs again.
 */
export type StageName = 'meet' | 'file' | 'open' | 'place' | 'take' | 'plan' | 'preview' | 'render' | 'film' | 'reply';

/** Next step of answering a message: the stage to run, or `done`. */
export interface Next {
  stage: StageName | 'done';
  /** Values to add to the stored state. */
  state?: BotState;
  /** Delay until the next stage, in milliseconds. Absent: no delay. */
  dueInMs?: number;
  renderId?: string;
}

/**
 * Result of a stage (one step of answering a message).
 * It is the next step, or a function that decides the next step in the transaction that stores it. `null`: the stage
 * has already stored the next step by `note`.
 */
export type StageResult = Next | ((tx: Prisma.TransactionClient) => Promise<Next>) | null;

/**
 * Function that runs one step of answering a message. Throws `FramemillError` and `TelegramError`. An error for which
 * the person gets no reply is retried.
 */
export type Stage = (work: BotWork) => Promise<StageResult>;

/** Row of a message with its bot and the bot's owner. */
export type UpdateRow = Prisma.TelegramUpdateGetPayload<{ include: { botRow: { include: typeof withOwner } } }>;

/** Services that bots use in addition to the API's dependencies. */
export interface BotServices extends ApiDeps {
  botApi: BotApi;
  botFiles: Outbound;
  /** Rate limiter that counts the change requests of a person within 24 hours. */
  turns: Limiter;
  /** Runs an expensive step of answering a message on a worker thread. `null`: this thread runs every step. */
  elsewhere: ((row: UpdateRow, caller: Caller, signal: AbortSignal) => Promise<Next>) | null;
  /**
   * Interval at which due messages are polled, in milliseconds. `renderPollMs` is the interval at which the render that
   * a message waits for is polled.
   */
  lookMs: number;
  renderPollMs: number;
  /** Delay before the first retry after a failure, in milliseconds. It doubles with each failure. */
  retryMs: number;
}

/** Context of a message that is being answered. */
export interface BotWork {
  services: BotServices;
  token: string;
  appId: string;
  /** Caller on whose behalf the bot acts: the owner of its app. */
  caller: Caller;
  userId: string;
  message: Message;
  state: BotState;
  renderId: string | null;
  receivedAt: Date;
  /** Signal that is aborted when the process stops, or when another process has taken the message. */
  signal: AbortSignal;
  /** Stores the message's next step within the transaction `tx` of the current step. */
  note(tx: Prisma.TransactionClient, next: Next): Promise<void>;
}
