import { hash, hkdfSync } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger, Redis } from '@framemill/infra';
import { errors, type Provider } from 'oidc-provider';
import { openText, sealText } from '../secrets/secret-box.ts';

/**
 * Time, in ms, during which the reuse of a refresh token gets the same response as its first use.
 * This helps clients that lost the response, and two tabs that refresh at the same time. A later reuse ends the grant,
 * because the token may have been stolen.
 */
export const REPLAY_MS = 10_000;

/** Maximum time that the second of two concurrent requests waits for the response of the first, in ms. */
const WAIT_MS = 3_000;

const JUST_USED = 'the refresh token was used just now';

/**
 * Creates the error for a refresh token that was first used less than REPLAY_MS ago.
 * `replayRefreshes` replaces the error response by the response to the first use, if that response is stored.
 */
export function usedJustNow(): errors.InvalidGrant {
  return new errors.InvalidGrant(JUST_USED);
}

/**
 * Makes a provider repeat its response when a refresh token is reused within REPLAY_MS, in any process.
 * Responses are stored in Redis under a hash of the request. They are encrypted with a key derived from the refresh
 * token, which is stored nowhere, so the contents of Redis alone reveal no token.
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
      log.warn({ err: error }, 'the answer to a refresh token could not be stored or repeated');
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

/** Parameters of a token request; undefined when the request was refused before they were read. */
type Asked = { params?: Record<string, unknown> } | undefined;

function refreshTokenOf(oidc: Asked): string | null {
  const { grant_type: type, refresh_token: token } = oidc?.params ?? {};
  return type === 'refresh_token' && typeof token === 'string' ? token : null;
}

// A request with another client, scope or resource has another key, so it stays refused.
function placeOf(oidc: Asked, token: string): string {
  const { client_id: clientId, scope, resource } = oidc?.params ?? {};
  const request = [token, clientId, scope, resource];
  return `fm:oauth-refresh:${hash('sha256', JSON.stringify(request), 'hex')}`;
}

function keyOf(token: string): Buffer {
  return Buffer.from(hkdfSync('sha256', token, '', 'framemill answer to a refresh token', 32));
}
