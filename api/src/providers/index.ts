import { imageAdapters } from './image/index.ts';
import { languageAdapters } from './language/index.ts';
import { safetyAdapters } from './safety/index.ts';
import { speechAdapters } from './speech/index.ts';
import { stockAdapters } from './stock/index.ts';
import { transcriptionAdapters } from './transcription/index.ts';
import { videoAdapters } from './video/index.ts';

/** All adapters by kind, in the default order of calls. The operator can set another order. */
export const adapters = {
  language: languageAdapters,
  image: imageAdapters,
  video: videoAdapters,
  speech: speechAdapters,
  transcription: transcriptionAdapters,
  stock: stockAdapters,
  safety: safetyAdapters,
};

/** Adapter of one kind. */
export type AdapterOf<Kind extends keyof typeof adapters> = (typeof adapters)[Kind][number];
