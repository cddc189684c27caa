import { type Attack, type Call, form, get, json, type Manner, mcp, rpc, tool } from './attack.ts';
import { BATCH_ITEMS, type CrowdWorld } from './world.ts';

const bySession = (path: string): Call => ({ ...get(path), as: 'session' });
const byNobody = (path: string): Call => ({ ...get(path), as: 'nobody' });
const frame = (projectId: string, at: number) => get(`/v1/projects/${projectId}/preview?format=image&at=${at}`);
const delivered = (projectId: string, id: string) =>
  json('POST', '/v1/renders', { projectId, quality: 'draft', destination: { id } });
const importOf = (url: string) => json('POST', '/v1/media/import', { url });
const range = (call: Call): Call => ({ ...call, headers: { range: 'bytes=1-' } });

/** Returns attacks that send the same request and then read its response in different abusive ways. */
function badReaders(what: string, on: string, make: (world: CrowdWorld) => Call): Attack[] {
  const manners: readonly (readonly [Manner, string])[] = [
    ['unread', 'not read'],
    ['slow', 'read slowly'],
    ['pipelined', 'asked for twenty times a connection and not read'],
    ['call', 'read by many'],
  ];
  return manners.map(([manner, how]) => ({ name: `${what} ${how}`, on, manner, make }));
}

/**
 * Hand-written attacks that last long or transfer many bytes: files, streams, archives, events, and requests that make
 * the service wait for the attacker's own servers.
 */
export const heldAttacks: readonly Attack[] = [
  ...badReaders('playlist of a stream', 'GET /streams/:name/:file', ({ stream }) =>
    byNobody(`/streams/${stream}/index.m3u8`),
  ),
  ...badReaders('segment of a stream', 'GET /streams/:name/:file', ({ stream }) =>
    byNobody(`/streams/${stream}/video-0.m4s`),
  ),
  ...badReaders('export', 'GET /exports/*', ({ files }) => byNobody(`/exports/${files.exports}`)),
  ...badReaders('part of an export', 'GET /exports/*', ({ files }) => range(byNobody(`/exports/${files.exports}`))),
  ...badReaders('upload', 'GET /uploads/*', ({ files }) => byNobody(`/uploads/${files.uploads}`)),
  ...badReaders('archive of a batch', 'GET /v1/batches/:id/archive', ({ batch }) =>
    get(`/v1/batches/${batch}/archive`),
  ),
  ...badReaders('manifest of a batch', 'GET /v1/batches/:id/manifest', ({ batch }) =>
    get(`/v1/batches/${batch}/manifest?format=csv`),
  ),
  ...badReaders('html page of 1,000 clips', 'GET /v1/projects/:id/preview', ({ clips1000 }) =>
    get(`/v1/projects/${clips1000}/preview?format=html`),
  ),
  ...badReaders('document of 10,000 clips', 'GET /v1/projects/:id', ({ clips10000 }) =>
    get(`/v1/projects/${clips10000}?view=document`),
  ),
  {
    name: 'events of the account held',
    on: 'GET /api/studio/events',
    manner: 'held',
    make: () => bySession('/api/studio/events'),
  },
  {
    name: 'events of the account not read',
    on: 'GET /api/studio/events',
    manner: 'unread',
    make: () => bySession('/api/studio/events'),
  },
  {
    name: 'events of a project held',
    on: 'GET /api/studio/projects/:id/events',
    manner: 'held',
    make: ({ clips10000 }) => bySession(`/api/studio/projects/${clips10000}/events`),
  },
  {
    name: 'frames of a page',
    on: 'GET /v1/projects/:id/preview',
    make: ({ pageProject }, random) => frame(pageProject, random.next() * 2),
  },
  {
    name: 'frames of a page given up',
    on: 'GET /v1/projects/:id/preview',
    manner: 'unread',
    make: ({ pageProject }, random) => frame(pageProject, random.next() * 2),
  },
  {
    name: 'frames of noise',
    on: 'GET /v1/projects/:id/preview',
    make: ({ noiseProject }, random) => frame(noiseProject, random.next() * 2),
  },
  {
    name: 'frames of the editor',
    on: 'GET /api/studio/projects/:id/frame',
    make: ({ pageProject }, random) =>
      bySession(`/api/studio/projects/${pageProject}/frame?rev=1&at=${random.next() * 2}`),
  },
  {
    name: 'posters of projects',
    on: 'GET /api/studio/projects/:id/poster',
    make: ({ noiseProject }) => bySession(`/api/studio/projects/${noiseProject}/poster?rev=1`),
  },
  {
    name: 'posters of a batch',
    on: 'GET /api/studio/batches/:id/poster',
    make: ({ batch }, random) =>
      bySession(`/api/studio/batches/${batch}/poster?index=${Math.floor(random.next() * BATCH_ITEMS)}`),
  },
  {
    name: 'renders that others wait behind',
    on: 'POST /v1/renders',
    make: ({ noiseProject }) =>
      json('POST', '/v1/renders', { projectId: noiseProject, quality: 'high', format: 'gif' }),
  },
  {
    name: 'batches of 200 films',
    on: 'POST /v1/batches',
    make: ({ shortProject }) =>
      json('POST', '/v1/batches', {
        ...{ projectId: shortProject, quality: 'draft' },
        items: Array.from({ length: 200 }, () => ({ variables: {} })),
      }),
  },
  ...(['put', 's3', 'sftp', 'sips'] as const).map(
    (kind): Attack => ({
      name: `deliveries to a slow receiver: ${kind}`,
      on: 'POST /v1/renders',
      make: ({ shortProject, destinations }) => delivered(shortProject, destinations[kind]),
    }),
  ),
  {
    name: 'deliveries of megabytes to a receiver that sips',
    on: 'POST /v1/renders',
    make: ({ noiseProject, destinations }) =>
      json('POST', '/v1/renders', { projectId: noiseProject, quality: 'high', destination: { id: destinations.sips } }),
  },
  ...(['put', 's3', 'sftp', 'sips'] as const).map(
    (kind): Attack => ({
      name: `tests of a slow receiver: ${kind}`,
      on: 'POST /v1/destinations/:id/test',
      manner: 'held',
      make: ({ destinations }) => json('POST', `/v1/destinations/${destinations[kind]}/test`, {}),
    }),
  ),
  {
    name: 'new destinations that do not answer',
    on: 'POST /v1/destinations',
    manner: 'held',
    make: ({ slow }) => json('POST', '/v1/destinations', { name: 'x', put: { url: `${slow}/silent/{fileName}` } }),
  },
  {
    name: 'changed destinations that do not answer',
    on: 'PATCH /v1/destinations/:id',
    manner: 'held',
    make: ({ slow, ids }) =>
      json('PATCH', `/v1/destinations/${ids.destinations}`, { put: { url: `${slow}/silent/{fileName}` } }),
  },
  ...(['silent', 'trickles', 'floods', 'circles'] as const).map(
    (way): Attack => ({
      name: `imports from a server that is bad: ${way}`,
      on: 'POST /v1/media/import',
      manner: 'held',
      make: ({ slow }, random) => importOf(`${slow}/${way}/${random.next()}.mp4`),
    }),
  ),
  {
    name: 'uploads that trickle',
    on: 'POST /v1/media/uploads',
    manner: 'trickled',
    make: () => ({ method: 'POST', path: '/v1/media/uploads', ...form(8_000_000) }),
  },
  {
    name: 'large uploads that trickle',
    on: 'POST /v1/media/large-uploads',
    manner: 'trickled',
    make: () => ({ method: 'POST', path: '/v1/media/large-uploads', ...form(64_000_000) }),
  },
  {
    name: 'pictures of stock that do not come',
    on: 'GET /api/studio/stock/preview',
    manner: 'held',
    accepts: [400],
    make: ({ slow }) => bySession(`/api/studio/stock/preview?url=${encodeURIComponent(`${slow}/silent/x.jpg`)}`),
  },
  {
    name: 'tests of a webhook that does not answer',
    on: 'POST /api/developer/webhooks/:id/test',
    manner: 'held',
    make: ({ ids }) => ({ ...json('POST', `/api/developer/webhooks/${ids.webhooks}/test`, {}), as: 'session' }),
  },
  {
    name: 'events for a webhook that does not answer',
    on: 'POST /v1/renders',
    make: ({ shortProject }) => json('POST', '/v1/renders', { projectId: shortProject, quality: 'draft' }),
  },
  {
    name: 'a plugin that does not answer',
    on: 'POST /v1/plugins/:slug/:tool',
    manner: 'held',
    make: ({ ids }) => json('POST', `/v1/plugins/${ids.plugins}/${ids.tools}`, { arguments: {} }),
  },
  {
    name: 'images of a provider that does not answer',
    on: 'POST /v1/ai/images',
    manner: 'held',
    make: () => json('POST', '/v1/ai/images', { prompt: 'Waves' }),
  },
  {
    name: 'speech of a provider that does not answer',
    on: 'POST /v1/ai/speech',
    manner: 'held',
    make: () => json('POST', '/v1/ai/speech', { text: 'Hello' }),
  },
  {
    name: 'sessions of assistants opened',
    on: 'POST /api/mcp',
    make: () =>
      mcp(
        rpc('initialize', {
          protocolVersion: '2025-06-18',
          capabilities: { elicitation: {} },
          clientInfo: { name: 'crowd', version: '1' },
        }),
      ),
  },
  {
    name: 'frames for assistants held',
    on: 'POST /api/mcp',
    manner: 'held',
    make: ({ pageProject }, random) =>
      mcp(tool('preview_project', { projectId: pageProject, at: [random.next() * 2] })),
  },
  {
    name: 'imports by assistants held',
    on: 'POST /api/mcp',
    manner: 'held',
    make: ({ slow }, random) => mcp(tool('import_media', { url: `${slow}/trickles/${random.next()}.mp4` })),
  },
  {
    name: 'streams of assistants held',
    on: 'GET /api/mcp',
    manner: 'held',
    accepts: [405, 406],
    make: () => ({ ...get('/api/mcp'), headers: { accept: 'text/event-stream' } }),
  },
  {
    name: 'tools listed and not read',
    on: 'POST /api/mcp',
    manner: 'unread',
    make: () => mcp(rpc('tools/list')),
  },
  {
    name: 'body of 4 MB for assistants byte by byte',
    on: 'POST /api/mcp',
    manner: 'trickled',
    make: () => mcp(tool('get_account', { junk: 'x'.repeat(3_900_000) })),
  },
  {
    name: 'clients of OAuth registered',
    on: 'POST /api/oauth/register',
    make: () => ({
      ...json('POST', '/api/oauth/register', { client_name: 'crowd', redirect_uris: ['http://127.0.0.1:1/back'] }),
      as: 'nobody',
    }),
  },
  {
    name: 'client documents that do not come',
    on: 'GET /oauth/authorize',
    manner: 'held',
    accepts: [400],
    make({ slow }, random) {
      const client = encodeURIComponent(`${slow.replace('http:', 'https:')}/silent/${random.next()}`);
      const query = `response_type=code&client_id=${client}&redirect_uri=${encodeURIComponent(slow)}`;
      return byNobody(`/oauth/authorize?${query}`);
    },
  },
  {
    name: 'forms of the sign-in page byte by byte',
    on: 'POST /oauth/sign-in',
    manner: 'trickled',
    accepts: [400, 401, 403],
    make: () => ({
      ...{ method: 'POST', path: '/oauth/sign-in', as: 'nobody', body: `email=${'x'.repeat(10_000)}` },
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    }),
  },
  {
    name: 'passwords tried',
    on: 'POST /api/auth/sign-in',
    accepts: [401],
    make: (_, random) => ({
      ...json('POST', '/api/auth/sign-in', { email: `x${random.next()}@example.org`, password: 'wrong password' }),
      as: 'nobody',
    }),
  },
];
