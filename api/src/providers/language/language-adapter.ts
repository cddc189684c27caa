import type { CallAdapter } from '../adapter.ts';

/** One turn of a model that must answer by calling one tool. */
export interface LanguageRequest {
  /** The same bytes in every request, so that vendors can cache it. */
  instructions: string;
  /** What the turn is about. Data, not instructions: models are told so. */
  context: string;
  /** What the person asks for. */
  message: string;
  tool: { name: string; description: string; parameters: Record<string, unknown> };
}

/** The arguments with which the model called the tool: any JSON, still to be checked. */
export interface LanguageResult {
  arguments: unknown;
}

/** A provider that answers in words. */
export type LanguageAdapter = CallAdapter<LanguageRequest, LanguageResult>;
