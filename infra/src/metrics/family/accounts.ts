import { gauge } from '../define-metric.ts';

export const accounts = gauge({
  name: 'framemill_accounts',
  help: 'Accounts with work for the farm, by state served or waiting with nothing running',
  labels: ['state'],
});
