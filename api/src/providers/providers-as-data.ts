import type { AdapterSettings, ProviderKind } from './adapter.ts';
import { type AdapterOf, adapters } from './index.ts';
import type { Providers } from './open-providers.ts';

/** Configured providers as plain data that can be sent to a worker thread: names of adapters, and their settings. */
export type ProvidersAsData = Record<ProviderKind, { name: string; settings: AdapterSettings }[]>;

/** Converts providers to plain data, from which `providersOf` restores them. */
export function providersAsData(providers: Providers): ProvidersAsData {
  const dataOf = (kind: ProviderKind) =>
    providers[kind].map(({ adapter: { name }, settings }) => ({ name, settings: { ...settings } }));
  return {
    ...{ language: dataOf('language'), image: dataOf('image'), video: dataOf('video'), speech: dataOf('speech') },
    ...{ transcription: dataOf('transcription'), stock: dataOf('stock'), safety: dataOf('safety') },
  };
}

/** Restores the providers from plain data. */
export function providersOf(data: ProvidersAsData): Providers {
  const open = <Kind extends ProviderKind>(kind: Kind) => {
    const family: readonly AdapterOf<Kind>[] = adapters[kind];
    return data[kind].flatMap(({ name, settings }) => {
      const adapter = family.find((candidate) => candidate.name === name);
      return adapter ? [{ adapter, settings }] : [];
    });
  };
  return {
    ...{ language: open('language'), image: open('image'), video: open('video'), speech: open('speech') },
    ...{ transcription: open('transcription'), stock: open('stock'), safety: open('safety') },
  };
}
