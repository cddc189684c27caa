/** Pixels on a device. */
export interface Texture {
  /** Equal versions hold equal pixels: changes with every new picture. */
  readonly version: string;
  /** Size as stored: halvings are done. Pixels. */
  readonly width: number;
  readonly height: number;
  readonly hasAlpha: boolean;
  /** Memory it takes, about, without copies made for sampling it smaller. */
  readonly bytes: number;
  /** Gives the memory back. Not to be drawn afterwards. */
  close(): void;
}
