import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Caller } from '../auth/caller.ts';
import { balanceNow } from '../credits/ledger.ts';
import type { ApiDeps } from '../deps.ts';
import { fixtureFolder } from '../files/publish-fixtures.ts';
import { type MediaRecord, mediaRecord } from '../media/media-record.ts';
import { checkStorage } from '../media/storage.ts';
import type { GeneratedFile, ProviderKind, RemoteFile } from '../providers/adapter.ts';
import { callChain, checkPrompt, notConfigured } from '../providers/call-chain.ts';
import type { ImageRequest } from '../providers/image.ts';
import type { GenerationKind } from './generation-costs.ts';
import { type CreditsSpent, runCharged } from './run-charged.ts';
import { storeGenerated } from './store-generated.ts';

/** Maximum length of a prompt, in characters. */
export const MAX_PROMPT = 2_000;

/** Maximum time for one provider to generate images, in milliseconds. */
const TIMEOUT_MS = 100_000;

/** Request of a caller to generate images. */
export interface ImageOrder {
  kind: 'image' | 'sticker';
  /** Caller's text, which is checked and becomes the name of the media. */
  prompt: string;
  request: ImageRequest;
  credits: number;
  /** Description of the purchase for the ledger. */
  reason: string;
}

/** Generative call that produces media files, with the name and the kinds of these files. */
export interface MediaCall<Extra> {
  kind: GenerationKind;
  /** Kind of the providers to call. */
  providers: ProviderKind;
  /** Text for the safety check, and the field of the request that contains it. */
  text: string;
  field: string;
  credits: number;
  /** Description of the purchase for the ledger. */
  reason: string;
  /** Name of the media. */
  name: string;
  /** Kinds of media that the files may have. */
  mediaKinds: readonly string[];
  /** Sample result for test keys: a file of `fixtures/`, the number of copies, and the extra data. */
  sample: { file: string; count: number; extra: Extra };
  produce(signal: AbortSignal): Promise<{ provider: string; files: (GeneratedFile | RemoteFile)[]; extra: Extra }>;
}

/** Stored media, extra data and cost of a generative call. */
interface MadeMedia<Extra> {
  media: MediaRecord[];
  extra: Extra;
  credits: CreditsSpent;
}

/**
 * Has a provider generate media, and stores the files as media of the caller.
 * The steps are: check the text, charge, call the providers, store the files. A test key gets a sample free of charge.
 * Errors before the charge are `not_configured`, `prompt_rejected`, `insufficient_credits`, and `quota_exceeded` when
 * the storage is full. When a step after the charge fails, the charge is refunded and the error is thrown; it is
 * usually `provider_error`.
 */
export async function makeMedia<Extra>(
  deps: ApiDeps,
  caller: Caller,
  call: MediaCall<Extra>,
): Promise<MadeMedia<Extra>> {
  await checkPrompt(deps.providers, { text: call.text, field: call.field }, deps);
  if (caller.credential.environment === 'test') return sampleMedia(deps, caller, call);
  if (deps.providers[call.providers].length === 0) throw notConfigured(call.providers);
  await checkStorage(deps, caller, 1);
  const { kind, credits: price, reason, name, mediaKinds: kinds } = call;
  const charge = { kind, credits: price, reason, request: null };
  const { result, credits } = await runCharged(deps, caller, charge, async (job, signal) => {
    const { provider, files, extra } = await call.produce(signal);
    const stored = files.map((file) => storeGenerated(deps, caller, { generationId: job.id, file, name, kinds }));
    const media = (await Promise.all(stored)).map(mediaRecord);
    return { provider, mediaIds: media.map(({ id }) => id), media, extra };
  });
  return { media: result.media, extra: result.extra, credits };
}

async function sampleMedia<Extra>(deps: ApiDeps, caller: Caller, call: MediaCall<Extra>): Promise<MadeMedia<Extra>> {
  const { file, count, extra } = call.sample;
  const data = await readFile(path.join(fixtureFolder, file));
  const kinds = call.mediaKinds;
  const row = await storeGenerated(deps, caller, { generationId: null, file: { data }, name: call.name, kinds });
  const media = Array.from({ length: count }, () => mediaRecord(row));
  return { media, extra, credits: { charged: 0, remaining: await balanceNow(deps, caller.accountId) } };
}

/**
 * Has the configured providers generate images, and stores these as media of the caller. Throws the errors of
 * `makeMedia`.
 */
export function makeImages(
  deps: ApiDeps,
  caller: Caller,
  { kind, prompt, request, credits, reason }: ImageOrder,
): Promise<MadeMedia<null>> {
  const field = 'body.prompt';
  return makeMedia(deps, caller, {
    ...{ kind, providers: 'image', text: prompt, field, name: prompt, credits, reason },
    ...{ mediaKinds: ['image'], sample: { file: 'sample.png', count: request.count, extra: null } },
    async produce(signal) {
      const call = { kind: 'image', timeoutMs: TIMEOUT_MS, field, signal } as const;
      const { provider, result } = await callChain(deps.providers.image, request, call, deps);
      // Some providers return more images than requested. Unpaid ones are not stored.
      return { provider, files: result.files.slice(0, request.count), extra: null };
    },
  });
}
