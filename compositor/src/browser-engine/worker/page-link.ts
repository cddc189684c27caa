import { createMediaAccess, type MediaAccess } from './media-access.ts';
import type { EngineAnswer, EngineQuestion } from './messages.ts';

/** Questions that a worker asks its page. */
export interface PageLink {
  /** Access to media files, whose addresses the page knows. */
  readonly media: MediaAccess;
  /** Lets the page draw an SVG image, because workers cannot. Resolves to null when it cannot be drawn. */
  drawSvg(svg: Blob, width: number, height: number): Promise<Uint8ClampedArray<ArrayBuffer> | null>;
  /** Takes an answer of the page. */
  take(answer: EngineAnswer): void;
}

/** Creates the link to the page. `send` posts a question to it. */
export function createPageLink(send: (question: EngineQuestion & { readonly id: number }) => void): PageLink {
  /** Functions that take the page's answers, by the ids of the questions. */
  const questions = new Map<number, (answer: EngineAnswer) => void>();
  let serial = 0;

  function ask(question: EngineQuestion): Promise<EngineAnswer> {
    const { promise, resolve } = Promise.withResolvers<EngineAnswer>();
    serial += 1;
    questions.set(serial, resolve);
    send({ ...question, id: serial });
    return promise;
  }

  return {
    media: createMediaAccess(async (path, isExpired) => {
      const answer = await ask({ type: 'address', path, isExpired });
      return answer.type === 'address' ? answer.address : null;
    }),
    async drawSvg(svg, width, height) {
      const answer = await ask({ type: 'drawing', svg, width, height });
      return answer.type === 'drawing' ? answer.rgba : null;
    },
    take(answer) {
      questions.get(answer.id)?.(answer);
      questions.delete(answer.id);
    },
  };
}
