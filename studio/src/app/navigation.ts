import type { IconName } from '../ui/icons.ts';

/** Link in the side bar: route, visible label and icon. */
export interface Place {
  to: string;
  label: string;
  icon: IconName;
}

/** Side bar links to the pages where people work on videos. */
export const workPlaces: readonly Place[] = [
  { to: '/', label: 'Projects', icon: 'film' },
  { to: '/workspaces', label: 'Workspaces', icon: 'folder' },
  { to: '/renders', label: 'Renders', icon: 'layers' },
  { to: '/batches', label: 'Batches', icon: 'grid' },
];

/** Side bar links to the developer console. */
export const consolePlaces: readonly Place[] = [
  { to: '/console/apps', label: 'Apps', icon: 'grid' },
  { to: '/console/keys', label: 'Keys', icon: 'key' },
  { to: '/console/oauth', label: 'OAuth clients', icon: 'shield' },
  { to: '/console/webhooks', label: 'Webhooks', icon: 'webhook' },
  { to: '/console/destinations', label: 'Destinations', icon: 'send' },
  { to: '/console/usage', label: 'Usage', icon: 'chart' },
  { to: '/console/bots', label: 'Bots', icon: 'bot' },
  { to: '/console/plugins', label: 'Plugins', icon: 'plug' },
  { to: '/console/organisations', label: 'Organisations', icon: 'organisation' },
];

/** Side bar links to the operator pages. The shell shows them to accounts with the role `admin` only. */
export const operatorPlaces: readonly Place[] = [
  { to: '/operators/farm', label: 'Farm', icon: 'farm' },
  { to: '/operators/queues', label: 'Queues', icon: 'queue' },
  { to: '/operators/accounts', label: 'Accounts', icon: 'person' },
  { to: '/operators/plans', label: 'Plans', icon: 'list' },
  { to: '/operators/quarantine', label: 'Quarantine', icon: 'warning' },
  { to: '/operators/installation', label: 'Installation', icon: 'settings' },
];
