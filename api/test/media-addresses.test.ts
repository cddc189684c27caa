import { forSuite } from '@framemill/testing/for-suite';
import { expect, it } from 'vitest';
import { signAddresses } from '../src/files/signed-files.ts';
import { mp4Bytes } from './multipart-form.ts';
import { sharedServedApi } from './shared-api.ts';

const api = forSuite(sharedServedApi);
const account = forSuite(() => api.account());
const data = mp4Bytes('signed');
const upload = async (owner = account) => {
  const { media } = (await api.upload(owner, { name: 'a.mp4', data })).body;
  const read = async () => (await api.send(owner, 'GET', `/v1/media/${media.id}`)).body.media.status;
  await expect.poll(read).toBe('READY');
  return media;
};
const open = (url: string, headers = {}) => api.inject({ method: 'GET', url, headers });

it('an address opens its file without a credential, also in ranges and for pages of other origins', async () => {
  const { id, url } = await upload();
  const sources = [id, url, 'med_0123456789abcdef0123456789abcdef'];
  const { status, body } = await api.send(account, 'POST', '/v1/media/addresses', { sources });
  expect(status).toBe(200);
  expect(body.addresses.map(({ source }: { source: string }) => source)).toEqual([id, url]);
  const [{ url: address, proxyUrl }] = body.addresses;
  expect(proxyUrl).toBeNull();
  const whole = await open(address);
  expect([whole.status, whole.bytes.equals(data)]).toEqual([200, true]);
  expect(whole.headers).toMatchObject({ 'access-control-allow-origin': '*', 'content-type': 'video/mp4' });
  const leftSec = Number(/^private, max-age=(\d+)$/.exec(String(whole.headers['cache-control']))?.[1]);
  expect(Math.abs(new Date(body.expiresAt).getTime() - Date.now() - leftSec * 1_000)).toBeLessThan(10_000);
  const part = await open(address, { range: 'bytes=2-4' });
  expect([part.status, part.bytes.equals(data.subarray(2, 5))]).toEqual([206, true]);
});

it('the media of other accounts have no address', async () => {
  const { id } = await upload(await api.account());
  const { body } = await api.send(account, 'POST', '/v1/media/addresses', { sources: [id] });
  expect(body.addresses).toEqual([]);
});

it.each([
  ['of another file', (address: string) => address.replace(/med_\w{3}/, 'med_000')],
  ['of another folder', (address: string) => address.replace('uploads/', 'exports/')],
  ['that is forged', (address: string) => address.replace(/\.[\w-]{6}/, '.AAAAAA')],
  ['whose end is later', (address: string) => address.replace(/\/(\d+)\./, '/99$1.')],
  ['without a signature', (address: string) => address.replace(/\.[\w-]{43}/, '')],
  ['with an empty signature', (address: string) => address.replace(/\.[\w-]{43}/, '.')],
])('an address %s opens nothing', async (_what, change) => {
  const { addressOf } = await signAddresses(api.deps);
  const { url } = await upload();
  const { status, body, headers } = await open(change(addressOf(url.slice(1))));
  expect([status, body.error.code]).toEqual([401, 'unauthorized']);
  expect(headers['access-control-allow-origin']).toBe('*');
});

it('an address ends 50 to 60 minutes after it was made', async () => {
  const minutes = 60_000;
  const { url } = await upload();
  const statusOf = async (nowMs: number) =>
    (await open((await signAddresses(api.deps, nowMs)).addressOf(url.slice(1)))).status;
  expect(await statusOf(Date.now() - 60 * minutes)).toBe(401);
  expect(await statusOf(Date.now() - 49 * minutes)).toBe(200);
});
