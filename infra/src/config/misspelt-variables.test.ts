import { describe, expect, it } from 'vitest';
import { misspeltVariables, warnOfMisspelt } from './misspelt-variables.ts';
import { variables } from './variables.ts';

describe('misspelt variables', () => {
  it.each([
    ['SLOT', 'SLOTS'],
    ['slots', 'SLOTS'],
    ['DATADIR', 'DATA_DIR'],
    ['REDIS_URI', 'REDIS_URL'],
    ['DATABASE_URLS', 'DATABASE_URL'],
    ['S3_BUCKET_NAME', 'S3_BUCKET'],
    ['MEDIA_CACHE', 'MEDIA_CACHE_MB'],
    ['PLAN_FILE', 'PLANS_FILE'],
  ])('are named with the nearest one: %s', (name, near) => {
    expect(misspeltVariables({ [name]: '4' })).toEqual([`${name} (did you mean ${near}?)`]);
  });

  it('are not those of shells, systems, clusters and other programs', () => {
    const others = [
      ...[
        'PATH',
        'HOME',
        'PWD',
        'OLDPWD',
        'USER',
        'LOGNAME',
        'SHELL',
        'SHLVL',
        'TERM',
        'LANG',
        'LC_ALL',
        'TZ',
        'EDITOR',
      ],
      ...[
        'HOSTNAME',
        'HOSTTYPE',
        'TMPDIR',
        'DISPLAY',
        'MAIL',
        'COLORTERM',
        'XDG_DATA_DIRS',
        'XDG_CONFIG_DIRS',
        'XDG_DATA_HOME',
      ],
      ...[
        'NODE_ENV',
        'NODE_OPTIONS',
        'NODE_PATH',
        'NODE_VERSION',
        'NVM_DIR',
        'NPM_CONFIG_CACHE',
        'npm_config_cache',
        'INIT_CWD',
      ],
      ...[
        'AWS_REGION',
        'AWS_ACCESS_KEY_ID',
        'AWS_SECRET_ACCESS_KEY',
        'AWS_DEFAULT_REGION',
        'HTTP_PROXY',
        'NO_PROXY',
        'CI',
      ],
      ...[
        'KUBERNETES_SERVICE_HOST',
        'KUBERNETES_PORT',
        'REDIS_SERVICE_HOST',
        'REDIS_PORT',
        'POSTGRES_PASSWORD',
        'PGHOST',
      ],
      ...[
        'SSH_AUTH_SOCK',
        'SSH_CLIENT',
        'SUDO_USER',
        'DOCKER_HOST',
        'OPENAI_API_KEY',
        'ESPEAK_PATH',
        'TEST_LOG',
        'LD_LIBRARY_PATH',
      ],
    ];
    expect(misspeltVariables(Object.fromEntries(others.map((name) => [name, 'x'])))).toEqual([]);
  });

  it('are none of those that there are, nor empty ones, nor further ones that are read', () => {
    expect(misspeltVariables(Object.fromEntries(Object.keys(variables).map((name) => [name, 'x'])))).toEqual([]);
    expect(misspeltVariables({ SLOT: '', FAL_KEYS: 'x' }, ['FAL_KEY'])).toEqual(['FAL_KEYS (did you mean FAL_KEY?)']);
  });

  it('become a line each', () => {
    const lines: string[] = [];
    warnOfMisspelt({ SLOT: '4', PORTS: '1' }, (line) => lines.push(line));
    expect(lines).toEqual([
      'unknown environment variable SLOT (did you mean SLOTS?): it has no effect',
      'unknown environment variable PORTS (did you mean PORT?): it has no effect',
    ]);
  });
});
