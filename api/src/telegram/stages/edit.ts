import { createDocument, type Document, FramemillError } from '@framemill/timeline';
import { newId } from '../../ids.ts';
import { requireWithin } from '../../limiter/cost-limits.ts';
import type { MediaRow } from '../../media/media-record.ts';
import { agentTurn } from '../../planner/agent-turn.ts';
import { againWhenStale, applyBatch } from '../../projects/apply-batch.ts';
import { authorOf } from '../../projects/change-journal.ts';
import type { CommandInput } from '../../projects/command-batch.ts';
import { insertProject, loadProject, saveDocument } from '../../projects/project-store.ts';
import { importBotFile } from '../bot-files.ts';
import { replies } from '../replies.ts';
import { TelegramError } from '../telegram-error.ts';
import type { BotWork, Next, StageResult } from '../work.ts';

/** Interval at which the bot checks whether a file has been probed, in milliseconds. */
const PROBE_POLL_MS = 3_000;
/** Maximum time that the bot waits for a file to be probed, in milliseconds. */
const PROBE_LONGEST_MS = 15 * 60_000;

/** Step of answering a message: fetches the message's file and stores it as media of the account. */
export async function file(work: BotWork): Promise<StageResult> {
  const row = work.state.mediaId === undefined ? await fetched(work) : await stored(work, work.state.mediaId);
  if ('stage' in row) return row;
  const state = { mediaId: row.id };
  if (row.status === 'READY') return { stage: 'open', state };
  if (row.status === 'FAILED' || Date.now() - work.receivedAt.getTime() > PROBE_LONGEST_MS)
    return reply(replies.notMedia);
  return { stage: 'file', state, dueInMs: PROBE_POLL_MS };
}

async function stored({ services, caller }: BotWork, id: string) {
  const where = { id, accountId: caller.accountId };
  const row = await services.database.client.media.findFirst({ where, select: { id: true, status: true } });
  return row ?? reply(replies.notMedia);
}

async function fetched(work: BotWork): Promise<MediaRow | Next> {
  const { services, token, caller, message, signal } = work;
  const { id: file_id = '', name = 'file' } = message.file ?? {};
  try {
    const { file_path: filePath } = await services.botApi.call(token, 'getFile', { file_id }, { signal });
    if (filePath === undefined) return reply(replies.fileGone);
    const source = { base: services.telegramApi, token, filePath, name };
    return await importBotFile(services, services.botFiles, caller, source);
  } catch (error) {
    if (error instanceof TelegramError && error.isFinal) return reply(replies.fileGone);
    if (!(error instanceof FramemillError)) throw error;
    if (error.code === 'invalid_request') return reply(replies.notMedia);
    if (error.code === 'payload_too_large') return reply(replies.tooLarge);
    throw error;
  }
}

function reply(text: string): Next {
  return { stage: 'reply', state: { reply: text } };
}

/** Duration of a photo, and of media of unknown length, in seconds. */
const PHOTO_SEC = 4;

/** Minimum duration of a clip, in seconds. */
const SHORTEST_SEC = 0.1;

const TRIES = 4;

/** Media file that can be added to the project as a clip. */
interface Placed {
  id: string;
  name: string;
  kind: 'video' | 'image' | 'audio';
  width: number | null;
  height: number | null;
  durationSec: number | null;
}

/**
 * Step of answering a message: adds the message's file at the end of the person's project. Videos and images go on the
 * lowest video track, audio on the audio track.
 */
export async function place(work: BotWork): Promise<StageResult> {
  const { services, caller, state, message } = work;
  const { projectId = '', mediaId = '' } = state;
  const { accountId } = caller;
  const row = await services.database.client.media.findFirst({ where: { id: mediaId, accountId } });
  if (!row || !isPlaceable(row)) return reply(row?.kind ? replies.kept(row.kind) : replies.notMedia);
  const project = await loadProject(services, accountId, projectId);
  if (state.placedOn === undefined) return { stage: 'place', state: { placedOn: project.row.rev } };
  const isThere = project.row.rev > state.placedOn && project.document.clips.some(({ src }) => src.includes(mediaId));
  if (!isThere) {
    await againWhenStale(TRIES, async () => {
      const latest = await loadProject(services, accountId, projectId);
      const commands = placing(latest.document, row);
      const { document, changed, results } = await applyBatch(services, caller, latest.document, commands);
      if (!changed) throw new Error(`The media ${mediaId} could not be added to the project ${projectId}.`);
      await saveDocument(services, accountId, latest, document, {
        ...{ author: authorOf(caller, 'bot'), commands, results },
      });
    });
  }
  return message.text.trim() === '' ? reply(replies.added) : { stage: 'take' };
}

function isPlaceable<Row extends { kind: string | null }>(row: Row): row is Row & Placed {
  return row.kind === 'video' || row.kind === 'image' || row.kind === 'audio';
}

/** Returns the commands that add a file at the end. The first video or image of a project sets its aspect ratio. */
export function placing({ tracks, clips }: Document, media: Placed): CommandInput[] {
  const wanted = media.kind === 'audio' ? 'audio' : 'video';
  const trackIndex = (tracks.find(({ type }) => type === wanted) ?? tracks[0])?.id ?? 0;
  const start = clips
    .filter((clip) => clip.trackIndex === trackIndex)
    .reduce((end, clip) => Math.max(end, clip.start + clip.duration), 0);
  const duration = media.kind === 'image' ? PHOTO_SEC : Math.max(SHORTEST_SEC, media.durationSec ?? PHOTO_SEC);
  const shape = media.kind !== 'audio' && clips.length === 0 ? shapeOf(media) : [];
  const { kind: type, id: src, name } = media;
  return [...shape, Object.assign({ op: 'addClip' }, { type, src, name, start, duration, trackIndex })];
}

function shapeOf({ width, height }: Placed) {
  if (!width || !height) return [];
  const ratio = width / height;
  const aspectRatio = ratio < 0.9 ? '9:16' : ratio < 1.2 ? '1:1' : '16:9';
  return [{ op: 'setProjectSettings', aspectRatio }];
}

/**
 * Step of answering a message: finds the person's open project, or creates one. The id is stored before the project is
 * created, so that an interrupted attempt leaves no second project.
 */
export async function open(work: BotWork): Promise<StageResult> {
  const { services, appId, caller, userId, message, state } = work;
  const { client } = services.database;
  const where = { appId_userId: { appId, userId } };
  const user = await client.telegramUser.findUniqueOrThrow({ where });
  const find = (id: string) => client.project.findFirst({ where: { id, accountId: caller.accountId } });
  const next = (projectId: string): Next => {
    return { stage: state.mediaId === undefined ? 'take' : 'place', state: { projectId } };
  };
  if (user.projectId !== null && (await find(user.projectId))) return next(user.projectId);
  if (state.projectId === undefined) return { stage: 'open', state: { projectId: newId('prj') } };
  const { projectId } = state;
  if (!(await find(projectId))) {
    const name = `Telegram: ${message.firstName ?? message.username ?? userId}`;
    await insertProject(services, caller, createDocument({ name }), null, projectId);
  }
  return async (tx) => {
    await tx.telegramUser.update({ where, data: { projectId } });
    return next(projectId);
  };
}

/** Maximum length of an unresolved instruction, and of its reason, in a reply, in characters. */
const MAX_REASON = 300;
/** Maximum unresolved instructions listed in a reply. */
const MOST_REASONS = 5;

/** Step of answering a message: turns its text into commands, as `POST /v1/ai/agent` does and for the same credits. */
export async function plan({ services, caller, state, message }: BotWork): Promise<StageResult> {
  const { projectId = '' } = state;
  const { row } = await loadProject(services, caller.accountId, projectId);
  if (state.plannedOn === undefined) return { stage: 'plan', state: { plannedOn: row.rev } };
  if (row.rev > state.plannedOn) return { stage: 'preview', state: { reply: replies.edited } };
  // Offload before the charge: a plan started here could not be restarted in a thread without a second model call.
  requireWithin(services, 'plannerMessages', 1);
  const turn = await agentTurn(services, caller, { projectId, message: message.text, dryRun: false });
  const notDone = turn.unresolved
    .slice(0, MOST_REASONS)
    .map(({ instruction, reason }) => replies.notDone(cut(instruction), cut(reason)));
  if (turn.applied) return { stage: 'preview', state: { reply: [replies.edited, ...notDone].join('\n\n') } };
  return { stage: 'reply', state: { reply: [replies.notEdited, ...notDone].join('\n\n') } };
}

function cut(text: string): string {
  return text.length > MAX_REASON ? `${[...text].slice(0, MAX_REASON).join('')}...` : text;
}
