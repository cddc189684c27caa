import { randomBytes } from 'node:crypto';
import {
  type ClientCapabilities,
  createRequestStateCodec,
  type InitializeRequestParams,
} from '@modelcontextprotocol/server';
import type { Caller } from '../auth/caller.ts';
import { sharedSecret } from '../auth/shared-secret.ts';
import type { ApiDeps } from '../deps.ts';

/** What a client of the versions before 2026-07-28 said about itself when it began. */
export interface McpSession {
  /** Random; nobody but the holder of the session knows it. */
  id: string;
  protocolVersion: string;
  /** Those that decide what the client may be asked. */
  capabilities: ClientCapabilities;
}

/**
 * Sessions that nobody stores: the id that the client sends with each request is a signed, expiring token of what it said. It is
 * good for the credential that it was given to, in every process.
 */
export interface McpSessions {
  /** The token of a new session, at most 400 visible characters. */
  open(caller: Caller, said: InitializeRequestParams): Promise<string>;
  /** The session of a token; null when it is forged, expired or of another credential. */
  read(caller: Caller, token: string): Promise<McpSession | null>;
}

/** How long a session lasts; its client then begins a new one. A renewed access token goes on with it. */
const SESSION_SEC = 30 * 86_400;

/** Capabilities that a session remembers, with their parts. */
const REMEMBERED = { elicitation: ['form', 'url'], sampling: ['tools', 'context'], roots: [] };

/** Makes the sessions of all processes of one database. */
export async function loadMcpSessions(
  deps: Pick<ApiDeps, 'database' | 'secrets'>,
  lifeSec = SESSION_SEC,
): Promise<McpSessions> {
  const key = await sharedSecret(deps, 'mcp', () => randomBytes(32).toString('base64url'));
  if (typeof key !== 'string') {
    throw new Error('The shared secret "mcp" is damaged. Delete its row: assistants then begin new sessions.');
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
        // Nothing of it is used but the token.
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
