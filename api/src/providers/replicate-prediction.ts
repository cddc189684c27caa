import { setTimeout } from 'node:timers/promises';
import { type Static, Type } from '@framemill/timeline/typebox';
import type { AdapterVariable, CallContext } from './adapter.ts';
import { ProviderError } from './provider-error.ts';
import { answerReader } from './provider-http.ts';

/** Configuration variables that every adapter for Replicate needs. */
export const replicateVariables = {
  REPLICATE_API_TOKEN: { type: 'secret', fallback: null, required: true, meaning: 'Token of Replicate' },
  REPLICATE_BASE_URL: { type: 'url', fallback: 'https://api.replicate.com/v1', meaning: "Address of Replicate's API" },
} as const satisfies Record<string, AdapterVariable>;

const Prediction = Type.Object({
  id: Type.String({ minLength: 1, maxLength: 200, pattern: '^[A-Za-z0-9_-]+$' }),
  status: Type.Enum(['starting', 'processing', 'succeeded', 'failed', 'canceled', 'aborted']),
  output: Type.Optional(Type.Unknown()),
  error: Type.Optional(Type.Unknown()),
});
type Prediction = Static<typeof Prediction>;
const readPrediction = answerReader(Prediction);

/**
 * Starts a prediction (a job of Replicate) with the model `model` (`owner/name`).
 * With `waitSec`, the request waits up to that many seconds for the prediction's end.
 * https://replicate.com/docs/reference/http
 */
export async function startPrediction(
  model: string,
  input: Record<string, unknown>,
  { settings, http, signal }: CallContext,
  waitSec = 0,
): Promise<Prediction> {
  const answer = await http.send({
    url: `${settings.REPLICATE_BASE_URL}/models/${model}/predictions`,
    headers: { ...authorization(settings), ...(waitSec > 0 ? { prefer: `wait=${waitSec}` } : {}) },
    body: { input },
    signal,
  });
  return readPrediction(answer.json());
}

/** Reads the current state of a prediction. */
export async function readAgain(id: string, { settings, http, signal }: CallContext): Promise<Prediction> {
  const url = `${settings.REPLICATE_BASE_URL}/predictions/${encodeURIComponent(id)}`;
  const answer = await http.send({ method: 'GET', url, headers: authorization(settings), signal });
  return readPrediction(answer.json());
}

/**
 * Waits for the end of a prediction by reading its state every second. Throws `timeout` when the signal of the call is
 * aborted.
 */
export async function waitForEnd(prediction: Prediction, context: CallContext): Promise<Prediction> {
  let now = prediction;
  while (now.status === 'starting' || now.status === 'processing') {
    await setTimeout(1_000, undefined, { signal: context.signal }).catch((cause: unknown) => {
      throw new ProviderError('timeout', 'did not respond in time', { cause });
    });
    now = await readAgain(now.id, context);
  }
  return now;
}

/** Returns the addresses of the files that a prediction generated. Throws `malformed` when there are none. */
export function outputUrls({ output }: Prediction): string[] {
  const urls = [output].flat().filter((url): url is string => typeof url === 'string' && url !== '');
  if (urls.length === 0) throw new ProviderError('malformed', 'finished without a file');
  return urls;
}

/**
 * Whether a prediction failed because the model refused its prompt.
 * This is determined from the error text, which differs between models.
 */
export function wasRejected({ error }: Prediction): boolean {
  return typeof error === 'string' && /nsfw|sensitive|safety|moderation/i.test(error);
}

function authorization(settings: CallContext['settings']): Record<string, string> {
  return { authorization: `Bearer ${settings.REPLICATE_API_TOKEN}` };
}
