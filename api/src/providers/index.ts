import { imageAdapters } from './image/index.ts';
import { languageAdapters } from './language/index.ts';
import { safetyAdapters } from './safety/index.ts';
import { speechAdapters } from './speech/index.ts';
import { stockAdapters } from './stock/index.ts';
import { transcriptionAdapters } from './transcription/index.ts';
import { videoAdapters } from './video/index.ts';

/** Every adapter, by kind, in the order in which they are tried unless the operator says otherwise. */
export const adapters = {
  language: languageAdapters,
  image: imageAdapters,
  video: videoAdapters,
  speech: speechAdapters,
  transcription: transcriptionAdapters,
  stock: stockAdapters,
  safety: safetyAdapters,
};

/** Any adapter of one kind. */
export type AdapterOf<Kind extends keyof typeof adapters> = (typeof adapters)[Kind][number];
