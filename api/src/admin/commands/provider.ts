import { createLogger } from '@framemill/infra';
import type { AdapterVariable, CallAdapter, Configured } from '../../providers/adapter.ts';
import { adapters } from '../../providers/index.ts';
import { needsOf, openProviders } from '../../providers/open-providers.ts';
import { createProviderHttp } from '../../providers/provider-http.ts';
import type { AdminCommand } from '../define-command.ts';

/**
 * Lists the provider adapters. A configured adapter is shown with its position in the fallback order, any other adapter
 * with the settings that it needs.
 */
export const providerList: AdminCommand = {
  noun: 'provider',
  verb: 'list',
  summary: 'List providers: which are configured, and what the others need',
  argument: null,
  options: {},
  async run() {
    const providers = await openProviders(process.env);
    return Object.entries(adapters).flatMap(([kind, family]) => {
      const chain: readonly { adapter: { name: string } }[] = providers[kind as keyof typeof providers];
      return family.map((adapter) => {
        const place = chain.findIndex((configured) => configured.adapter.name === adapter.name);
        const variables = Object.entries<AdapterVariable>(adapter.variables).map(([name]) => name);
        const state = place >= 0 ? `configured, number ${place + 1}` : needsOf(adapter);
        return { kind, name: adapter.name, title: adapter.title, state, variables: variables.join(' ') };
      });
    });
  },
};

/**
 * Test request for each kind of provider, chosen to be as cheap as possible.
 * Video providers are not tested, because each generated clip costs the operator money and takes minutes.
 */
const requests: Record<string, unknown> = {
  language: {
    ...{ instructions: 'Call the tool with an empty object.', context: '', message: 'Call it.' },
    tool: { name: 'done', description: 'Says that you are there.', parameters: { type: 'object', properties: {} } },
  },
  image: { prompt: 'A plain grey square', count: 1, aspectRatio: '1:1', transparent: false },
  speech: { text: 'Hello.', voice: null, language: 'en', format: null },
  stock: { query: 'sea', type: 'photo', page: 1 },
  safety: { text: 'A kite.' },
};

/** Sends a small request to each configured provider and reports the outcome. May cost the operator a few cents. */
export const providerTest: AdminCommand = {
  noun: 'provider',
  verb: 'test',
  summary: 'Ask each configured provider for something small; may cost a few cents',
  argument: null,
  options: { name: { value: '<name>', description: 'Only this one' } },
  async run({ options }) {
    const providers = await openProviders(process.env);
    const http = createProviderHttp();
    const log = createLogger('admin', { level: 'silent' });
    const results: object[] = [];
    for (const kind of Object.keys(adapters)) {
      const chain = providers[kind as keyof typeof providers] as readonly Configured<CallAdapter<unknown, unknown>>[];
      for (const { adapter, settings } of chain) {
        if (options.name !== undefined && options.name !== adapter.name) continue;
        const request = requests[kind];
        const started = performance.now();
        const outcome =
          request === undefined
            ? 'not tested: it needs a file, or takes minutes'
            : await adapter.call(request, { settings, http, log, signal: AbortSignal.timeout(60_000) }).then(
                () => 'works',
                (error: unknown) => (error instanceof Error ? error.message : 'failed'),
              );
        results.push({ kind, name: adapter.name, outcome, ms: Math.round(performance.now() - started) });
      }
    }
    await http.close();
    return results;
  },
};
