/** Returns the message of an error and those of its causes, in one line for a terminal. */
export function reasonsOf(error: unknown): string {
  const reasons: string[] = [];
  for (let next = error; next !== undefined; next = next instanceof Error ? next.cause : undefined) {
    const reason = reasonOf(next);
    // Some messages already quote their cause.
    if (!reasons.some((before) => before.includes(reason))) reasons.push(reason);
  }
  return reasons.join(' Because: ');
}

function reasonOf(error: unknown): string {
  // Connecting to a host with several addresses gives one error for each, in an error without a message.
  if (error instanceof AggregateError && error.message === '') return error.errors.map(reasonOf).join('; ');
  return error instanceof Error ? error.message : String(error);
}
