import { forSuite } from '@framemill/testing/for-suite';
import * as client from 'openid-client';
import { describe, expect, it } from 'vitest';
import { runAdmin } from './admin-run.ts';
import { askFor, decide, errorOf, openOauthWorld, password, within5s } from './oauth-world.ts';
import { formAction } from './screenless-browser.ts';

const world = forSuite(openOauthWorld);

describe('the pages of OAuth', () => {
  it('need a password that is right, show what was wrong, and keep the request', async () => {
    const app = await world.newApp();
    const config = await world.configure(app.clientId);
    const asked = await askFor(config, app.redirectUri, 'account.read');
    const user = await world.newUser();
    const browser = world.openBrowser();
    const page = await browser.get(asked.url);
    expect(page.html).toContain('<strong>Holiday films</strong>');
    const wrong = await browser.submit(formAction(page.html), { email: user.email, password: 'wrong' });
    expect(wrong.status).toBe(401);
    expect(wrong.html).toContain('role="alert"');
    const right = await browser.submit(formAction(wrong.html), { email: user.email, password });
    expect(right.html).toContain('Connect Holiday films?');
    expect(right.html).toContain(user.email);
  });

  it('run no script, load nothing but their stylesheet and are framed by nobody', async () => {
    const app = await world.newApp();
    const asked = await askFor(await world.configure(app.clientId), app.redirectUri, 'account.read');
    const page = await world.openBrowser().get(asked.url);
    const policy = page.headers.get('content-security-policy');
    expect(policy).toBe(
      "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    );
    expect(page.html).not.toMatch(/<script|\son\w+=|style=/);
    expect(page.headers.get('cache-control')).toBe('no-store');
    expect(page.headers.get('x-request-id')).toMatch(/^req_/);
  });

  it('take no form from another site', async () => {
    const app = await world.newApp();
    const asked = await askFor(await world.configure(app.clientId), app.redirectUri, 'account.read');
    const user = await world.newUser();
    const browser = world.openBrowser();
    const refuses = async (action: string) => {
      const fields = { email: user.email, password, decision: 'allow', clientId: app.clientId };
      const visit = await browser.submit(action, fields, 'https://evil.example');
      expect([action, visit.status]).toEqual([action, 401]);
    };
    const page = await browser.get(asked.url);
    await refuses(formAction(page.html));
    const consent = await browser.submit(formAction(page.html), { email: user.email, password });
    for (const action of [formAction(consent.html, 'Allow'), '/oauth/connected', '/oauth/sign-out'])
      await refuses(action);
    // Nothing happened: the person can still decide.
    const end = await browser.submit(formAction(consent.html, 'Allow'), { decision: 'allow' });
    expect(end.url).toContain('code=');
  });

  it('ask for consent every time, without a new sign-in, and for a sign-in after signing out', async () => {
    const { app, config, browser } = await world.connect();
    const asked = await askFor(config, app.redirectUri, 'account.read');
    expect((await browser.get(asked.url)).html).toContain('Connect Holiday films?');
    await browser.submit('/oauth/sign-out', {});
    expect((await browser.get(asked.url)).html).toContain('type="password"');
  });

  it('ask for the password again when the app wants that', async () => {
    const { app, config, browser, user } = await world.connect();
    const asked = await askFor(config, app.redirectUri, 'account.read', { prompt: 'login' });
    const page = await browser.get(asked.url);
    expect(page.html).toContain('type="password"');
    const back = await decide(browser, asked.url, user);
    expect(back.searchParams.get('code')).not.toBeNull();
  });

  it('let nobody decide for somebody else', async () => {
    const app = await world.newApp();
    const config = await world.configure(app.clientId);
    const [first, second] = [await world.newUser(), await world.newUser()];
    const browser = world.openBrowser();
    const asked = await askFor(config, app.redirectUri, 'account.read');
    const page = await browser.get(asked.url);
    const consent = await browser.submit(formAction(page.html), { email: first.email, password });
    await browser.submit('/oauth/sign-out', {});
    const signIn = await browser.get('/oauth/sign-in');
    await browser.submit(formAction(signIn.html), { email: second.email, password });
    const visit = await browser.submit(formAction(consent.html, 'Allow'), { decision: 'allow' });
    expect([visit.status, visit.html]).toEqual([400, expect.stringContaining('Another account is signed in')]);
  });

  it('list connected apps and cut one off at once, with all its tokens', async () => {
    const { app, browser, tokens, config, user } = await world.connect();
    expect((await world.me(tokens.access_token)).status).toBe(200);
    const page = await browser.get('/oauth/connected');
    expect(page.html).toContain('Holiday films');
    expect(page.html).toContain('Account, usage and the list of plugins');
    const after = await browser.submit('/oauth/connected', { clientId: app.clientId });
    expect(after.html).toContain('Holiday films is disconnected.');
    expect(after.html).toContain('No app is connected');
    expect(
      await world.api.deps.database.client.oauthRecord.count({
        where: { accountId: user.accountId, clientId: app.clientId },
      }),
    ).toBe(0);
    expect(await errorOf(client.refreshTokenGrant(config, tokens.refresh_token ?? ''))).toBe('invalid_grant');
    await expect.poll(async () => (await world.me(tokens.access_token)).status, within5s).toBe(401);
  });

  it.each(['//evil.example', 'https://evil.example', '/\\evil.example', '/', 'javascript:1'])(
    'lead nowhere else after signing in (%s)',
    async (next) => {
      const user = await world.newUser();
      const browser = world.openBrowser();
      const page = await browser.get(`/oauth/sign-in?next=${encodeURIComponent(next)}`);
      const visit = await browser.submit(formAction(page.html), { email: user.email, password });
      expect(visit.url).toBe(`${world.base}/oauth/connected`);
    },
  );

  it('tell a suspended person why, and show an unknown request an error', async () => {
    const { browser, user } = await world.connect();
    await runAdmin(world.api, 'account', 'suspend', user.accountId);
    const page = await browser.get('/oauth/connected');
    expect([page.status, page.html]).toEqual([403, expect.stringContaining('This account is suspended')]);
    const old = await browser.get('/oauth/interaction/unknown');
    expect([old.status, old.html]).toEqual([404, expect.stringContaining('has expired')]);
  });

  it('escape what apps call themselves', async () => {
    const app = await world.newApp();
    const name = '<img src=x onerror=alert(1)>"';
    await world.api.deps.database.client.app.update({ where: { id: app.clientId }, data: { name } });
    const asked = await askFor(await world.configure(app.clientId), app.redirectUri, 'account.read');
    const page = await world.openBrowser().get(asked.url);
    expect(page.html).toContain('&lt;img src=x onerror=alert(1)&gt;&quot;');
    expect(page.html).not.toContain('<img');
  });
});
