import type { AdminCommand } from '../define-command.ts';

/** Lists the plans. With `--json` the output has the format of PLANS_FILE. */
export const planList: AdminCommand = {
  noun: 'plan',
  verb: 'list',
  summary: 'List the plans; with --json as PLANS_FILE takes them',
  argument: null,
  options: {},
  run: async (_input, { plans }) => plans.list,
};
