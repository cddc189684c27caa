import type { Adapter, CallContext } from '../adapter.ts';
import type { RemoteFile } from '../generated-file.ts';

/** Request for a video generated from a text. */
export interface VideoRequest {
  prompt: string;
  /** Duration in seconds, more than 0. */
  durationSec: number;
  aspectRatio: '16:9' | '9:16' | '1:1';
  /** Address of an image as the first frame. `null`: none. */
  imageUrl: string | null;
}

/** State of a provider's job. `progress` is in percent; `null`: the provider reports none. */
export type VideoState =
  | { state: 'running'; progress: number | null }
  | { state: 'done'; file: RemoteFile }
  | { state: 'failed'; rejected: boolean };

/**
 * Adapter for jobs of several minutes. A job is started once and then polled, after a restart also by another process.
 */
export interface VideoAdapter extends Adapter {
  /** Starts a job and returns the provider's id for it. Throws `ProviderError`. */
  start(request: VideoRequest, context: CallContext): Promise<{ providerJobId: string }>;
  /** Reads the state of a job. Throws `ProviderError` when it could not be read: poll again. */
  poll(providerJobId: string, context: CallContext): Promise<VideoState>;
}
