import type { Document } from '@framemill/timeline';

/** A picture that is kept: `<name>.png` beside this file. */
export interface GoldenCase {
  name: string;
  document: Document;
  atSec: number;
  watermark?: boolean;
}
