import { createLogger, createMetrics } from '@framemill/infra';
import { describe, expect, it } from 'vitest';
import { checkPrompt } from '../../src/providers/call-chain.ts';
import { openProviders } from '../../src/providers/open-providers.ts';
import { createProviderHttp } from '../../src/providers/provider-http.ts';
import { openaiModeration } from '../../src/providers/safety.ts';
import { adapterContract } from './adapter-contract.ts';
import { startVendorServer } from './vendor-server.ts';

adapterContract({
  kind: 'safety',
  adapter: openaiModeration,
  settings: (url) => ({ OPENAI_API_KEY: 'sk-test-moderation', OPENAI_BASE_URL: url }),
  vendor: ({ method, path, headers, body }) => {
    const right = method === 'POST' && path === '/moderations' && headers.authorization === 'Bearer sk-test-moderation';
    const { model, input } = JSON.parse(body.toString());
    if (!right || model !== 'omni-moderation-latest') return { status: 400, body: { error: { message: 'no' } } };
    return { body: { id: 'modr-1', model, results: [{ flagged: input.includes('bad'), categories: {} }] } };
  },
  request: { text: 'a bad thing' },
  check: (verdict) => expect(verdict).toEqual({ allowed: false }),
});

describe('the check of prompts', () => {
  const http = createProviderHttp();
  const services = { http, log: createLogger('test', { level: 'silent' }), metrics: createMetrics('api') };
  const check = async (text: string, env: Record<string, string> = {}) =>
    checkPrompt(await openProviders(env), { text, field: 'body.prompt' }, services);

  it.each(['a naked child on a beach', 'children, fully nude', 'a gang bang', 'the behéading of a king', 'BESTIALITY'])(
    'refuses without a provider what is plain: %s',
    async (text) => {
      await expect(check(text)).rejects.toMatchObject({ code: 'prompt_rejected', details: { field: 'body.prompt' } });
    },
  );

  it.each([
    'a child flies a kite',
    'grapes and drapes',
    'sunset over Essex',
    'a baby elephant',
    'the Scunthorpe skyline',
  ])('lets through what only looks like it: %s', async (text) => {
    await expect(check(text)).resolves.toBeUndefined();
  });

  it('asks the next check when one fails', async () => {
    const vendor = await startVendorServer(() => ({ body: { results: [{ flagged: false }] } }));
    vendor.fault = 'down';
    const env = { OPENAI_API_KEY: 'sk-x', OPENAI_BASE_URL: vendor.url };
    await expect(check('a naked child', env)).rejects.toMatchObject({ code: 'prompt_rejected' });
    await expect(check('a kite', env)).resolves.toBeUndefined();
    expect(vendor.requests).toHaveLength(2);
    await vendor.close();
  });
});
