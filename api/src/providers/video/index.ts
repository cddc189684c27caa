import { falVideos } from './fal.ts';
import { replicateVideos } from './replicate.ts';
import type { VideoAdapter } from './video-adapter.ts';

/** Makers of films, in the order in which they are asked. */
export const videoAdapters: readonly VideoAdapter[] = [falVideos, replicateVideos];
