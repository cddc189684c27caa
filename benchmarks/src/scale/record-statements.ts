// Preloaded into an API process (`node --import`). It appends every statement that the process sends to the database to
// the file STATEMENTS_FILE, with the value of the header `x-bench-call` of the request that needed it.
import { AsyncLocalStorage } from 'node:async_hooks';
import { channel } from 'node:diagnostics_channel';
import { appendFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { watchStatements } from '@framemill/testing/recorded-statements';
import { callHeader, lineOf } from './recorded-calls.ts';

const { STATEMENTS_FILE: file = '', DATABASE_URL: databaseUrl = '' } = process.env;
const current = new AsyncLocalStorage<string | null>();

channel('http.server.request.start').subscribe((message) => {
  const { request } = message as { request: IncomingMessage };
  // The request is handled in the same asynchronous context.
  current.enterWith(String(request.headers[callHeader] ?? '') || null);
});
watchStatements(databaseUrl, (statement) => {
  appendFileSync(file, lineOf({ ...statement, call: current.getStore() ?? null }));
});
