import type { AdapterVariable } from '../../providers/adapter.ts';
import { adapters } from '../../providers/index.ts';
import { needsOf, openProviders } from '../../providers/open-providers.ts';
import type { AdminCommand } from '../define-command.ts';

/**
 * Lists the provider adapters: configured ones with their position in the fallback order, others with what they need.
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
