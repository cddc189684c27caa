/** A graphics card, or what stands in for one. */
export interface AdapterFacts {
  readonly vendor: string;
  readonly architecture: string;
  readonly name: string;
  /** The driver and its version, as it names itself. */
  readonly driver: string;
  /** It computes on the processor: for tests. */
  readonly isSoftware: boolean;
}

/** What a machine's graphics card is and can do. */
export interface CardReport {
  readonly adapter: AdapterFacts;
  /** Equal ones draw equal bytes: adapter, driver and what they make of the reference looks. 64 hexadecimal digits. */
  readonly fingerprint: string;
  /** Milliseconds of a picture of each reference look, of `size`, the copy back included. */
  readonly looks: readonly { readonly name: string; readonly ms: number }[];
  readonly size: { readonly width: number; readonly height: number };
}
