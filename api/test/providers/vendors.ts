import { startVendorServer, type VendorServer } from './vendor-server.ts';
import { deepgramWire } from './wire/deepgram.ts';
import { elevenlabsWire } from './wire/elevenlabs.ts';
import { falWire } from './wire/fal.ts';
import { openaiWire } from './wire/openai.ts';
import { pexelsWire } from './wire/pexels.ts';
import type { Wire } from './wire/wire.ts';

const wires: Record<string, Wire> = {
  openai: openaiWire,
  fal: falWire,
  elevenlabs: elevenlabsWire,
  deepgram: deepgramWire,
  pexels: pexelsWire,
};

/** Simulated vendors of every kind, and the environment variables that make the API use them. */
export interface Vendors extends VendorServer {
  env: Record<string, string>;
}

/** Starts one server that simulates several vendors, each below its own path. */
export async function startVendors(): Promise<Vendors> {
  const server = await startVendorServer((request) => {
    const [, name = '', rest = '/'] = /^\/([a-z]+)(\/.*)$/.exec(request.path) ?? [];
    const wire = wires[name];
    if (!wire) return { status: 404, body: {} };
    return wire.answer({ ...request, path: rest }, `${server.url}/${name}`);
  });
  const settings = Object.entries(wires).map(([name, wire]) => wire.settings(`${server.url}/${name}`));
  return Object.assign(server, { env: Object.assign({}, ...settings) });
}
