import { FramemillError } from '@framemill/timeline/errors';

/** Work that another node has to do. The node that hands it back stands aside for a moment, or it would take it again. */
export class HandBack extends FramemillError {
  constructor(message: string) {
    super('unavailable', message);
  }
}
