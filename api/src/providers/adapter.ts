import type { Logger } from '@framemill/infra';
import type { ProviderHttp } from './provider-http.ts';

/** What providers are asked for. */
export const providerKinds = ['language', 'image', 'video', 'speech', 'transcription', 'stock', 'safety'] as const;
/** What a provider is asked for. */
export type ProviderKind = (typeof providerKinds)[number];

/** An environment variable that an adapter reads. */
export interface AdapterVariable {
  /** `secret`: never shown, logged or put into an error. `url`: http or https, without a slash at its end. */
  type: 'secret' | 'url' | 'text';
  /** Sentence without a full stop, for the table of variables. */
  meaning: string;
  /** Value when the variable is absent; null: none. An adapter with a `required` variable that has no value is not configured. */
  fallback: string | null;
  required?: boolean;
}

/** Values of an adapter's variables by name; '' where there is none. */
export type AdapterSettings = Readonly<Record<string, string>>;

/** What an adapter works with during one call. */
export interface CallContext {
  settings: AdapterSettings;
  /** Ends the call: the caller's time is up or the process stops. */
  signal: AbortSignal;
  http: ProviderHttp;
  log: Logger;
}

/** What every adapter states about itself, whatever its kind. */
export interface Adapter {
  /** Name in answers, metrics and the variables that set the order: kebab-case, its file's name. */
  name: string;
  /** What it talks to, for lists: "OpenAI moderation". */
  title: string;
  variables: Readonly<Record<string, AdapterVariable>>;
  /** Whether what it needs beside its required variables is there, such as a program on PATH. Absent: nothing is needed. */
  isReady?(settings: AdapterSettings): Promise<boolean>;
  /** What to do when it is not ready: "install espeak-ng". */
  needs?: string;
}

/** An adapter that answers with one call. Throws `ProviderError` for everything that goes wrong over there. */
export interface CallAdapter<Request, Result> extends Adapter {
  call(request: Request, context: CallContext): Promise<Result>;
}

/** An adapter with the values of its variables: ready to be called. */
export interface Configured<A extends Adapter = Adapter> {
  adapter: A;
  settings: AdapterSettings;
}
