import { imageAdapters } from './image.ts';
import { languageAdapters } from './language.ts';
import { safetyAdapters } from './safety.ts';
import { speechAdapters } from './speech.ts';
import { stockAdapters } from './stock.ts';
import { transcriptionAdapters } from './transcription.ts';
import { videoAdapters } from './video.ts';

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
