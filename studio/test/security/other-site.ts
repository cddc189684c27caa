import type { BrowserContext } from 'playwright-core';

/** Results of attacks on the Studio by a page of another site. */
interface Outcome {
  /**
   * Responses to POST requests with the session's cookie: as JSON (`fetched`), and as plain text, for which browsers
   * send no preflight request (`plain`).
   */
  fetched: string;
  plain: string;
  /**
   * Title that the page could read from the Studio in a frame (`framed`) and in a window it opened (`opened`);
   * `nothing` when it was blocked.
   */
  framed: string;
  opened: string;
}

/**
 * Opens a page of another site in the browser context of a signed-in user. Returns functions that run its attacks and
 * close it.
 */
export async function otherSite(context: BrowserContext, studio: string) {
  const site = 'http://evil.example';
  const page = await context.newPage();
  await page.route(`${site}/**`, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body:
        '<!doctype html><title>Other</title><form id=f method=post enctype=text/plain target=hidden ' +
        `action="${studio}/api/studio/projects"><input name='{"name":"stolen","x":"' value='"}'></form><iframe ` +
        'name=hidden></iframe>',
    }),
  );
  await page.goto(`${site}/`);
  return {
    close: () => page.close(),
    attack: (): Promise<Outcome> =>
      page.evaluate(async (host) => {
        const url = `${host}/api/studio/projects`;
        const body = '{"name":"stolen"}';
        const outcome = (work: Promise<Response>) =>
          work.then(
            ({ status }) => `answered ${status}`,
            () => 'refused',
          );
        const json = { 'content-type': 'application/json' };
        const fetched = await outcome(fetch(url, { method: 'POST', credentials: 'include', headers: json, body }));
        const plain = await outcome(fetch(url, { method: 'POST', credentials: 'include', body }));
        await fetch(url, { method: 'POST', mode: 'no-cors', credentials: 'include', body }).catch(() => undefined);
        (document.getElementById('f') as HTMLFormElement).submit();
        const frame = document.createElement('iframe');
        frame.src = `${host}/studio`;
        document.body.append(frame);
        const opened = open(`${host}/studio`);
        await new Promise((resolve) => setTimeout(resolve, 1_500));
        const seen = (other: Window | null) => {
          try {
            return other?.document.title || 'nothing';
          } catch {
            return 'nothing';
          }
        };
        const outcomes = { fetched, plain, framed: seen(frame.contentWindow), opened: seen(opened) };
        opened?.close();
        return outcomes;
      }, studio),
  };
}
