/** Worker that no client has taken yet. */
let prepared: { readonly scriptUrl: string; readonly worker: Worker } | null = null;

/**
 * Starts a worker whose script and kernels load while the page does other things. The next client with the same script
 * takes it. Use it when a client is certain to follow soon.
 */
export function prepareEngineWorker(scriptUrl: string): void {
  prepared?.worker.terminate();
  const worker = startWorker(scriptUrl);
  prepared = { scriptUrl, worker };
  // The client then starts one of its own, and reports when that one fails.
  worker.onerror = () => takePreparedWorker(scriptUrl)?.terminate();
}

/** Returns the prepared worker of a script, which the caller then owns; null when there is none. */
export function takePreparedWorker(scriptUrl: string): Worker | null {
  if (prepared?.scriptUrl !== scriptUrl) return null;
  const { worker } = prepared;
  prepared = null;
  return worker;
}

/**
 * Starts a module worker. Browsers start workers only from scripts of the page's own origin, so that a script of
 * another origin is imported by a script that the page makes.
 */
export function startWorker(scriptUrl: string): Worker {
  const { href, origin } = new URL(scriptUrl, location.href);
  const options = { type: 'module', name: 'Framemill engine' } as const;
  if (origin === location.origin) return new Worker(href, options);
  const script = URL.createObjectURL(new Blob([`import ${JSON.stringify(href)};`], { type: 'text/javascript' }));
  const worker = new Worker(script, options);
  for (const event of ['message', 'error']) {
    worker.addEventListener(event, () => URL.revokeObjectURL(script), { once: true });
  }
  return worker;
}
