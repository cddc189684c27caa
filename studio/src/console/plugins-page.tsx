import { useSuspenseQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api } from '../client/api.ts';
import { answerOf } from '../client/api-error.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { Badge } from '../ui/indicators.tsx';
import { wordsOf } from '../ui/labels.ts';
import { Card, Empty, Page } from '../ui/page.tsx';
import { pluginsQuery, useChange } from './console-queries.ts';

/** Page of the installation's plugins, with a field for the secret that the account gives to each. */
export function PluginsPage() {
  const { data: plugins } = useSuspenseQuery(pluginsQuery);
  return (
    <Page
      lead={
        <>
          Extra tools that your apps and assistants can call.{' '}
          <a className="text-accent underline" href="/docs/plugins" rel="noreferrer" target="_blank">
            How to build a plugin
          </a>
        </>
      }
      title="Plugins"
    >
      {plugins.length === 0 ? (
        <Empty icon="plug" title="No plugins installed">
          An operator of this installation can add them.
        </Empty>
      ) : (
        <div className="flex flex-col gap-4">
          {plugins.map((plugin) => (
            <Card
              actions={plugin.planRequired && <Badge tone="accent">Requires {wordsOf(plugin.planRequired)}</Badge>}
              key={plugin.slug}
              lead={plugin.description}
              title={plugin.name}
            >
              <ul className="mb-5 flex flex-col gap-2">
                {plugin.tools.map(({ name, description }) => (
                  <li className="text-[13px]" key={name}>
                    <code className="font-mono">{name}</code> <span className="text-soft">{description}</span>
                  </li>
                ))}
              </ul>
              <PluginSecret slug={plugin.slug} />
            </Card>
          ))}
        </div>
      )}
    </Page>
  );
}

function PluginSecret({ slug }: { slug: string }) {
  const [value, setValue] = useState('');
  const params = { path: { slug } };
  const give = useChange(() => answerOf(api.PUT('/api/developer/plugins/{slug}/secret', { params, body: { value } })), {
    done: 'Secret saved',
    onDone: () => setValue(''),
  });
  const forget = useChange(() => answerOf(api.DELETE('/api/developer/plugins/{slug}/secret', { params })), {
    done: 'Secret removed',
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    give.mutate();
  };
  return (
    <form className="flex flex-wrap items-end gap-3" onSubmit={submit}>
      <TextField
        autoComplete="off"
        className="min-w-72 grow"
        help="Sent with each of your calls. It is not shown again."
        label="Your secret for this plugin"
        maxLength={500}
        onChange={(event) => setValue(event.target.value)}
        required
        type="password"
        value={value}
      />
      <div className="mb-6.5 flex gap-2">
        <Button isBusy={give.isPending} type="submit">
          Save
        </Button>
        <Button isBusy={forget.isPending} onClick={() => forget.mutate()} tone="quiet">
          Remove
        </Button>
      </div>
    </form>
  );
}
