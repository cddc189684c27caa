// Ends with 0 when the process of this container answers on its metrics port, else with 1 and the reason.
const url = `http://127.0.0.1:${process.env.METRICS_PORT || 9464}/healthz`;
try {
  const response = await fetch(url, { signal: AbortSignal.timeout(2_500) });
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
}
