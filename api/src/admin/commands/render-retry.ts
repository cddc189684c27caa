import type { AdminCommand } from '../define-command.ts';

/**
 * Renders a failed or cancelled render of any account again, from its frozen document. Completed segments are reused.
 */
export const renderRetry: AdminCommand = {
  noun: 'render',
  verb: 'retry',
  summary: 'Render a failed or cancelled render anew',
  argument: 'renderId',
  options: {},
  async run({ argument: renderId }, context) {
    const scheduler = await context.scheduler();
    return { retryOf: renderId, ...(await scheduler.retry(renderId)) };
  },
};
