import { hash, randomBytes } from 'node:crypto';
import type { Plan } from '@framemill/scheduler';
import type { EmbedReach } from './embed-permissions.ts';
import type { Scope } from './scopes.ts';

/** Authenticated sender of a request. The values may be up to 5 s old. */
export interface Caller {
  accountId: string;
  /** Plan of the account, with the account's own limits applied. */
  plan: Plan;
  credential: {
    /**
     * Type of the credential. `session`: a signed-in person who calls the Studio's routes. `embed`: an editor in
     * another product.
     */
    type: 'api_key' | 'oauth' | 'session' | 'embed';
    /** Id of the API key, which for an embed session is the key that created it; null for OAuth tokens and sessions. */
    keyId: string | null;
    appId: string | null;
    environment: KeyEnvironment;
    scopes: Scope[];
  };
  /**
   * Key under which the rate limiter counts the caller's requests: the id of the API key, of the account (for OAuth
   * tokens and sessions), or of a throttled app.
   */
  limiterKey: string;
  /** Requests per minute allowed under `limiterKey`. */
  requestsPerMinute: number;
  /** Reach of an embed session. Absent for all other credentials, because they reach the whole account. */
  embed?: EmbedReach;
}

/** Environment of a key: `live` spends credits and renders; `test` is free and returns sample renders. */
export type KeyEnvironment = 'live' | 'test';

const KEY_TEXT = /^key_(?:(live|test)_)?[0-9a-f]{16,128}$/;
const PREFIXED_LENGTH = 'key_live_'.length + 48;

/** Generates a new key, `key_<environment>_<48 hex>`, from 192 random bits. Its text is shown once and never stored. */
export function mintKey(environment: KeyEnvironment): string {
  return `key_${environment}_${randomBytes(24).toString('hex')}`;
}

/**
 * Returns the stored form of a key: the SHA-256 of its text, in hex.
 * A text of 192 random bits needs neither a salt nor a slow hash.
 */
export function hashKey(key: string): string {
  return hash('sha256', key, 'hex');
}

/** Whether a key has the older form `key_<hex>`, without an environment. */
export function isLegacyKey(key: string): boolean {
  return KEY_TEXT.exec(key)?.[1] === undefined;
}

const TOKEN_TEXT = /^[A-Za-z0-9_-]{43}$/;

/** Whether `credential` has the form of an API key. */
export function isKey(credential: string): boolean {
  const match = KEY_TEXT.exec(credential);
  if (!match) return false;
  return match[1] === undefined || credential.length === PREFIXED_LENGTH;
}

/**
 * Extracts the key or OAuth token from an `Authorization` header.
 * Returns null when there is none, or when the text has the form of neither.
 */
export function bearerCredential(header: string | undefined): string | null {
  if (header === undefined || header.length > 200) return null;
  const separator = header.indexOf(' ');
  if (separator < 0 || header.slice(0, separator).toLowerCase() !== 'bearer') return null;
  const credential = header.slice(separator + 1).trim();
  return isKey(credential) || TOKEN_TEXT.test(credential) ? credential : null;
}
