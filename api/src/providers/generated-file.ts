/** A file that a provider made, in memory. At most 32 MB. */
export interface GeneratedFile {
  data: Buffer;
}

/** Where a provider's file is: an address that is fetched as any stranger's is, through `outbound/`. */
export interface RemoteFile {
  url: string;
}
