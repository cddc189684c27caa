/** Describes the failure of a connection to a third-party server by its error code, as the end of a sentence. */
export function connectionFault(code: string): string {
  const known = faults[code];
  if (known !== undefined) return known;
  if (code === 'EPROTO' || code.startsWith('ERR_SSL_')) return 'no secure connection (TLS) could be made';
  if (code.startsWith('HPE_')) return 'what came back is no HTTP';
  if (/CERT|TLS|SSL/.test(code)) return 'its certificate cannot be trusted';
  return 'it broke off';
}

const faults: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nobody listens at the address',
  ECONNRESET: 'the other side broke it off',
  EPIPE: 'the other side broke it off',
  UND_ERR_SOCKET: 'the other side broke it off',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the host cannot be reached',
  ETIMEDOUT: 'the host did not answer',
  UND_ERR_CONNECT_TIMEOUT: 'the host did not answer',
  UND_ERR_HEADERS_OVERFLOW: 'the headers of the answer are too large',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another host',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is signed by itself',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate is signed by nobody who is trusted',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'its certificate is signed by nobody who is trusted',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate is signed by itself',
};
