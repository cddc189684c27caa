import { startVendorServer, type VendorServer } from './vendor-server.ts';
import { falWire } from './wire/fal.ts';

/**
 * Simulated fal service whose video generations take as long as a test wants. Requests are identified by their prompt.
 */
export interface PatientFal extends VendorServer {
  /** Environment variables that make the API use this server. */
  env: Record<string, string>;
  /** Prompts of the generation requests, oldest first. A prompt that was requested twice appears twice. */
  orders: string[];
  /** State of each request. It is `working` until a test changes it. */
  states: Map<string, 'working' | 'done' | 'failed'>;
  /** Requests whose video was downloaded, or is being downloaded. */
  fetched: string[];
  /** Whether downloads of videos never get a response. */
  holdsFilms: boolean;
}

/** Starts the simulated fal service. Every video has the bytes of `film`. */
export async function startPatientFal(film: Buffer): Promise<PatientFal> {
  const server = await startVendorServer(async (request) => {
    const { path } = request;
    const [, filmOf] = /^\/films\/([^/]+)\.mp4$/.exec(path) ?? [];
    if (filmOf !== undefined) {
      fal.fetched.push(filmOf);
      if (fal.holdsFilms) await new Promise(() => {});
      return { headers: { 'content-type': 'video/mp4' }, body: film };
    }
    const answer = await falWire.answer(request, server.url);
    if (answer.status === 401) return answer;
    const [, id, isStatus] = /\/requests\/([^/]+)(\/status)?$/.exec(path) ?? [];
    if (id !== undefined) {
      const state = fal.states.get(id);
      if (state === undefined) return { status: 404, body: { detail: 'request' } };
      if (isStatus) return { body: { status: state === 'working' ? 'IN_PROGRESS' : 'COMPLETED', request_id: id } };
      return state === 'done'
        ? { body: { video: { url: `${server.url}/films/${id}.mp4` } } }
        : { status: 422, body: { detail: [{ msg: 'The film could not be made.', type: 'generation_error' }] } };
    }
    if (answer.status !== undefined) return answer;
    const { prompt }: { prompt: string } = JSON.parse(request.body.toString('utf8'));
    fal.orders.push(prompt);
    fal.states.set(prompt, 'working');
    return { body: { request_id: prompt, status: 'IN_QUEUE' } };
  });
  const fal: PatientFal = Object.assign(server, {
    env: falWire.settings(server.url),
    orders: [],
    states: new Map(),
    fetched: [],
    holdsFilms: false,
  });
  return fal;
}
