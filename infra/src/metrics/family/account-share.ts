import { gauge } from '../define-metric.ts';

export const accountShare = gauge({
  name: 'framemill_largest_account_share_ratio',
  help: 'Largest share of the slots of a pool, of two at least, that one account holds while another waits with nothing running, by plan of the holder',
  labels: ['plan'],
});
