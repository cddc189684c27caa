/** What an error says, and what the errors behind it say, in one line for a terminal. */
export function reasonsOf(error: unknown): string {
  const reasons: string[] = [];
  for (let next = error; next !== undefined; next = next instanceof Error ? next.cause : undefined) {
    const reason = reasonOf(next);
    // Some messages quote the error behind them.
    if (!reasons.some((before) => before.includes(reason))) reasons.push(reason);
  }
  return reasons.join(' Because: ');
}

function reasonOf(error: unknown): string {
  // A host with several addresses has an error for each, and no message of its own.
  if (error instanceof AggregateError && error.message === '') return error.errors.map(reasonOf).join('; ');
  return error instanceof Error ? error.message : String(error);
}
