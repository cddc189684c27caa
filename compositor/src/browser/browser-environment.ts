const names = ['PATH', 'CHROMIUM_PATH', 'HTML_SANDBOX'];

/** What a process that may start a browser needs of its parent's environment; nothing in it is a secret. */
export function browserEnvironment(env: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(names.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])));
}
