import { randomBytes } from 'node:crypto';
import type { Prisma } from '@framemill/infra';
import { FramemillError } from '@framemill/timeline';
import type { Caller } from '../auth/caller.ts';
import type { ApiDeps } from '../deps.ts';
import { type OutboundAnswer, readBounded } from '../outbound/outbound.ts';
import { pluginSecretId } from '../secrets/secret-box.ts';
import { signedHeaders } from '../webhooks/sign-webhook.ts';

/** Maximum time for a plugin's complete response, in ms. */
export const PLUGIN_TIMEOUT_MS = 30_000;
/** Maximum size of a plugin's response, in bytes. */
const MAX_BYTES = 1_048_576;

/**
 * Calls a tool of a plugin and returns the `result` of its response.
 * The call is signed like a webhook and carries the token that the account stored for the plugin. Throws
 * `provider_error` for every failure of the plugin; the message never contains the plugin's own text.
 */
export async function invokePlugin(
  { outbound, database, secrets, log }: ApiDeps,
  caller: Caller,
  plugin: Prisma.PluginGetPayload<object>,
  tool: string,
  args: Record<string, unknown>,
): Promise<unknown> {
  const { accountId, credential } = caller;
  const { slug } = plugin;
  const given = await database.client.pluginSecret.findUnique({ where: { accountId_slug: { accountId, slug } } });
  const token = given && secrets.open('PluginSecret', pluginSecretId(accountId, slug), given.value);
  const signedWith = secrets.open('Plugin', slug, plugin.secret);
  const body = JSON.stringify({
    tool,
    arguments: args,
    account: { id: accountId },
    environment: credential.environment,
  });
  const signal = AbortSignal.timeout(PLUGIN_TIMEOUT_MS);
  let answer: OutboundAnswer | undefined;
  try {
    answer = await outbound.send(`${plugin.endpoint}/${tool}`, {
      ...{ method: 'POST', body, signal },
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Framemill-Plugins/1.0',
        ...signedHeaders([signedWith], `call_${randomBytes(12).toString('hex')}`, new Date(), body),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
      },
    });
    if (answer.status !== 200) throw failed(`answered with status ${answer.status}`, { upstreamStatus: answer.status });
    const answered = await readBounded(answer.body, MAX_BYTES, () => failed('answered with more than 1 MB'));
    return resultOf(answered.toString('utf8'));
  } catch (error) {
    if (error instanceof FramemillError && error.code === 'provider_error') throw error;
    // The operator configured the address, so the caller cannot fix it.
    log.warn({ err: error, plugin: slug, tool }, 'a plugin could not be called');
    throw failed(signal.aborted ? `did not respond within ${PLUGIN_TIMEOUT_MS / 1_000} s` : 'could not be reached');
  } finally {
    await answer?.close();
  }
}

function resultOf(text: string): unknown {
  try {
    const json: unknown = JSON.parse(text);
    if (typeof json === 'object' && json !== null && 'result' in json) return json.result;
  } catch {
    // Handled below: invalid JSON and JSON without a result lead to the same error.
  }
  throw failed('answered without a result');
}

function failed(what: string, details: Record<string, unknown> = {}): FramemillError {
  return new FramemillError('provider_error', `The plugin ${what}. Try again later.`, details);
}
