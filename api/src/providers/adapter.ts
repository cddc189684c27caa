import type { Logger } from '@framemill/infra';
import type { ProviderHttp } from './provider-http.ts';

/** Kinds of providers, named after the service that they offer. */
export const providerKinds = ['language', 'image', 'video', 'speech', 'transcription', 'stock', 'safety'] as const;
/** Kind of a provider, named after the service that it offers. */
export type ProviderKind = (typeof providerKinds)[number];

/** Environment variable that an adapter reads. */
export interface AdapterVariable {
  /**
   * Type of the value. `secret`: never displayed, logged or included in an error. `url`: http or https; a slash at the
   * end is removed.
   */
  type: 'secret' | 'url' | 'text';
  /** Meaning of the variable, as a sentence without a full stop, for the table of variables. */
  meaning: string;
  /**
   * Value used when the variable is absent; `null` when there is none.
   * An adapter is not configured while a `required` variable has no value.
   */
  fallback: string | null;
  required?: boolean;
}

/** Values of an adapter's variables, by variable name. An empty string means no value. */
export type AdapterSettings = Readonly<Record<string, string>>;

/** Context of one call to an adapter. */
export interface CallContext {
  settings: AdapterSettings;
  /** Signal that is aborted when the time limit of the call is reached or the process stops. */
  signal: AbortSignal;
  http: ProviderHttp;
  log: Logger;
}

/** Properties that the adapters of all kinds of providers have. */
export interface Adapter {
  /**
   * Name of the adapter in API responses, in metrics and in the variables that set the order of providers. It is the
   * adapter's file name in kebab-case.
   */
  name: string;
  /** Title of the service for lists: "OpenAI moderation". */
  title: string;
  variables: Readonly<Record<string, AdapterVariable>>;
  /**
   * Whether requirements other than variables are met, such as an installed program. When absent, there are no such
   * requirements.
   */
  isReady?(settings: AdapterSettings): Promise<boolean>;
  /** Advice for an operator when the adapter is not ready: "install espeak-ng". */
  needs?: string;
}

/** Adapter that returns its result in one call. It throws every failure of the provider as `ProviderError`. */
export interface CallAdapter<Request, Result> extends Adapter {
  call(request: Request, context: CallContext): Promise<Result>;
}

/** Adapter with the values of its variables, ready to be called. */
export interface Configured<A extends Adapter = Adapter> {
  adapter: A;
  settings: AdapterSettings;
}

/** File that a provider generated, in memory. Each adapter limits its size, to at most 64 MiB. */
export interface GeneratedFile {
  data: Buffer;
}

/**
 * Address of a file that a provider generated.
 * The address is not trusted: the file is downloaded by the `outbound` client, which refuses internal addresses.
 */
export interface RemoteFile {
  url: string;
}

/** Configuration variables that every adapter for fal (fal.ai) needs. */
export const falVariables = {
  FAL_KEY: { type: 'secret', fallback: null, required: true, meaning: 'Key of fal' },
} as const satisfies Record<string, AdapterVariable>;

/** Configuration variables that every adapter for OpenAI's API needs. */
export const openaiVariables = {
  OPENAI_API_KEY: { type: 'secret', fallback: null, required: true, meaning: 'Key of OpenAI' },
  OPENAI_BASE_URL: { type: 'url', fallback: 'https://api.openai.com/v1', meaning: "Address of OpenAI's API" },
} as const satisfies Record<string, AdapterVariable>;
