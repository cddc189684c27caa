import type { Metrics } from '@framemill/infra';
import { type Static, type TSchema, Type, Value } from '@framemill/timeline/typebox';
import type { ApiMethods } from 'grammy/types';
import { FormData } from 'undici';
import { ProviderError } from '../providers/provider-error.ts';
import type { ProviderHttp } from '../providers/provider-http.ts';
import { TelegramError, telegramError } from './telegram-error.ts';

/** Schemas of Bot API results whose fields are read, by method. Results of other methods are not checked. */
const results = {
  getMe: Type.Object({ id: Type.Integer(), username: Type.String() }),
  getFile: Type.Object({ file_path: Type.Optional(Type.String()) }),
} satisfies Partial<Record<Method, TSchema>>;

type Results = { [Name in keyof typeof results]: Static<(typeof results)[Name]> };

/** Name of a Bot API method: https://core.telegram.org/bots/api */
type Method = Extract<keyof ApiMethods, string>;
type Payload<Name extends Method> = Omit<NonNullable<Parameters<ApiMethods[Name]>[0]>, 'photo' | 'video' | 'document'>;

/** File uploaded with a call of the Bot API. `field` is the name of the call's parameter for this kind of file. */
export interface SentFile {
  field: 'photo' | 'video' | 'document';
  name: string;
  contentType: string;
  data: Buffer;
}

/** Client of the Bot API for all bots. */
export interface BotApi {
  /** Calls a method of the Bot API. Throws `TelegramError`, which never contains the token. */
  call<Name extends Method>(
    token: string,
    method: Name,
    payload: Payload<Name>,
    options?: { file?: SentFile; signal?: AbortSignal },
  ): Promise<Name extends keyof Results ? Results[Name] : unknown>;
}

/** Dependencies of the Bot API client. `base` is the Bot API's address without a slash at its end. */
export interface BotApiDeps {
  http: ProviderHttp;
  metrics: Pick<Metrics, 'providerCallSeconds'>;
  base: string;
  /** Maximum time of a call, in milliseconds. */
  callMs?: number;
}

const CALL_MS = 20_000;
/** Maximum time of a call with a file, in milliseconds. */
const UPLOAD_MS = 180_000;

/** Regular expression of a bot token. Tokens are checked against it because they become part of URLs. */
export const BOT_TOKEN = '^[0-9]{1,20}:[A-Za-z0-9_-]{20,100}$';

/** Creates the client of the Bot API at `base`. */
export function createBotApi({ http, metrics, base, callMs = CALL_MS }: BotApiDeps): BotApi {
  return {
    async call(token, method, payload, { file, signal } = {}) {
      const started = performance.now();
      const end = (outcome: string) => {
        const labels = { kind: 'telegram', provider: method, outcome };
        metrics.providerCallSeconds.observe(labels, (performance.now() - started) / 1_000);
      };
      try {
        const ended = AbortSignal.timeout(file ? Math.max(callMs, UPLOAD_MS) : callMs);
        const answer = await http.send({
          url: `${base}/bot${token}/${method}`,
          body: file ? formOf(payload, file) : { ...payload },
          signal: signal ? AbortSignal.any([signal, ended]) : ended,
        });
        const result = resultOf(method, answer.json());
        end('answered');
        return result as never;
      } catch (error) {
        end(error instanceof ProviderError ? error.fault : 'malformed');
        throw telegramError(error);
      }
    },
  };
}

function formOf(payload: object, { field, name, contentType, data }: SentFile): FormData {
  const form = new FormData();
  for (const [key, value] of Object.entries(payload)) {
    form.set(key, typeof value === 'string' ? value : JSON.stringify(value));
  }
  form.set(field, new Blob([new Uint8Array(data)], { type: contentType }), name);
  return form;
}

function resultOf(method: Method, json: unknown): unknown {
  if (typeof json !== 'object' || json === null || !('ok' in json) || json.ok !== true || !('result' in json)) {
    throw malformed();
  }
  const schema = Object.hasOwn(results, method) ? results[method as keyof typeof results] : null;
  if (schema !== null && !Value.Check(schema, json.result)) throw malformed();
  return json.result;
}

function malformed(): TelegramError {
  return new TelegramError('The Bot API answered without a usable result.', { isFinal: false });
}
