/** File that a provider generated, in memory. Each adapter limits its size, to at most 64 MiB. */
export interface GeneratedFile {
  data: Buffer;
}

/** Address of a provider's file. It is not trusted: it is fetched through `outbound/` like any address from outside. */
export interface RemoteFile {
  url: string;
}
