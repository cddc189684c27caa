import { hash, hkdfSync } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger, Redis } from '@framemill/infra';
import { errors, type Provider } from 'oidc-provider';
import { openText, sealText } from '../secrets/sealed-text.ts';

/**
 * How long a used refresh token gets the answer of its first use again, in milliseconds: an answer may be lost, and two tabs may
 * refresh at once. A later use ends the grant: somebody else may have the token.
 */
export const REPLAY_MS = 10_000;

/** How long the second of two requests at once waits for the answer of the first, in milliseconds. */
const WAIT_MS = 3_000;

const JUST_USED = 'the refresh token was used just now';

/** What a refresh token that was used within REPLAY_MS is refused with; `replayRefreshes` puts the first answer in its place. */
export function usedJustNow(): errors.InvalidGrant {
  return new errors.InvalidGrant(JUST_USED);
}

/**
 * Makes a provider answer the second use of a refresh token within REPLAY_MS like the first, in any process. Answers are kept
 * in Redis under a hash of the request, encrypted with a key made of the refresh token, which is stored nowhere: what Redis
 * holds opens nothing.
 */
export function replayRefreshes(provider: Provider, redis: Redis, log: Logger): void {
  const refused = new WeakSet<object>();
  provider.on('grant.error', (ctx, error) => {
    if ('error_detail' in error && error.error_detail === JUST_USED) refused.add(ctx);
  });
  provider.use(async (ctx, next) => {
    await next();
    const token = refreshTokenOf(ctx.oidc);
    if (token === null) return;
    try {
      if (ctx.status === 200) {
        await redis.set(placeOf(ctx.oidc, token), sealText(keyOf(token), JSON.stringify(ctx.body)), 'PX', REPLAY_MS);
      } else if (refused.has(ctx)) {
        const answer = await firstAnswer(redis, placeOf(ctx.oidc, token));
        if (answer === null) return;
        ctx.status = 200;
        ctx.body = JSON.parse(openText(keyOf(token), answer));
      }
    } catch (error) {
      log.warn({ err: error }, 'the answer to a refresh token could not be kept or repeated');
    }
  });
}

async function firstAnswer(redis: Redis, place: string): Promise<string | null> {
  const end = performance.now() + WAIT_MS;
  for (;;) {
    const answer = await redis.get(place);
    if (answer !== null || performance.now() > end) return answer;
    await sleep(50);
  }
}

/** What is read here of a request; undefined where no endpoint was reached. */
type Asked = { params?: Record<string, unknown> } | undefined;

function refreshTokenOf(oidc: Asked): string | null {
  const { grant_type: type, refresh_token: token } = oidc?.params ?? {};
  return type === 'refresh_token' && typeof token === 'string' ? token : null;
}

// Another client, scope or resource is another request: it is refused.
function placeOf(oidc: Asked, token: string): string {
  const { client_id: clientId, scope, resource } = oidc?.params ?? {};
  const request = [token, clientId, scope, resource];
  return `fm:oauth-refresh:${hash('sha256', JSON.stringify(request), 'hex')}`;
}

function keyOf(token: string): Buffer {
  return Buffer.from(hkdfSync('sha256', token, '', 'framemill answer to a refresh token', 32));
}
