import { counter } from '../define-metric.ts';

export const webhookDeliveries = counter({
  name: 'framemill_webhook_deliveries_total',
  help: 'Deliveries to webhooks, by outcome delivered, retried or failed',
  labels: ['outcome'],
});
