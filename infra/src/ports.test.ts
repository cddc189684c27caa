import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, it } from 'vitest';
import { listenError } from './ports.ts';

it.each([
  ['EADDRINUSE', 'Port 80 for the API is taken. Set PORT to a free one.'],
  ['EACCES', 'This user may not listen on port 80 for the API. Allow it, or set PORT to another one.'],
])('%s names the variable of the port', (code, message) => {
  const cause = Object.assign(new Error('listen'), { code });
  const error = listenError(cause, { host: '::', port: 80, what: 'the API', variable: 'PORT' });
  expect(error).toMatchObject({ message, cause });
});

it('a host that is none of this machine names HOST', async () => {
  const [cause] = await once(createServer().listen(0, 'http://here'), 'error');
  const { message } = listenError(cause, { host: 'http://here', port: 0, what: 'the API', variable: 'PORT' });
  expect(message).toBe('The server cannot listen on "http://here". Set HOST to an address of this machine.');
});
