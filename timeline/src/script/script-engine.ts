import { meterWasm } from './meter-wasm.ts';
import { createVm, ScriptFailure } from './quickjs-vm.ts';

/**
 * Functions that a script may use besides the language. They exchange only text or JSON: no object is passed into or
 * out of the VM.
 */
export interface ScriptHost {
  /** Names of the commands that a script can call as functions of its object `commands`. */
  ops: readonly string[];
  /** Returns the current project as JSON. */
  document(): string;
  /** Runs a command, given as JSON. Returns the JSON of `{ ok, data?, error? }`. */
  command(json: string): string;
}

/** Limits of a script run. */
export interface ScriptLimits {
  timeoutMs: number;
  memoryBytes: number;
}

/** Result of a script. `output` has its log lines, at most 200 with 20,000 characters in total. */
export interface ScriptOutcome {
  /** Error message, with the line where known; `null` when the script ran to its end. */
  error: string | null;
  output: string[];
}

/** Runs JavaScript, each time in a new WebAssembly VM: no I/O, no clock, and the same random numbers in every run. */
export interface ScriptEngine {
  run(source: string, host: ScriptHost, limits: ScriptLimits): ScriptOutcome;
}

/** Options of a script engine. */
export interface ScriptEngineOptions {
  /** Bytes of the file at `scriptWasmUrl()`: QuickJS, compiled to WebAssembly. */
  wasm: Uint8Array;
  /**
   * Clock in milliseconds that never goes back, such as the processor time of the thread. Absent: only the number of
   * steps limits the run time.
   */
  now?: () => number;
}

/**
 * Number of steps that count as a millisecond. A step is a loop iteration or 32 bytes of a copy.
 * A server of 2024 runs 2 to 3 times as many in a millisecond.
 */
const STEPS_PER_MS = 100_000;
/** Number of steps between two checks of the limits. */
const SLICE = 1_000_000;
/** Maximum memory of the whole VM, in units of 64 KiB. The script's own memory limit is lower. */
const MAX_PAGES = 2_048;
const MAX_OUTPUT_LINES = 200;
const MAX_OUTPUT_LENGTH = 20_000;

/** Returns the file URL of the QuickJS module that `createScriptEngine` needs. The caller reads the file. */
export function scriptWasmUrl(): string {
  return import.meta.resolve('quickjs-wasi/quickjs.wasm');
}

/**
 * Creates a script engine. Takes 40 ms, once per process. Each run has a new VM (3 ms), so that scripts cannot affect
 * each other. The time limit counts the steps of the VM, so that a script within the limit on one machine is within it
 * on all. The clock, if given, is a second limit. A script ends at the limit that it reaches first.
 */
export async function createScriptEngine(options: ScriptEngineOptions): Promise<ScriptEngine> {
  const module = await WebAssembly.compile(meterWasm(options.wasm, 'host_interrupt', MAX_PAGES));
  return { run: (source, host, limits) => runScript(module, options.now, source, host, limits) };
}

function runScript(
  module: WebAssembly.Module,
  now: (() => number) | undefined,
  source: string,
  host: ScriptHost,
  limits: ScriptLimits,
): ScriptOutcome {
  const output: string[] = [];
  const log = boundedLog(output);
  const startedMs = now?.() ?? 0;
  let steps = 0;
  const checkTime = () => {
    const late = now !== undefined && now() - startedMs > limits.timeoutMs;
    if (late || steps > limits.timeoutMs * STEPS_PER_MS) {
      throw new ScriptFailure(
        `it ran longer than its limit of ${limits.timeoutMs} ms. Do less or raise timeoutMs (at most 5000)`,
      );
    }
  };
  const answer = (kind: string, text: string): string => {
    checkTime();
    if (kind === 'document') return host.document();
    if (kind === 'ops') return JSON.stringify(host.ops);
    if (kind === 'log') {
      log(text);
      return '';
    }
    return host.command(text);
  };
  try {
    const vm = createVm(module, {
      memoryBytes: limits.memoryBytes,
      slice: SLICE,
      onSlice: (made) => {
        steps += made;
        checkTime();
      },
      call: answer,
    });
    vm.evaluate(PRELUDE, 'prelude');
    vm.evaluate(source, 'script');
    vm.finishJobs();
    return { error: null, output };
  } catch (error) {
    if (error instanceof ScriptFailure) return { error: error.message, output };
    // The VM itself failed: its stack is full, or it trapped. It is discarded after this run.
    if (error instanceof RangeError) return { error: 'it calls itself too deeply. Use a loop', output };
    if (error instanceof WebAssembly.RuntimeError) return { error: 'it crashed the engine. Simplify it', output };
    throw error;
  }
}

function boundedLog(output: string[]): (line: string) => void {
  let length = 0;
  let cut = false;
  return (line) => {
    if (cut) return;
    if (output.length + 1 < MAX_OUTPUT_LINES && length + line.length < MAX_OUTPUT_LENGTH) {
      output.push(line);
      length += line.length + 1;
      return;
    }
    output.push('... more output was left out');
    cut = true;
  };
}

/**
 * JavaScript that prepares the VM before the user's script runs.
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
