import { readFileSync } from 'node:fs';
import { createScriptEngine, type ScriptEngine, scriptWasmUrl } from '../src/script/script-engine.ts';

/** A script engine without a clock: its limits are steps, so tests come out alike on a busy machine. */
export async function scriptEngine(): Promise<ScriptEngine> {
  return createScriptEngine({ wasm: readFileSync(new URL(scriptWasmUrl())) });
}
