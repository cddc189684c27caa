import { safetyAdapters } from './safety/index.ts';

/** Every adapter, by kind, in the order in which they are tried unless the operator says otherwise. */
export const adapters = {
  safety: safetyAdapters,
};

export type ProviderKindWithAdapters = keyof typeof adapters;
export type AdapterOf<Kind extends ProviderKindWithAdapters> = (typeof adapters)[Kind][number];
