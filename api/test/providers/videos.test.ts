import { createLogger } from '@framemill/infra';
import { afterAll, describe, expect, it } from 'vitest';
import { createProviderHttp } from '../../src/providers/provider-http.ts';
import { falVideos, replicateVideos } from '../../src/providers/video.ts';
import { startVendorServer, vendorFaults, vendorSecretText } from './vendor-server.ts';
import { falWire } from './wire/fal.ts';
import { replicateWire } from './wire/replicate.ts';

const http = createProviderHttp();
afterAll(() => http.close());
const request = { prompt: 'waves', durationSec: 5, aspectRatio: '16:9' as const, imageUrl: null };

describe.each([
  [falVideos, falWire],
  [replicateVideos, replicateWire],
] as const)('video adapter', (adapter, wire) => {
  const defaults = Object.fromEntries(
    Object.entries(adapter.variables).map(([name, { fallback }]) => [name, fallback ?? '']),
  );

  it(`${adapter.name} starts the work and says where the film is`, async () => {
    const vendor = await startVendorServer((seen) => wire.answer(seen, vendor.url));
    const settings = { ...defaults, ...wire.settings(vendor.url) };
    const context = {
      settings,
      http,
      log: createLogger('test', { level: 'silent' }),
      signal: AbortSignal.timeout(10_000),
    };
    const { providerJobId } = await adapter.start(request, context);
    const state = await adapter.poll(providerJobId, context);
    expect(state).toMatchObject({ state: 'done', file: { url: expect.stringContaining('.mp4') } });
    await vendor.close();
  });

  it.each(vendorFaults)(`${adapter.name} says in its own words what is wrong: %s`, async (fault) => {
    const vendor = await startVendorServer((seen) => wire.answer(seen, vendor.url));
    vendor.fault = fault;
    const settings = { ...defaults, ...wire.settings(vendor.url) };
    const signal = () => AbortSignal.timeout(fault === 'slow' ? 200 : 10_000);
    const log = createLogger('test', { level: 'silent' });
    const errors = await Promise.all(
      [
        adapter.start(request, { settings, http, log, signal: signal() }),
        adapter.poll('req-1', { settings, http, log, signal: signal() }),
      ].map((call) => call.catch((error: unknown) => error)),
    );
    for (const error of errors) {
      expect(error).toMatchObject({ name: 'ProviderError' });
      expect(String(error)).not.toContain(vendorSecretText);
    }
    await vendor.close();
  });
});
