import { createLogger, createMetrics } from '@framemill/infra';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CallAdapter, ProviderKind } from '../../src/providers/adapter.ts';
import { callChain } from '../../src/providers/call-chain.ts';
import { ProviderError, type ProviderFault } from '../../src/providers/provider-error.ts';
import { createProviderHttp } from '../../src/providers/provider-http.ts';
import {
  startVendorServer,
  type VendorAnswer,
  type VendorFault,
  type VendorRequest,
  type VendorServer,
  vendorFaults,
  vendorSecretText,
} from './vendor-server.ts';

/** Test case of an adapter for the contract suite. */
export interface AdapterCase<Request, Result> {
  kind: ProviderKind;
  adapter: CallAdapter<Request, Result>;
  /** Returns the adapter's environment variables, with the address of the simulated vendor. */
  settings: (vendorUrl: string) => Record<string, string>;
  /**
   * Returns the vendor's response to a valid request. For a request that the vendor's API does not accept, it throws or
   * responds with status 400.
   */
  vendor: (request: VendorRequest, vendorUrl: string) => VendorAnswer | Promise<VendorAnswer>;
  request: Request;
  /** Checks the adapter's result. */
  check: (result: Result) => void | Promise<void>;
  /** Vendor's response to a prompt that it does not allow; absent if it has no such response. */
  rejection?: VendorAnswer;
}

const faultsOf: Record<VendorFault, ProviderFault> = {
  slow: 'timeout',
  busy: 'busy',
  down: 'unavailable',
  malformed: 'malformed',
  truncated: 'unavailable',
  endless: 'too_large',
  'wrong-type': 'malformed',
  redirect: 'malformed',
  reset: 'unavailable',
  unauthorized: 'refused',
};

/**
 * Runs the tests that every adapter of a network provider must pass: its results, its handling of every fault, and that
 * errors contain no text of the vendor.
 */
export function adapterContract<Request, Result>(subject: AdapterCase<Request, Result>): void {
  const { kind, adapter, request } = subject;

  describe(`${kind} adapter ${adapter.name}`, () => {
    const http = createProviderHttp();
    const services = { http, log: createLogger('test', { level: 'silent' }), metrics: createMetrics('api') };
    let vendor: VendorServer;
    let rejects = false;
    beforeAll(async () => {
      vendor = await startVendorServer((seen) =>
        rejects && subject.rejection ? subject.rejection : subject.vendor(seen, vendor.url),
      );
    });
    beforeEach(() => {
      vendor.fault = null;
      rejects = false;
      vendor.requests.length = 0;
    });
    afterAll(async () => {
      await vendor.close();
      await http.close();
    });

    const call = (timeoutMs = 10_000) => {
      const settings = { ...defaultsOf(adapter), ...subject.settings(vendor.url) };
      const signal = AbortSignal.timeout(timeoutMs);
      return adapter.call(request, { settings, signal, http, log: services.log });
    };

    it('gives what its API answers', async () => {
      await subject.check(await call());
      expect(vendor.requests.length).toBeGreaterThan(0);
    });

    it.each(vendorFaults)('says in its own words what is wrong: %s', async (fault) => {
      vendor.fault = fault;
      const error: unknown = await call(fault === 'slow' ? 300 : 10_000).catch((cause: unknown) => cause);
      expect(error).toBeInstanceOf(ProviderError);
      if (!(error instanceof ProviderError)) return;
      expect(error.fault).toBe(faultsOf[fault]);
      expect(error.message).not.toContain(vendorSecretText);
      for (const [name, { type }] of Object.entries(adapter.variables)) {
        const value = subject.settings(vendor.url)[name];
        if (type === 'secret' && value) expect(error.message).not.toContain(value);
      }
    });

    it('is asked once more when it is busy for a moment', async () => {
      vendor.failOnce = 'busy';
      const settings = { ...defaultsOf(adapter), ...subject.settings(vendor.url) };
      const answer = callChain(
        [{ adapter, settings }],
        request,
        { kind, timeoutMs: 10_000, field: 'body.prompt' },
        services,
      );
      const { provider, result } = await answer;
      expect(provider).toBe(adapter.name);
      await subject.check(result);
    });

    if (subject.rejection) {
      it('tells a refused prompt from a failure', async () => {
        rejects = true;
        await expect(call()).rejects.toMatchObject({ fault: 'rejected' });
      });
    }
  });
}

function defaultsOf({ variables }: CallAdapter<never, unknown>): Record<string, string> {
  return Object.fromEntries(Object.entries(variables).map(([name, { fallback }]) => [name, fallback ?? '']));
}
