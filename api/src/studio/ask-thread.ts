import type { ConsoleServices } from '../deps.ts';
import { refusalIn } from '../http/refusal-in.ts';
import type { RouteDoor } from '../routing/gate.ts';
import type { HandOver } from '../routing/hand-over.ts';
import { callCost } from '../threads/call-length.ts';

/**
 * Creates the function that runs API calls of signed-in users on worker threads.
 * The thread aborts its work when the connection of `reply` closes.
 */
export function createAskThread(handOver: Pick<HandOver, 'run'>, door: RouteDoor): ConsoleServices['askThread'] {
  return async (request, reply, url, units) => {
    const caller = await door(request);
    const call = { id: request.id, method: 'GET', url, headers: {}, body: undefined, longBody: null };
    const { status, body } = await handOver.run(call, reply, { caller, alongside: null }, callCost(units));
    const data = Buffer.from(body.buffer);
    if (status >= 400) throw refusalIn(JSON.parse(data.toString()));
    return data;
  };
}
