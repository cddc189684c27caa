import { readFileSync } from 'node:fs';
import { createScriptEngine, type ScriptEngine, scriptWasmUrl } from '../src/script/script-engine.ts';

/**
 * Creates a script engine without a clock. Its limits count steps, so that tests give the same results on a busy
 * machine.
 */
export async function scriptEngine(): Promise<ScriptEngine> {
  return createScriptEngine({ wasm: readFileSync(new URL(scriptWasmUrl())) });
}
