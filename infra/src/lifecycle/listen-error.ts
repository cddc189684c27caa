/** Returns the error of a server that cannot listen: it names the variable to set, with the reason as its cause. */
export function listenError(
  cause: unknown,
  { host, port, what, variable }: { host: string; port: number; what: string; variable: string },
): Error {
  const problems: Record<string, string> = {
    EADDRINUSE: `Port ${port} for ${what} is taken. Set ${variable} to a free one.`,
    EACCES: `This user may not listen on port ${port} for ${what}. Allow it, or set ${variable} to another one.`,
  };
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  const otherwise = `The server cannot listen on "${host}". Set HOST to an address of this machine.`;
  return new Error(problems[code] ?? otherwise, { cause });
}
