/** Largest upload by the route of small ones on any plan, in MB of 1,048,576 bytes. */
export const MAX_UPLOAD_MB = 32;

/** Largest import, and largest upload by the route of large ones, of any plan, in MB of 1,048,576 bytes: it goes to the disk as it comes. */
export const MAX_IMPORT_MB = 512;
