import type { Prisma } from '@framemill/infra';
import { type Static, Type } from '@framemill/timeline/typebox';
import type { Caller } from '../auth/caller.ts';
import type { ApiDeps } from '../deps.ts';
import type { Limiter } from '../limiter/limiter.ts';
import type { Outbound } from '../outbound/outbound.ts';
import type { BotApi } from './bot-api.ts';
import type { withOwner } from './bot-owner.ts';
import type { Message } from './read-update.ts';

/** What the stages of one message find out for those after them. */
export const BotStateSchema = Type.Object({
  /** What the person is answered in the end, or below the frame. */
  reply: Type.Optional(Type.String()),
  /** The media that their file has become. */
  mediaId: Type.Optional(Type.String()),
  projectId: Type.Optional(Type.String()),
  /** The project's rev before the file was placed, and before the words were planned: a higher one was made by a try that was interrupted. */
  placedOn: Type.Optional(Type.Integer()),
  plannedOn: Type.Optional(Type.Integer()),
  /** When one of the person's films of the day was taken for this message (ms since 1970); null: it is not, or was given back. */
  takenAt: Type.Optional(Type.Unsafe<number | null>({ type: ['integer', 'null'] })),
});
/** What a bot keeps of the work on one request between its stages. */
export type BotState = Static<typeof BotStateSchema>;

/** The stages of a message; each is a file. A process that dies between two of them loses nothing, within one it is done again. */
export type StageName = 'meet' | 'file' | 'open' | 'place' | 'take' | 'plan' | 'preview' | 'render' | 'film' | 'reply';

/** What is next: a stage, or nothing. */
export interface Next {
  stage: StageName | 'done';
  /** What is to be remembered beside what is known already. */
  state?: BotState;
  /** When it is to be done, in milliseconds from now; at once when absent. */
  dueInMs?: number;
  renderId?: string;
}

/**
 * What a stage gives: what is next; or what decides that in the transaction which notes it; or null when the stage has noted it
 * itself, by `note`.
 */
export type StageResult = Next | ((tx: Prisma.TransactionClient) => Promise<Next>) | null;

/** A stage. Throws `FramemillError` and `TelegramError`; what is not for the person to hear is tried again. */
export type Stage = (work: BotWork) => Promise<StageResult>;

/** A message with its bot and in whose name that acts. */
export type UpdateRow = Prisma.TelegramUpdateGetPayload<{ include: { botRow: { include: typeof withOwner } } }>;

/** What bots work with beside everything else of the API. */
export interface BotServices extends ApiDeps {
  botApi: BotApi;
  botFiles: Outbound;
  /** Counts changes that a person asks for in a day. */
  turns: Limiter;
  /** Does the stage of a message that is too heavy for this thread; null: nothing is. */
  elsewhere: ((row: UpdateRow, caller: Caller, signal: AbortSignal) => Promise<Next>) | null;
  /** Between two looks for messages, and at a render that is waited for, in milliseconds. */
  lookMs: number;
  renderPollMs: number;
  /** Before the first try after a failure, in milliseconds; doubled with each. */
  retryMs: number;
}

/** One message that is being answered. */
export interface BotWork {
  services: BotServices;
  token: string;
  appId: string;
  /** In whose name the bot acts: its app's owner. */
  caller: Caller;
  userId: string;
  message: Message;
  state: BotState;
  renderId: string | null;
  receivedAt: Date;
  /** Ends when the process stops, or when another one has taken the message. */
  signal: AbortSignal;
  /** Notes what is next, in a transaction of the stage's own. */
  note(tx: Prisma.TransactionClient, next: Next): Promise<void>;
}
