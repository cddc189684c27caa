/** Describes the failure of a connection to a third-party server by its error code, as the end of a sentence. */
export function connectionFault(code: string): string {
  const known = faults[code];
  if (known !== undefined) return known;
  if (code === 'EPROTO' || code.startsWith('ERR_SSL_')) return 'no secure connection (TLS) could be established';
  if (code.startsWith('HPE_')) return 'the answer is not HTTP';
  if (/CERT|TLS|SSL/.test(code)) return 'the certificate of the server cannot be trusted';
  return 'the connection was lost';
}

const faults: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the server refused the connection',
  ECONNRESET: 'the server closed the connection',
  EPIPE: 'the server closed the connection',
  UND_ERR_SOCKET: 'the server closed the connection',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the host cannot be reached',
  ETIMEDOUT: 'the host did not respond',
  UND_ERR_CONNECT_TIMEOUT: 'the host did not respond',
  UND_ERR_HEADERS_OVERFLOW: 'the headers of the answer are too large',
  CERT_HAS_EXPIRED: 'the certificate of the server has expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'the certificate of the server is for another host',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'the certificate of the server is self-signed',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'the certificate of the server is not signed by a trusted authority',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'the certificate of the server is not signed by a trusted authority',
  SELF_SIGNED_CERT_IN_CHAIN: 'the certificate of the server is self-signed',
};
