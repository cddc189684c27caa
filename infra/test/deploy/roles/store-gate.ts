import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, request } from 'node:http';
import path from 'node:path';
import { listen } from '@framemill/testing/local-server';
import { deploy } from '../deploy-files.ts';

interface Statement {
  Action: string[];
  Resource: string[];
}

/**
 * Starts a proxy in front of an S3 service that does not support policies. It responds 403 to requests that the policy
 * of the caller's access key (`framemill-<role>`) does not allow, and forwards all others. `refused` lists the refused
 * requests as `user action resource`.
 */
export async function startStoreGate(target: number) {
  const refused: string[] = [];
  const policies = new Map<string, Statement[]>(
    ['api', 'scheduler', 'node'].map((role) => [
      `framemill-${role}`,
      JSON.parse(readFileSync(path.join(deploy, `objects/${role}.json`), 'utf8')).Statement,
    ]),
  );
  const server = createServer((incoming, outgoing) => {
    const user = /Credential=([^/]+)\//.exec(incoming.headers.authorization ?? '')?.[1] ?? 'nobody';
    const { action, resource } = asked(incoming);
    if (!allows(policies.get(user) ?? [], action, resource)) {
      refused.push(`${user} ${action} ${resource}`);
      incoming.resume();
      outgoing.writeHead(403, { 'content-type': 'application/xml' });
      return outgoing.end('<Error><Code>AccessDenied</Code><Message>Access Denied.</Message></Error>');
    }
    const { method, url: requestPath, headers } = incoming;
    const passed = request({ host: '127.0.0.1', port: target, method, path: requestPath, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(outgoing);
    });
    passed.on('error', () => outgoing.destroy());
    incoming.pipe(passed);
  });
  return { ...(await listen(server)), refused };
}

/** Returns the action and the resource of an S3 request with the bucket in its path. */
function asked({ method, url = '/' }: IncomingMessage): { action: string; resource: string } {
  const { pathname, searchParams } = new URL(url, 'http://store');
  const parts = decodeURIComponent(pathname)
    .split('/')
    .filter((part) => part !== '');
  const resource = `arn:aws:s3:::${parts.join('/')}`;
  if (parts.length < 2) return { action: method === 'PUT' ? 's3:CreateBucket' : 's3:ListBucket', resource };
  if (method === 'GET' || method === 'HEAD') return { action: 's3:GetObject', resource };
  if (method !== 'DELETE') return { action: 's3:PutObject', resource };
  return { action: searchParams.has('uploadId') ? 's3:AbortMultipartUpload' : 's3:DeleteObject', resource };
}

function allows(statements: Statement[], action: string, resource: string): boolean {
  // In a policy, a star stands for any characters, slashes too.
  const fits = (pattern: string) => {
    const literals = pattern.split('*').map((part) => part.replaceAll(/[^\w-]/g, '\\$&'));
    return new RegExp(`^${literals.join('.*')}$`, 's').test(resource);
  };
  return statements.some((statement) => statement.Action.includes(action) && statement.Resource.some(fits));
}
