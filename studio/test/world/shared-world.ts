import { type Browser, type BrowserContext, chromium } from 'playwright-core';
import { inject } from 'vitest';
import type { WorldFacts } from './global-setup.ts';
import { type Service, serviceIn } from './service.ts';

/** Cookies of a window. */
export type Session = Awaited<ReturnType<BrowserContext['storageState']>>;

/** An account of a suite's own. */
export interface Member {
  id: string;
  email: string;
  password: string;
  session: Session;
}

/** What all suites of a run share. */
export interface World {
  service: Service;
  browser: Browser;
  /** A session of an account, signed in without a page, once for all suites of this process: none may end it. */
  signedIn(who: { email: string; password: string }): Promise<Session>;
  /**
   * Makes an account and signs it in; `email` is unused yet in this run. With the demo account's plan, or as whoever
   * signs up (`isPlain`), which saves the start of a program.
   */
  newAccount(email: string, more?: { name?: string; isAdmin?: boolean; isPlain?: boolean }): Promise<Member>;
  /** Ends this suite's part of it: its windows close. */
  leave(): Promise<void>;
}

/** By service and address: a process runs many suites, and the service counts tries to sign in. */
const sessions = new Map<string, Promise<Session>>();

/** The service and the browser of the run; the first suite waits until they are there. */
export async function sharedWorld(): Promise<World> {
  const answer = await fetch(inject('framemillStudioWorld'));
  if (!answer.ok) throw new Error(await answer.text());
  const { dataDir, browserUrl }: WorldFacts = JSON.parse(await answer.text());
  const [service, browser] = await Promise.all([serviceIn(dataDir), chromium.connect(browserUrl)]);

  /** Calls a route of those who are not signed in yet. */
  async function knock(route: string, data: object) {
    const context = await browser.newContext();
    const response = await context.request.post(`${service.url}${route}`, { data, headers: { origin: service.url } });
    if (!response.ok()) throw new Error(await response.text());
    const [answer, session] = [await response.json(), await context.storageState()];
    await context.close();
    return { answer, session };
  }

  return {
    service,
    browser,
    signedIn(who) {
      const place = `${service.url} ${who.email}`;
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
    leave: () => browser.close(),
  };
}
