import { randomBytes } from 'node:crypto';
import { untilAnswered } from '@framemill/infra';
import {
  type ClientCapabilities,
  createRequestStateCodec,
  type InitializeRequestParams,
} from '@modelcontextprotocol/server';
import type { Caller } from '../auth/caller.ts';
import { sharedSecret } from '../auth/shared-secret.ts';
import type { ApiDeps } from '../deps.ts';

/** Data that a client of a protocol version before 2026-07-28 sent with `initialize`. */
export interface McpSession {
  /** Random id of the session, known only to the client that opened it. */
  id: string;
  protocolVersion: string;
  /** Capabilities that decide which questions the client can be asked. */
  capabilities: ClientCapabilities;
}

/**
 * Sessions that need no storage: the session id is a signed, expiring token that contains the client's `initialize`
 * data. The token is valid in every process, but only with the credential that opened the session.
 */
export interface McpSessions {
  /** Returns the token of a new session, at most 400 visible characters. */
  open(caller: Caller, said: InitializeRequestParams): Promise<string>;
  /** Returns the session of a token. `null`: the token is forged, expired or of another credential. */
  read(caller: Caller, token: string): Promise<McpSession | null>;
}

/**
 * Lifetime of a session, in seconds. The client must then start a new one. Renewing the access token does not end the
 * session.
 */
const SESSION_SEC = 30 * 86_400;

/** Client capabilities that a session token stores, with the sub-capabilities of each. */
const REMEMBERED = { elicitation: ['form', 'url'], sampling: ['tools', 'context'], roots: [] };

/** Creates the functions for sessions. They use a signing key that all processes with one database share. */
export async function loadMcpSessions(
  deps: Pick<ApiDeps, 'database' | 'secrets'>,
  lifeSec = SESSION_SEC,
): Promise<McpSessions> {
  const key = await untilAnswered(() => sharedSecret(deps, 'mcp', () => randomBytes(32).toString('base64url')));
  if (typeof key !== 'string') {
    throw new Error(
      'The record "mcp" of the table SharedSecret is damaged. Delete it; assistants then start new sessions.',
    );
  }
  const tokens = createRequestStateCodec<McpSession & { owner: string }>({ key, ttlSeconds: lifeSec });
  return {
    open: (caller, { protocolVersion, capabilities }) =>
      tokens.mint({
        ...{ id: randomBytes(16).toString('base64url'), owner: ownerOf(caller) },
        ...{ protocolVersion: protocolVersion.slice(0, 20), capabilities: remembered(capabilities) },
      }),
    async read(caller, token) {
      try {
        // The codec uses only the token, not its second argument.
        const { owner, ...session } = await tokens.verify(token, undefined as never);
        return owner === ownerOf(caller) ? session : null;
      } catch {
        return null;
      }
    },
  };
}

function ownerOf({ accountId, credential: { keyId, appId } }: Caller): string {
  return [accountId, appId, keyId].join(' ');
}

function remembered(capabilities: Record<string, unknown>): ClientCapabilities {
  const kept = Object.entries(REMEMBERED).flatMap(([name, parts]) => {
    const given = capabilities[name];
    if (typeof given !== 'object' || given === null) return [];
    return [[name, Object.fromEntries(parts.filter((part) => part in given).map((part) => [part, {}]))]];
  });
  return Object.fromEntries(kept);
}
