import { createPluginServer } from './server.ts';

const { PLUGIN_SECRET: secret, PORT: port = '8790' } = process.env;
if (!secret) {
  process.stderr.write(
    'Set PLUGIN_SECRET to what "npm run admin -- plugin add api/plugin-example/manifest.json" shows.\n',
  );
  process.exit(1);
}
createPluginServer(secret).listen(Number(port), '127.0.0.1', () =>
  process.stdout.write(`palette plugin on port ${port}\n`),
);
