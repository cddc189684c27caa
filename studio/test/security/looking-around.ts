/** Results of the attempts in `HTML_THAT_LOOKS_AROUND`. For a blocked attempt, the result is the name of its error. */
export type Reached = Record<
  | 'origin'
  | 'cookie'
  | 'localStorage'
  | 'sessionStorage'
  | 'indexedDB'
  | 'caches'
  | 'parent'
  | 'top'
  | 'editor'
  | 'opened'
  | 'me'
  | 'write'
  | 'beacon',
  string
>;

/**
 * HTML whose script tries to steal a user's session or change data. It writes the results to the element `#reached` as
 * JSON.
 */
export const HTML_THAT_LOOKS_AROUND = `<pre id="reached"></pre><script>(async () => {
  const tried = (work) => { try { return String(work()); } catch (error) { return error.name; } };
  const asked = (work) => work.then((answer) => 'answered ' + answer.status, () => 'refused');
  const reached = {
    origin: self.origin,
    cookie: tried(() => document.cookie),
    localStorage: tried(() => localStorage.length),
    sessionStorage: tried(() => sessionStorage.length),
    indexedDB: tried(() => indexedDB.open('x')),
    caches: await Promise.resolve().then(() => caches.keys()).then(() => 'read', (error) => error.name),
    parent: tried(() => parent.document.title),
    top: tried(() => { top.stolen = 1; }),
    editor: tried(() => top.localStorage.length),
    opened: tried(() => open('/studio')),
    me: await asked(fetch('/api/studio/session', { credentials: 'include' })),
    write: await asked(fetch('/api/studio/projects', { method: 'POST', credentials: 'include', body: '{"name":"stolen"}' })),
    beacon: tried(() => navigator.sendBeacon('/api/studio/projects', '{"name":"stolen"}') && 'sent'),
  };
  for (const frame of [parent, top]) {
    frame.postMessage({ stage: 'boxes', timeSec: 0, boxes: 'x' }, '*');
    frame.postMessage({ stage: 'failed', message: 'forged' }, '*');
    frame.postMessage({ stage: 'shown', timeSec: 1e9, isPlaying: true }, '*');
  }
  tried(() => { top.location = '/studio/console/keys'; });
  const shown = document.getElementById('reached');
  shown.textContent = JSON.stringify(reached);
  shown.dataset.done = '1';
})();</script>`;
