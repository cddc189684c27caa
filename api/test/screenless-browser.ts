/** Simulated browser: keeps cookies, follows redirects within the service, and stops at other origins. */
export interface Browser {
  get(url: string): Promise<Visit>;
  /** Submits a form of a page of the service. */
  submit(url: string, fields: Record<string, string>, origin?: string): Promise<Visit>;
}

/**
 * Result of a visit: a page of the service, or, with status 0, the address of another origin to which the browser was
 * redirected.
 */
export interface Visit {
  url: string;
  status: number;
  html: string;
  headers: Headers;
}

/** Opens a simulated browser for the service at `base`. */
export function openBrowser(base: string): Browser {
  const cookies = new Map<string, { name: string; value: string; path: string }>();

  async function visit(url: string, init: RequestInit): Promise<Visit> {
    let next = new URL(url, base);
    let request = init;
    for (let hop = 0; hop < 10; hop += 1) {
      if (next.origin !== new URL(base).origin) {
        return { url: next.href, status: 0, html: '', headers: new Headers() };
      }
      const cookie = cookiesFor(next.pathname);
      const headers = { ...request.headers, ...(cookie === '' ? {} : { cookie }) };
      const answer = await fetch(next, { ...request, headers, redirect: 'manual' });
      for (const line of answer.headers.getSetCookie()) keep(line);
      const location = answer.headers.get('location');
      if (location === null) {
        return { url: next.href, status: answer.status, html: await answer.text(), headers: answer.headers };
      }
      await answer.body?.cancel();
      next = new URL(location, next);
      request = {};
    }
    throw new Error(`${url} goes round in circles.`);
  }

  function keep(line: string): void {
    const [pair = '', ...flags] = line.split(/; */);
    const [name = '', value = ''] = pair.split(/=(.*)/);
    const path = flags.find((flag) => /^path=/i.test(flag))?.slice(5) ?? '/';
    if (value === '' || flags.some((flag) => /^expires=thu, 01 jan 1970/i.test(flag))) cookies.delete(name + path);
    else cookies.set(name + path, { name, value, path });
  }

  function cookiesFor(pathname: string): string {
    const sent = [...cookies.values()].filter(({ path }) =>
      `${pathname}/`.startsWith(path.endsWith('/') ? path : `${path}/`),
    );
    return sent.map(({ name, value }) => `${name}=${value}`).join('; ');
  }

  return {
    get: (url) => visit(url, {}),
    submit: (url, fields, origin = base) =>
      visit(url, {
        method: 'POST',
        body: new URLSearchParams(fields),
        headers: { origin, 'content-type': 'application/x-www-form-urlencoded' },
      }),
  };
}

/** Returns the action of the first form on a page that contains `text`. */
export function formAction(html: string, text = ''): string {
  const forms = [...html.matchAll(/<form method="post" action="([^"]*)">([\s\S]*?)<\/form>/g)];
  const action = forms.find(([, , content = '']) => content.includes(text))?.[1];
  if (action === undefined) throw new Error(`There is no form with "${text}" in ${html.slice(0, 2_000)}`);
  return action.replaceAll('&amp;', '&');
}
