import type { CallAdapter } from '../adapter.ts';

/** Request for one turn of a model that must answer by calling one tool. */
export interface LanguageRequest {
  /** System instructions: the same bytes in every request, so that vendors can cache them. */
  instructions: string;
  /** Context of the turn. It is data, and the instructions tell the model to treat it as such. */
  context: string;
  /** Request of the person in natural language. */
  message: string;
  tool: { name: string; description: string; parameters: Record<string, unknown> };
}

/** Arguments with which the model called the tool: any JSON, not yet checked. */
export interface LanguageResult {
  arguments: unknown;
}

/** Provider of a language model. */
export type LanguageAdapter = CallAdapter<LanguageRequest, LanguageResult>;
