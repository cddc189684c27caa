import { meterWasm } from './meter-wasm.ts';
import { createVm, ScriptFailure } from './quickjs-vm.ts';
import { PRELUDE } from './script-prelude.ts';

/** What a script may reach besides the language. All of it is text or JSON: no object crosses the border. */
export interface ScriptHost {
  /** Names of the functions in `commands`. */
  ops: readonly string[];
  /** The project as JSON, as it is now. */
  document(): string;
  /** Runs a command, given as JSON; answers JSON `{ ok, data?, error? }`. */
  command(json: string): string;
}

/** How much a script may use. */
export interface ScriptLimits {
  timeoutMs: number;
  memoryBytes: number;
}

/** What came of a script. `output` has its log lines, at most 200 and 20,000 characters in all. */
export interface ScriptOutcome {
  /** null: it ran to its end. Otherwise what went wrong, with the line where that is known. */
  error: string | null;
  output: string[];
}

/** Runs JavaScript in a WebAssembly machine of its own: no I/O, no clock, the same random numbers each time. */
export interface ScriptEngine {
  run(source: string, host: ScriptHost, limits: ScriptLimits): ScriptOutcome;
}

/** What a script engine needs from its host. */
export interface ScriptEngineOptions {
  /** The bytes at `scriptWasmUrl()`: QuickJS, compiled to WebAssembly. */
  wasm: Uint8Array;
  /** A clock in milliseconds that never goes back. Without it only steps count against the time limit. */
  now?: () => number;
}

/** Steps (turns of loops, and 32 bytes of a copy each) that count as a millisecond: 2 to 3 times as many run in one on a server of 2024. */
const STEPS_PER_MS = 100_000;
/** How often the limits are looked at. Steps. */
const SLICE = 1_000_000;
/** Of the whole machine, the script's own memory limit is lower. 64 KiB each. */
const MAX_PAGES = 2_048;
const MAX_OUTPUT_LINES = 200;
const MAX_OUTPUT_LENGTH = 20_000;

/** Where the QuickJS that `createScriptEngine` needs lies: a file URL for the caller to read; nothing is read here. */
export function scriptWasmUrl(): string {
  return import.meta.resolve('quickjs-wasi/quickjs.wasm');
}

/**
 * Makes a script engine; 40 ms, once a process. Each run has a new machine (3 ms), so scripts never meet. The time
 * limit counts the steps of the machine, so that a script that fits on one machine fits on all, and beside them the
 * clock when there is one: whichever is used up first.
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
        `it ran longer than its ${limits.timeoutMs} ms. Do less or raise timeoutMs (at most 5000)`,
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
    // The machine itself gave up: its stack is full, or it ran into a trap. It is thrown away with this run.
    if (error instanceof RangeError) return { error: 'it calls itself too deeply. Use a loop', output };
    if (error instanceof WebAssembly.RuntimeError) return { error: 'it broke the script machine. Simplify it', output };
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
