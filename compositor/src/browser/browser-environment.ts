const names = ['PATH', 'CHROMIUM_PATH', 'HTML_SANDBOX'];

/** Selects the environment variables that a process needs to start a browser. None of them is a secret. */
export function browserEnvironment(env: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(names.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])));
}
