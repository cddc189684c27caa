/** GPU, or software that emulates one. */
export interface AdapterFacts {
  readonly vendor: string;
  readonly architecture: string;
  readonly name: string;
  /** Driver name and version, as the driver reports them. */
  readonly driver: string;
  /** Whether it computes on the CPU. For tests only. */
  readonly isSoftware: boolean;
}

/** GPU of a machine, with its measured capabilities. */
export interface CardReport {
  readonly adapter: AdapterFacts;
  /**
   * SHA-256 of the adapter, the driver and the drawn reference effects, as 64 hexadecimal digits. Equal fingerprints
   * draw equal bytes.
   */
  readonly fingerprint: string;
  /** Milliseconds to draw each reference effect at `size`, including the copy back. */
  readonly looks: readonly { readonly name: string; readonly ms: number }[];
  readonly size: { readonly width: number; readonly height: number };
}
