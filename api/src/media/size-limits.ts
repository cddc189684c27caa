/** Largest import, and largest upload by the route of large ones, of any plan, in MB of 1,048,576 bytes: it goes to the disk as it comes. */
export const MAX_IMPORT_MB = 512;
