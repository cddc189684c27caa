/** Hash of the engine's version and of what it makes of a tiny calibration project on this machine. */
export function engineFingerprint(): Promise<string> {
  return Promise.reject(new Error('not built yet'));
}
