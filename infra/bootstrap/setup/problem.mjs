/** Error of the set-up that the user can resolve: printed without a stack. */
export class SetupProblem extends Error {}

/**
 * Converts the output of a failed installer to a sentence with advice; null when the failure is not a known one.
 * @param {string} output
 */
export function explainFailure(output) {
  if (/ENOSPC|No space left on device/i.test(output)) {
    return 'The disk is full. Free at least 3 GB and run the same command again.';
  }
  if (
    /ENOTFOUND|EAI_AGAIN|ENETUNREACH|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ERR_SOCKET_TIMEOUT|Temporary failure resolving|Could not resolve/i.test(
      output,
    )
  ) {
    return 'The network or the package registry cannot be reached. Check the connection (and proxy settings) and run the same command again.';
  }
  if (/EACCES|EPERM|Permission denied/i.test(output)) {
    return 'Write permission is missing. Check the owner of this folder and run the same command again.';
  }
  return null;
}
