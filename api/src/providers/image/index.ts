import { falImages } from './fal.ts';
import type { ImageAdapter } from './image-adapter.ts';
import { openaiImages } from './openai-images.ts';
import { replicateImages } from './replicate.ts';
import { stability } from './stability.ts';

/** Image generators in the order in which they are called. */
export const imageAdapters: readonly ImageAdapter[] = [openaiImages, stability, falImages, replicateImages];
