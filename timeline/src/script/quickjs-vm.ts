import { FUEL_EXPORT } from './meter-wasm.ts';

/** Reason why a script ended early. The message completes "The script was stopped: ...". */
export class ScriptFailure extends Error {}

/** Limits and callbacks of one run of the script VM. */
export interface VmOptions {
  /** Maximum memory for the script's values. Bytes. */
  memoryBytes: number;
  /** Number of steps between two calls of `onSlice`. A copy of a large block of memory may exceed it. */
  slice: number;
  /** Called with the number of steps since the last call. May throw; the VM is then unusable. */
  onSlice(steps: number): void;
  /** Called by the VM's function `__host(kind, text)`, whose result it returns. An exception ends the script. */
  call(kind: string, text: string): string;
}

/** A QuickJS VM. Only text is exchanged with it. */
export interface Vm {
  /** Runs source code. Throws ScriptFailure with the message and line of an uncaught exception. */
  evaluate(source: string, name: string): void;
  /** Runs pending promise jobs. Throws ScriptFailure for an unhandled rejection. */
  finishJobs(): void;
}

/**
 * Enabled intrinsics: eval, RegExp, JSON, Proxy, Map and Set, typed arrays, Promise, BigInt.
 * Date, performance and weak references are disabled, because they reveal the time.
 */
const INTRINSICS = 2 | 4 | 8 | 16 | 32 | 64 | 128 | 256;
const STACK_BYTES = 256 * 1024;
/** Error code "not supported", returned by the system calls that a script could exploit. */
const ENOSYS = 52;

/**
 * Creates a VM from a module of quickjs-wasi 3.6 that counts its steps (`meterWasm`). Takes 3 ms. Throws Error for
 * another module.
 */
export function createVm(module: WebAssembly.Module, options: VmOptions): Vm {
  const rejections = new Map<number, string>();
  const imports = {
    env: {
      host_interrupt: () => {
        options.onSlice(options.slice - Number(fuel.value));
        fuel.value = BigInt(options.slice);
        return 0;
      },
      host_call: (_name: number, _length: number, _self: number, count: number, values: number): number => {
        const argument = (index: number) => textOf(new DataView(memory.buffer).getUint32(values + index * 4, true));
        if (count < 2) return q('qjs_get_undefined');
        return newText(options.call(argument(0), argument(1)));
      },
      host_promise_rejection: (promise: number, reason: number, handled: number) => {
        const id = q('qjs_get_value_ptr', promise);
        if (handled) rejections.delete(id);
        else rejections.set(id, textOf(reason));
        q('qjs_free_value', promise);
        q('qjs_free_value', reason);
      },
      host_module_normalize: () => 0,
      host_module_load: () => 0,
      host_get_timezone_offset: () => 0,
    },
    wasi_snapshot_preview1: {
      // The clock is constant. QuickJS also seeds its random numbers with it.
      clock_time_get: (_clock: number, _precision: bigint, result: number) => {
        new DataView(memory.buffer).setBigUint64(result, 1n, true);
        return 0;
      },
      random_get: (at: number, length: number) => {
        new Uint8Array(memory.buffer, at, length).fill(1);
        return 0;
      },
      fd_close: () => ENOSYS,
      fd_fdstat_get: () => ENOSYS,
      fd_seek: () => ENOSYS,
      fd_write: () => ENOSYS,
    },
  };
  const { exports } = new WebAssembly.Instance(module, imports);
  const memory = memoryOf(exports.memory);
  const fuel = globalOf(exports[FUEL_EXPORT]);

  const q = (name: string, ...values: number[]): number => {
    const found = exports[name];
    if (typeof found !== 'function') throw new Error(`The QuickJS module exports no "${name}". Use quickjs-wasi 3.6.`);
    return Number(found(...values) ?? 0);
  };
  const textOf = (value: number): string => {
    const lengthAt = q('wasm_malloc', 4);
    const at = lengthAt === 0 ? 0 : q('qjs_get_string_len', value, lengthAt);
    if (at === 0) return '(a value without text)';
    const length = new DataView(memory.buffer).getUint32(lengthAt, true);
    const text = decodeText(new Uint8Array(memory.buffer, at, length));
    q('qjs_free_cstring', at);
    q('wasm_free', lengthAt);
    return text;
  };
  const writeText = (text: string): { at: number; length: number } => {
    const encoded = encodeText(text);
    const at = q('wasm_malloc', encoded.length + 1);
    if (at === 0) throw new ScriptFailure('it ran out of memory. Keep less at a time');
    const bytes = new Uint8Array(memory.buffer, at, encoded.length + 1);
    bytes.set(encoded);
    bytes[encoded.length] = 0;
    return { at, length: encoded.length };
  };
  const newText = (text: string): number => {
    const { at, length } = writeText(text);
    const value = q('qjs_new_string', at, length);
    q('wasm_free', at);
    return value;
  };
  const property = (value: number, name: string): string => {
    const { at } = writeText(name);
    const found = q('qjs_get_prop_string', value, at);
    q('wasm_free', at);
    return q('qjs_is_string', found) ? textOf(found) : '';
  };
  const failure = (): ScriptFailure => {
    const thrown = q('qjs_get_exception');
    const message = textOf(thrown).slice(0, 1_000);
    if (/^InternalError: out of memory/.test(message)) {
      return new ScriptFailure('it ran out of memory. Keep less at a time');
    }
    const stack = q('qjs_is_object', thrown) ? property(thrown, 'stack') : '';
    const line = /\bscript:(\d+)/.exec(stack)?.[1];
    return new ScriptFailure(`${line ? `line ${line}: ` : ''}${message}`);
  };

  fuel.value = BigInt(options.slice);
  q('_initialize');
  if (q('qjs_init2', INTRINSICS) !== 0) throw new Error('QuickJS did not start. Use quickjs-wasi 3.6.');
  q('qjs_set_memory_limit', options.memoryBytes);
  q('qjs_set_max_stack_size', STACK_BYTES);
  q('qjs_set_promise_rejection_handler', 1);
  const hostName = writeText('__host');
  q(
    'qjs_set_prop_string',
    q('qjs_get_global'),
    hostName.at,
    q('qjs_new_host_function', hostName.at, hostName.length, 2),
  );

  return {
    evaluate: (source, name) => {
      const code = writeText(source);
      const file = writeText(name);
      if (q('qjs_is_exception', q('qjs_eval', code.at, code.length, file.at, 0))) throw failure();
    },
    finishJobs: () => {
      while (q('qjs_is_job_pending')) {
        if (q('qjs_execute_pending_job') < 0) throw failure();
      }
      for (const reason of rejections.values())
        throw new ScriptFailure(`a promise was rejected: ${reason.slice(0, 1_000)}`);
    },
  };
}

function memoryOf(value: WebAssembly.ExportValue | undefined): WebAssembly.Memory {
  if (value instanceof WebAssembly.Memory) return value;
  throw new Error('The QuickJS module exports no memory. Use quickjs-wasi 3.6.');
}

function globalOf(value: WebAssembly.ExportValue | undefined): WebAssembly.Global {
  if (value instanceof WebAssembly.Global) return value;
  throw new Error('The QuickJS module exports no step counter. Call meterWasm first.');
}

/** Encodes text as UTF-8. An unpaired surrogate becomes the replacement character. */
function encodeText(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** Decodes text from UTF-8. Invalid bytes become the replacement character. */
function decodeText(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
