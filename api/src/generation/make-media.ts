import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Caller } from '../auth/caller.ts';
import { balanceNow } from '../credits/ledger.ts';
import type { ApiDeps } from '../deps.ts';
import { fixtureFolder } from '../fixtures/publish-fixtures.ts';
import { type MediaRecord, mediaRecord } from '../media/media-record.ts';
import { checkStorage } from '../media/storage.ts';
import type { ProviderKind } from '../providers/adapter.ts';
import { notConfigured } from '../providers/call-chain.ts';
import { checkPrompt } from '../providers/check-prompt.ts';
import type { GeneratedFile, RemoteFile } from '../providers/generated-file.ts';
import type { GenerationKind } from './generation-costs.ts';
import { type CreditsSpent, runCharged } from './run-charged.ts';
import { storeGenerated } from './store-generated.ts';

/** Generative call whose result is media. */
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
  /** File of `fixtures/` returned for test keys, how often, and the extra data returned with it. */
  sample: { file: string; count: number; extra: Extra };
  produce(signal: AbortSignal): Promise<{ provider: string; files: (GeneratedFile | RemoteFile)[]; extra: Extra }>;
}

/** Result of a generative call. */
export interface MadeMedia<Extra> {
  media: MediaRecord[];
  extra: Extra;
  credits: CreditsSpent;
}

/**
 * Checks the text, charges, calls the providers and stores the generated files as media of the caller. A test key gets
 * a sample free of charge. Throws `not_configured`, `prompt_rejected`, `insufficient_credits` and the error of a full
 * storage before anything is charged, and `provider_error` after the charge was refunded.
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
