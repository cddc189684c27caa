import type { Adapter, CallContext } from '../adapter.ts';
import type { RemoteFile } from '../generated-file.ts';

/** A film that is to be made of a text. */
export interface VideoRequest {
  prompt: string;
  /** Seconds, more than 0. */
  durationSec: number;
  aspectRatio: '16:9' | '9:16' | '1:1';
  /** A picture to begin with; null without one. */
  imageUrl: string | null;
}

/** How a provider's work stands. `progress` is percent, null when it does not say. */
export type VideoState =
  | { state: 'running'; progress: number | null }
  | { state: 'done'; file: RemoteFile }
  | { state: 'failed'; rejected: boolean };

/** An adapter whose work takes minutes: it is started once and asked again, also by another process after a restart. */
export interface VideoAdapter extends Adapter {
  /** Starts the work and returns the provider's id of it. Throws `ProviderError`. */
  start(request: VideoRequest, context: CallContext): Promise<{ providerJobId: string }>;
  /** How the work stands. Throws `ProviderError` when that could not be learned: ask again. */
  poll(providerJobId: string, context: CallContext): Promise<VideoState>;
}
