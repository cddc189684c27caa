import { type Service, serviceIn } from '@framemill/testing/service';
import { type Browser, type BrowserContext, chromium } from 'playwright-core';
import { inject } from 'vitest';
import type { WorldFacts } from './global-setup.ts';

/** Cookies and local storage of a browser window. */
export type Session = Awaited<ReturnType<BrowserContext['storageState']>>;

/** Account that a test suite has created for itself. */
export interface Member {
  id: string;
  email: string;
  password: string;
  session: Session;
}

/** Service and browser that all test suites of a run share. */
export interface World {
  service: Service;
  browser: Browser;
  /**
   * Signs in to an account over HTTP and returns its session. The session is shared by all suites of this process, so
   * no test may sign out of it.
   */
  signedIn(who: { email: string; password: string }): Promise<Session>;
  /**
   * Creates an account and signs in. `email` must be unused in this run. The account gets the demo account's plan; with
   * `isPlain` it stays on the plan of new accounts, which is faster.
   */
  newAccount(email: string, more?: { name?: string; isAdmin?: boolean; isPlain?: boolean }): Promise<Member>;
  /** Closes this suite's connection to the browser, and with it the suite's windows. */
  close(): Promise<void>;
}

/**
 * Sessions by service URL and e-mail address. They are reused, because one process runs many suites and the service
 * limits sign-in attempts.
 */
const sessions = new Map<string, Promise<Session>>();

/** Connects to the service and the browser of the test run. The first call waits until both have started. */
export async function sharedWorld(): Promise<World> {
  const answer = await fetch(inject('framemillStudioWorld'));
  if (!answer.ok) throw new Error(await answer.text());
  const { dataDir, browserUrl }: WorldFacts = JSON.parse(await answer.text());
  const [service, browser] = await Promise.all([serviceIn(dataDir), chromium.connect(browserUrl)]);

  /** Calls an API route without a session. Returns the response and the cookies that it set. */
  async function knock(route: string, data: object) {
    const context = await browser.newContext();
    const response = await context.request.post(`${service.apiHost}${route}`, {
      data,
      headers: { origin: service.apiHost },
      timeout: 100_000,
    });
    if (!response.ok()) throw new Error(await response.text());
    const [answer, session] = [await response.json(), await context.storageState()];
    await context.close();
    return { answer, session };
  }

  return {
    service,
    browser,
    signedIn(who) {
      const place = `${service.apiHost} ${who.email}`;
      const session = sessions.get(place) ?? knock('/api/auth/sign-in', who).then(({ session }) => session);
      sessions.set(place, session);
      return session;
    },
    async newAccount(email, { name = 'Ann Example', isAdmin = false, isPlain = false } = {}) {
      const who = { email, password: 'correct horse battery' };
      await knock('/api/auth/sign-up', { ...who, name });
      const { answer, session } = await knock('/api/auth/sign-in', who);
      const { id } = answer.account;
      if (!isPlain) await service.admin('account', 'plan', id, '--plan', 'self-hosted');
      if (isAdmin) await service.admin('account', 'role', id, '--role', 'admin');
      return { ...who, id, session };
    },
    close: () => browser.close(),
  };
}
