import { FramemillError } from '@framemill/timeline/rendering';
import type { EngineMediaTable } from './messages.ts';

/** Access to the media files of the open document. The page decides where each file is loaded from. */
export interface MediaAccess {
  /** Sets the media of the open document. */
  open(media: EngineMediaTable): void;
  /** Returns the name of the preview copy of a video; undefined when it has none. */
  previewOf(path: string): string | undefined;
  /**
   * Requests a file by its name, without cookies. When the server no longer accepts the address (HTTP status 401, 403
   * or 410), asks the page for a new address and requests the file once more. Throws `not_found` when the page has no
   * address for the file.
   */
  request(path: string, init?: RequestInit): Promise<Response>;
  /** Loads a file by its name. Throws `unavailable` when the server does not send it. */
  load(path: string): Promise<Response>;
}

const expired: ReadonlySet<number> = new Set([401, 403, 410]);

/** Creates the access to media files. `ask` asks the page for the address of a file; null: it has none. */
export function createMediaAccess(ask: (path: string, isExpired: boolean) => Promise<string | null>): MediaAccess {
  const previews = new Map<string, string>();
  const addresses = new Map<string, Promise<string>>();

  function addressOf(path: string, old?: Promise<string>): Promise<string> {
    const known = addresses.get(path);
    if (known && known !== old) return known;
    const address = ask(path, old !== undefined).then((answer) => {
      if (answer !== null) return answer;
      addresses.delete(path);
      throw new FramemillError('not_found', `The page has no address for the file ${path}. Upload the file again.`);
    });
    addresses.set(path, address);
    return address;
  }

  async function request(path: string, init?: RequestInit): Promise<Response> {
    const first = addressOf(path);
    const reply = await fetch(await first, { ...init, credentials: 'omit' });
    if (!expired.has(reply.status)) return reply;
    await reply.body?.cancel();
    return fetch(await addressOf(path, first), { ...init, credentials: 'omit' });
  }

  return {
    open(media) {
      previews.clear();
      for (const { path, previewPath } of Object.values(media)) if (previewPath) previews.set(path, previewPath);
    },
    previewOf: (path) => previews.get(path),
    request,
    load: async (path) => accepted(path, await request(path)),
  };
}

/**
 * Returns a response. Throws `unavailable` when its status is not one of success. `name` is the file in the message.
 */
export function accepted(name: string, reply: Response): Response {
  if (reply.ok) return reply;
  throw new FramemillError(
    'unavailable',
    `The file ${name} could not be loaded (HTTP status ${reply.status}). Try again.`,
  );
}
