import type { APIRequestContext } from 'playwright-core';
import { uploadOver } from '../timeline-project.ts';
import { PAYLOADS, packed } from './payloads.ts';

/** Ids of an account's records, whose names are all script injection payloads. */
export interface HostileAccount {
  projectId: string;
  /** Project made of HTML clips. */
  htmlProjectId: string;
  renderId: string;
  webhookId: string;
}

/** Writes every payload into every name and text field of an account, using the account's session. */
export async function fillWithPayloads(request: APIRequestContext, url: string): Promise<HostileAccount> {
  // biome-ignore lint/suspicious/noExplicitAny: answers of many routes
  async function call(route: string, data: object, method = 'POST'): Promise<any> {
    const response = await request.fetch(`${url}${route}`, { method, data, headers: { origin: url } });
    if (!response.ok()) throw new Error(`${method} ${route} ${JSON.stringify(data)}: ${await response.text()}`);
    return response.json();
  }

  const each = (texts: string[], make: (text: string) => Promise<unknown>) => Promise.all(texts.map(make));
  const webhook = (description: string, at = '') =>
    call('/api/developer/webhooks', { url: `http://127.0.0.1/hooks${at}`, description });
  // An account has at most 20 organisations and 20 webhooks, and makes 120 calls of the console a minute.
  await each(packed(200), (name) => call('/api/studio/projects', { name }));
  await each(packed(200), (name) => call('/api/studio/workspaces', { name }));
  await each(packed(100).slice(0, 12), (name) => call('/api/developer/organisations', { name }));
  await each(packed(200).slice(0, 19), (description) => webhook(description));
  const { endpoint } = await webhook(PAYLOADS[9] ?? '', '"><script>alert(1)</script>');
  const scopes = ['projects.read'];
  const apps = await Promise.all(packed(80).map((name) => call('/api/developer/apps', { name, scopes })));
  for (const { app } of apps.slice(0, 4))
    await call('/api/developer/keys', { appId: app.id, environment: 'test', scopes });
  const mediaId = await upload(request, url);
  await call(`/api/studio/media/${mediaId}`, { name: packed(200)[0] }, 'PATCH');

  const { project } = await call('/api/studio/projects', { name: PAYLOADS[1], commands: film(mediaId) });
  const html = await call('/api/studio/projects', { name: PAYLOADS[3], commands: htmlFilm() });
  const short = await call('/api/studio/projects', {
    name: PAYLOADS[10],
    commands: [{ op: 'addTextClip', text: PAYLOADS.join(' ').slice(0, 900), start: 0, duration: 0.2 }],
  });
  const body = { projectId: short.project.id, quality: 'draft', resolution: 'half' };
  const { render } = await call('/api/studio/renders', body);
  return { projectId: project.id, htmlProjectId: html.project.id, renderId: render.id, webhookId: endpoint.id };
}

function film(mediaId: string): object[] {
  const texts = PAYLOADS.flatMap((payload, index) => [
    { op: 'addTextClip', text: payload, start: (index % 4) * 3, duration: 3 },
    { op: 'updateClip', clipId: `$${index * 2}.clipId`, patch: { name: payload } },
  ]);
  const words = PAYLOADS.slice(0, 20).map((text, index) => ({ text, start: 20 + index, end: 20.9 + index }));
  return [
    ...texts,
    ...packed(200).map((label) => ({ op: 'addTrack', type: 'video', label })),
    { op: 'addMarkers', markers: PAYLOADS.map((label, index) => ({ time: index / 4, label })) },
    { op: 'addCaptions', words },
    { op: 'addLowerThird', title: PAYLOADS[0], subtitle: PAYLOADS[14], start: 0, duration: 4 },
    { op: 'addClip', type: 'image', src: mediaId, name: PAYLOADS[9], start: 0, duration: 2 },
  ];
}

function htmlFilm(): object[] {
  const place = { start: 0, duration: 4 };
  return [
    ...packed(400).map((html) => ({ op: 'addHtmlClip', html, css: '</style><script>alert(1)</script>', ...place })),
    { op: 'addHtmlClip', html: '<b>x</b>', js: '</script><script>alert(1)</script>', ...place },
  ];
}

function upload(request: APIRequestContext, url: string): Promise<string> {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64" onload="alert(1)"><rect width="64" ' +
    'height="64"/></svg>';
  const file = { name: '<img src=x onerror=alert(1)>.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(svg) };
  return uploadOver(request, url, file);
}
