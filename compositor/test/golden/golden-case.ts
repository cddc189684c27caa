import type { Document } from '@framemill/timeline';

/** Golden test: a render that is compared with the stored image `<name>.png` next to this file. */
export interface GoldenCase {
  name: string;
  document: Document;
  atSec: number;
  watermark?: boolean;
  /** Whether it shows animations, which a browser cannot replay from sprites and planes. */
  hasAnimations?: boolean;
}
