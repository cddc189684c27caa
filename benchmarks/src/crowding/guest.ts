// Another customer, in a process of its own: calls GET /v1/me at a steady pace and tells how long each answer took.
import { request } from 'node:http';

interface Start {
  apiHost: string;
  keys: string[];
  everyMs: number;
}

let timesMs: number[] = [];
let failed: string[] = [];

process.on('message', (message: Start | 'report') => {
  if (message === 'report') {
    process.send?.({ timesMs, failed });
    timesMs = [];
    failed = [];
    return;
  }
  // Not one after the other: an answer that is late does not make the next call late.
  let n = 0;
  setInterval(() => call(message.apiHost, message.keys[n++ % message.keys.length] ?? ''), message.everyMs);
});
process.on('disconnect', () => process.exit());

function call(apiHost: string, key: string): void {
  const begun = performance.now();
  const end = (status: string) => {
    timesMs.push(performance.now() - begun);
    if (status !== '200') failed.push(status);
  };
  const asked = request(`${apiHost}/v1/me`, { headers: { authorization: `Bearer ${key}` } }, (answer) => {
    answer.resume().once('end', () => end(String(answer.statusCode)));
  });
  asked.once('error', (error) => end(error.message)).end();
}
