import { startVendorServer, type VendorServer } from './vendor-server.ts';
import { falWire } from './wire/fal.ts';

/** fal on this machine, whose films take as long as a test wants. A request is named by its prompt. */
export interface PatientFal extends VendorServer {
  /** Variables that lead the API here. */
  env: Record<string, string>;
  /** Prompts that were ordered, oldest first; one that is ordered twice is in it twice. */
  orders: string[];
  /** How each request stands: `working` until a test says otherwise. */
  states: Map<string, 'working' | 'done' | 'failed'>;
  /** Requests whose film is asked for. */
  fetched: string[];
  /** While true, films are asked for and do not come. */
  holdsFilms: boolean;
}

/** Starts it. Every film has the bytes of `film`. */
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
