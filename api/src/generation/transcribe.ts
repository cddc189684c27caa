import { buffer } from 'node:stream/consumers';
import { mostTranscribedSec } from '@framemill/scheduler/protocol';
import { FramemillError } from '@framemill/timeline';
import type { Caller } from '../auth/caller.ts';
import { balanceNow } from '../credits/ledger.ts';
import type { ApiDeps } from '../deps.ts';
import type { MediaRow } from '../media/media-record.ts';
import { callChain, notConfigured } from '../providers/call-chain.ts';
import type { TimedWord } from '../providers/speech.ts';
import { creditsFor } from './generation-costs.ts';
import { type CreditsSpent, runCharged } from './run-charged.ts';
import { alignScript, scriptWords, spreadScript } from './script-times.ts';

/** Maximum time for one provider, in milliseconds. */
const TIMEOUT_MS = 110_000;
/** Maximum size of a file sent to a provider, in bytes. */
const MAX_BYTES = 25 * 1_048_576;

/** Transcript with the times of its words. */
export interface Transcript {
  words: TimedWord[];
  text: string;
  language: string | null;
  durationSec: number;
  provider: string;
  credits: CreditsSpent;
}

/**
 * Returns the times at which the words of a known script are spoken in a file.
 * A farm node aligns the script with the audio, free of charge. In some cases, the words are instead spread over the
 * duration in proportion to their syllables: when no node has pocketsphinx, when the alignment fails, when the language
 * is not English, when the media has no audio or is longer than half an hour, and for calls with a test key.
 */
export async function alignedTranscript(
  deps: ApiDeps,
  caller: Caller,
  media: MediaRow,
  { script, durationSec, language }: { script: string; durationSec: number; language: string | null },
): Promise<Transcript> {
  const spread = await scriptTranscript(deps, caller, { script, durationSec, language });
  const isEnglish = language === null || /^en\b/i.test(language);
  const isShort = durationSec <= mostTranscribedSec.script;
  if (!media.hasAudio || !isEnglish || !isShort || caller.credential.environment === 'test') return spread;
  const words = scriptWords(script);
  const recognized = await listen(deps, caller, media, words).catch((error: unknown) => {
    deps.log.warn({ err: error, mediaId: media.id }, 'a script could not be aligned: its words are spread');
    return null;
  });
  if (recognized === null || recognized.aligned.length === 0) return spread;
  return {
    ...spread,
    words: alignScript(words, recognized.aligned, durationSec),
    language: 'en',
    provider: 'pocketsphinx',
  };
}

/** Transcribes a file on a farm node, or aligns `script` with it if given. Returns `null` when no node can do this. */
async function listen(deps: ApiDeps, caller: Caller, media: MediaRow, script: string[] | null) {
  const { objectKey, sha256, sizeBytes } = media;
  if (!(await deps.scheduler.canTranscribe())) return null;
  const file = { objectKey, sha256, sizeBytes: Number(sizeBytes) };
  return deps.scheduler.requestTranscription({ accountId: caller.accountId, ...file, script, timeoutMs: TIMEOUT_MS });
}

/** Spreads the words of a script over a duration. Calls no provider and charges nothing. */
export async function scriptTranscript(
  deps: ApiDeps,
  { accountId }: Caller,
  { script, durationSec, language }: { script: string; durationSec: number; language: string | null },
): Promise<Transcript> {
  const credits = { charged: 0, remaining: await balanceNow(deps, accountId) };
  const words = spreadScript(script, durationSec);
  return { words, text: script.trim(), language, durationSec, provider: 'script', credits };
}

/** Returns the transcript for calls with a test key: a sample sentence or `script`, spread over the duration. */
export async function sampleTranscript(
  deps: ApiDeps,
  caller: Caller,
  durationSec: number,
  script = 'This is a sample transcript.',
): Promise<Transcript> {
  return { ...(await scriptTranscript(deps, caller, { script, durationSec, language: 'en' })), provider: 'sample' };
}

/**
 * Transcribes the speech in a file with an external provider or, if none is configured, with pocketsphinx on a farm
 * node. With a test key, it returns a sample transcript and charges nothing. Throws `invalid_request` for media without
 * audio and for files that are too large, and the errors of `runCharged` and `callChain`.
 */
export async function recognizedTranscript(
  deps: ApiDeps,
  caller: Caller,
  media: MediaRow,
  language: string | null,
): Promise<Transcript> {
  const { durationSec, mimeType, objectKey, sizeBytes } = media;
  if (!media.hasAudio || durationSec === null || mimeType === null) {
    const message = `The media ${media.id} has no audio to transcribe. Use an audio file or a video with audio.`;
    throw new FramemillError('invalid_request', message, { field: 'body.mediaId' });
  }
  if (caller.credential.environment === 'test') {
    return sampleTranscript(deps, caller, durationSec);
  }
  const chain = deps.providers.transcription;
  if (chain.length === 0) return offlineTranscript(deps, caller, media, durationSec, language);
  if (Number(sizeBytes) > MAX_BYTES) {
    const message =
      `The file has ${Math.ceil(Number(sizeBytes) / 1_048_576)} MB, but at most 25 MB can be transcribed. ` +
      'Upload only the audio.';
    throw new FramemillError('invalid_request', message, { field: 'body.mediaId' });
  }
  const price = creditsFor.transcription(durationSec);
  const charge = {
    kind: 'transcription' as const,
    credits: price,
    reason: `transcription, ${Math.ceil(durationSec)} s`,
  };
  const { result, credits } = await runCharged(deps, caller, { ...charge, request: null }, async (_job, signal) => {
    const file = await buffer((await deps.store.get(objectKey)).body);
    const fileName = objectKey.split('/').at(-1) ?? 'speech';
    const call = { kind: 'transcription', timeoutMs: TIMEOUT_MS, field: 'body.mediaId', signal } as const;
    const recognized = await callChain(chain, { file, fileName, mimeType, language }, call, deps);
    return { provider: recognized.provider, mediaIds: [], recognized: recognized.result };
  });
  const { words, text, language: spoken } = result.recognized;
  return {
    words: inOrder(words, durationSec),
    text,
    language: spoken,
    durationSec,
    provider: result.provider,
    credits,
  };
}

/**
 * Transcribes English with pocketsphinx on a farm node, where it is installed. It needs no network and makes many
 * errors.
 */
async function offlineTranscript(
  deps: ApiDeps,
  caller: Caller,
  media: MediaRow,
  durationSec: number,
  language: string | null,
): Promise<Transcript> {
  const isEnglish = language === null || /^en\b/i.test(language);
  if (!isEnglish || !(await deps.scheduler.canTranscribe())) throw notConfigured('transcription');
  if (durationSec > mostTranscribedSec.auto) {
    const message =
      `The file lasts ${Math.ceil(durationSec)} s, but at most ${mostTranscribedSec.auto} s can be transcribed ` +
      'without a transcription provider. Shorten the file, or send its script.';
    throw new FramemillError('invalid_request', message, { field: 'body.mediaId' });
  }
  const credits = creditsFor.transcription(durationSec);
  const charge = { kind: 'transcription' as const, credits, reason: `transcription, ${Math.ceil(durationSec)} s` };
  const { result, credits: spent } = await runCharged(deps, caller, { ...charge, request: null }, async () => {
    const recognized = await listen(deps, caller, media, null);
    if (recognized === null) throw notConfigured('transcription');
    return { provider: 'pocketsphinx', mediaIds: [], recognized };
  });
  const words = result.recognized.words.map(({ text, startSec, endSec }) => ({ text, start: startSec, end: endSec }));
  const text = words.map((word) => word.text).join(' ');
  const inTime = inOrder(words, durationSec);
  return { words: inTime, text, language: 'en', durationSec, provider: result.provider, credits: spent };
}

/** Sorts words and limits their times as captions require: ascending, within the duration, and without overlaps. */
function inOrder(words: TimedWord[], durationSec: number): TimedWord[] {
  const sorted = words.toSorted((a, b) => a.start - b.start);
  return sorted.map(({ text, start, end }, index) => {
    const from = Math.min(Math.max(0, start), durationSec);
    const next = sorted[index + 1]?.start ?? durationSec;
    return { text, start: from, end: Math.max(from, Math.min(end, Math.max(from, next), durationSec)) };
  });
}
