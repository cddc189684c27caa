/**
 * Script that prepares the VM, in the script's own language.
 * It defines `commands` with a function for every command, which returns the command's data or throws its error;
 * `project`, a frozen view of the current document; and `log` and `console.log`. It keeps its own references to the
 * built-ins that it uses, so that a script that overwrites built-ins affects only itself.
 */
export const PRELUDE = `(() => {
  'use strict';
  const host = globalThis.__host;
  delete globalThis.__host;
  const { parse, stringify } = JSON;
  const { freeze, values, defineProperty } = Object;
  const text = String;
  let view = null;
  const frozen = (value) => {
    if (typeof value === 'object' && value !== null) {
      freeze(value);
      const inner = values(value);
      for (let index = 0; index < inner.length; index += 1) frozen(inner[index]);
    }
    return value;
  };
  const shown = (value) => {
    if (typeof value === 'string') return value;
    if (typeof value === 'object' && value !== null && !(value instanceof Error)) return stringify(value);
    return text(value);
  };
  const commands = {};
  for (const op of parse(host('ops', ''))) {
    commands[op] = (params) => {
      const answer = parse(host('command', stringify({ ...params, op })));
      view = null;
      if (!answer.ok) throw new Error(op + ': ' + answer.error);
      return answer.data ?? {};
    };
  }
  const log = (...parts) => {
    let line = '';
    for (let index = 0; index < parts.length; index += 1) line += (index ? ' ' : '') + shown(parts[index]);
    host('log', line);
  };
  const fixed = { writable: false, configurable: false, enumerable: true };
  defineProperty(globalThis, 'commands', { ...fixed, value: freeze(commands) });
  defineProperty(globalThis, 'log', { ...fixed, value: log });
  defineProperty(globalThis, 'console', { ...fixed, value: freeze({ log }) });
  defineProperty(globalThis, 'project', {
    configurable: false,
    enumerable: true,
    get: () => (view ??= frozen(parse(host('document', '')))),
  });
})()`;
