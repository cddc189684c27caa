import {
  startVendorServer,
  type VendorAnswer,
  type VendorRequest,
  type VendorServer,
} from '../providers/vendor-server.ts';
import { formOf } from '../providers/wire/wire.ts';

/** Call of a method, as the simulated Bot API received it. */
export interface BotCall {
  method: string;
  /** Fields of the call; files are blobs. */
  fields: Record<string, unknown>;
}

/** Simulated Bot API with one bot. */
export interface BotApiServer extends VendorServer {
  token: string;
  /** Calls that were answered with a result, oldest first. */
  calls: BotCall[];
  /** Files that people sent to the bot, by file id. */
  files: Map<string, Buffer>;
  /** Responses to the next calls of each method, in order; null stands for the normal response. */
  instead: Map<string, (BotAnswer | null)[]>;
  /**
   * Function that delays the responses of the server: each is sent when the returned promise resolves. A null result
   * causes no delay.
   */
  hold: ((method: string, fields: Record<string, unknown>) => Promise<unknown> | null) | null;
  /** Function that returns the response to a download in place of the file; null for the file. */
  onDownload: ((path: string) => VendorAnswer | Promise<VendorAnswer> | null) | null;
  /** Webhook that the service has set. */
  webhook: { url: string; secret: string } | null;
  /** Returns all texts that the bot has sent, including captions of photos and videos, oldest first. */
  said(): string[];
}

type BotAnswer = VendorAnswer & { body: unknown };

/** Bot token in the format of Telegram's BotFather. It must not appear in any output of the service. */
export const botToken = '987654321:AAtokenOfTheBotThatNobodyMaySee_12345';

/** Returns an error response of the Bot API. */
export function refusal(code: number, description: string, parameters?: object): BotAnswer {
  return { status: code, body: { ok: false, error_code: code, description, ...(parameters ? { parameters } : {}) } };
}

/** Starts a simulated Bot API, with the methods that bots use and their limits: https://core.telegram.org/bots/api */
export async function startBotApiServer(): Promise<BotApiServer> {
  const calls: BotCall[] = [];
  const files = new Map<string, Buffer>();
  const instead: BotApiServer['instead'] = new Map();
  let messages = 0;

  const methods: Record<string, (fields: Record<string, unknown>) => unknown> = {
    getMe: () => ({ id: 987_654_321, is_bot: true, first_name: 'Films', username: 'films_bot' }),
    setWebhook({ url, secret_token: secret, allowed_updates: updates }) {
      if (typeof url !== 'string' || !URL.canParse(url)) return refusal(400, 'Bad Request: bad webhook');
      if (typeof secret !== 'string' || !/^[\w-]{1,256}$/.test(secret)) return refusal(400, 'Bad Request: bad secret');
      if (!Array.isArray(updates)) return refusal(400, 'Bad Request: bad updates');
      server.webhook = { url, secret };
      return true;
    },
    deleteWebhook() {
      server.webhook = null;
      return true;
    },
    setMyCommands({ commands }) {
      const isRight =
        Array.isArray(commands) &&
        commands.every(({ command, description }) => /^[a-z0-9_]{1,32}$/.test(command) && description.length > 0);
      return isRight ? true : refusal(400, 'Bad Request: bad commands');
    },
    getFile({ file_id: id }) {
      const data = files.get(String(id));
      if (!data) return refusal(400, 'Bad Request: invalid file_id');
      return { file_id: id, file_unique_id: `u${id}`, file_size: data.length, file_path: `documents/${id}` };
    },
    sendMessage: ({ chat_id, text }) => sent(chat_id, 'text', text, 4_096, text !== undefined),
    sendPhoto: ({ chat_id, caption, photo }) => sent(chat_id, 'caption', caption ?? '', 1_024, isFile(photo)),
    sendVideo: ({ chat_id, caption, video }) => sent(chat_id, 'caption', caption ?? '', 1_024, isFile(video)),
    sendDocument: ({ chat_id, caption, document }) => sent(chat_id, 'caption', caption ?? '', 1_024, isFile(document)),
  };

  function sent(chatId: unknown, field: string, text: unknown, most: number, isWhole: boolean): unknown {
    if (!/^\d+$/.test(String(chatId))) return refusal(400, 'Bad Request: chat not found');
    if (!isWhole) return refusal(400, `Bad Request: there is no ${field}`);
    if (typeof text !== 'string' || [...text].length > most) return refusal(400, `Bad Request: ${field} is too long`);
    messages += 1;
    return { message_id: messages, date: 1, chat: { id: Number(chatId), type: 'private' }, [field]: text };
  }

  const vendor = await startVendorServer(async (request) => {
    const file = /^\/file\/bot([^/]+)\/(.+)$/.exec(request.path);
    if (file) return download(String(file[1]), String(file[2]));
    const [, token, method = ''] = /^\/bot([^/]+)\/(\w+)$/.exec(request.path) ?? [];
    if (token !== botToken) return refusal(401, 'Unauthorized');
    const run = methods[method];
    if (!run) return refusal(404, 'Not Found: method not found');
    const other = instead.get(method)?.shift();
    if (other) return other;
    const fields = await fieldsOf(request);
    await server.hold?.(method, fields);
    const result = run(fields);
    if (typeof result === 'object' && result !== null && 'body' in result) return result as BotAnswer;
    calls.push({ method, fields });
    return { body: { ok: true, result } };
  });

  async function download(token: string, path: string): Promise<VendorAnswer> {
    if (token !== botToken) return refusal(401, 'Unauthorized');
    const other = server.onDownload?.(path);
    if (other) return other;
    const data = files.get(path.replace(/^documents\//, ''));
    return data ? { body: data } : refusal(404, 'Not Found');
  }

  const server: BotApiServer = Object.assign(vendor, {
    ...{ token: botToken, calls, files, instead, hold: null, onDownload: null, webhook: null },
    said: () =>
      calls.flatMap(({ method, fields: { text, caption } }) =>
        method.startsWith('send') ? [String(text ?? caption)] : [],
      ),
  });
  return server;
}

function isFile(value: unknown): boolean {
  return value instanceof Blob && value.size > 0;
}

function attached(fields: Record<string, unknown>, value: unknown): unknown {
  const [, name] = typeof value === 'string' ? (/^attach:\/\/(.+)$/.exec(value) ?? []) : [];
  return name === undefined ? value : fields[name];
}

async function fieldsOf(request: VendorRequest): Promise<Record<string, unknown>> {
  const type = request.headers['content-type'] ?? '';
  if (type.startsWith('multipart/form-data')) {
    const fields: Record<string, unknown> = Object.fromEntries(await formOf(request));
    // A file may stand in its field, or in another one that the field names.
    return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, attached(fields, value)]));
  }
  return request.body.length === 0 ? {} : JSON.parse(request.body.toString('utf8'));
}
