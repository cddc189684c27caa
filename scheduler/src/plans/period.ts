/** Month of an account's allowances: `start` is included, `end` is not. */
export interface Period {
  readonly start: Date;
  readonly end: Date;
}

/**
 * Returns the monthly period that contains `now`, in UTC. Periods are always counted from the day on which the account
 * was created, never from the last period: otherwise an account of the 31st would move to the 28th for good after a
 * February.
 */
export function currentPeriod(createdAt: Date, now: Date): Period {
  let month = (now.getUTCFullYear() - createdAt.getUTCFullYear()) * 12 + now.getUTCMonth() - createdAt.getUTCMonth();
  if (addMonths(createdAt, month) > now) month -= 1;
  month = Math.max(0, month);
  return { start: addMonths(createdAt, month), end: addMonths(createdAt, month + 1) };
}

function addMonths(from: Date, months: number): Date {
  const year = from.getUTCFullYear();
  const month = from.getUTCMonth() + months;
  // Day 0 of the next month is the last day of the current one.
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const moved = new Date(from);
  moved.setUTCFullYear(year, month, Math.min(from.getUTCDate(), lastDay));
  return moved;
}
