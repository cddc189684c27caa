import { falVideos } from './fal.ts';
import { replicateVideos } from './replicate.ts';
import type { VideoAdapter } from './video-adapter.ts';

/** Video generators in the order in which they are called. */
export const videoAdapters: readonly VideoAdapter[] = [falVideos, replicateVideos];
