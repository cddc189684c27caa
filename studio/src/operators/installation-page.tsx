import { useSuspenseQuery } from '@tanstack/react-query';
import { buttonClass } from '../ui/button.tsx';
import { amountText, bytesText } from '../ui/format.ts';
import { Icon } from '../ui/icon.tsx';
import { Badge } from '../ui/indicators.tsx';
import { Card, Facts, Page } from '../ui/page.tsx';
import { installationQuery } from './operator-queries.ts';

/** Page of the installation's providers and stored files, with a link to Grafana. */
export function InstallationPage() {
  const { data } = useSuspenseQuery(installationQuery);
  const { providers, storage, grafanaUrl } = data;
  return (
    <Page
      actions={
        grafanaUrl && (
          <a className={buttonClass()} href={grafanaUrl} rel="noreferrer" target="_blank">
            <Icon name="chart" /> Grafana
          </a>
        )
      }
      lead={
        <>
          Is something wrong with a node? Run <code className="font-mono">npm run node -- --doctor</code> on its
          machine.
          {!grafanaUrl && ' Set GRAFANA_URL to have a link to the figures here.'}
        </>
      }
      title="Installation"
    >
      <div className="flex flex-col gap-5">
        <Card
          lead={
            <a className="hover:text-accent" href="/docs/providers">
              /docs/providers tells what each needs
            </a>
          }
          title="Providers"
        >
          <Facts
            rows={providers.map(({ kind, names }) => [
              kind.charAt(0).toUpperCase() + kind.slice(1),
              <span className="flex flex-wrap gap-1.5" key={kind}>
                {names.length === 0 && <span className="text-faint">none</span>}
                {names.map((name) => (
                  <Badge key={name}>{name}</Badge>
                ))}
              </span>,
            ])}
          />
        </Card>
        <Card title="Storage">
          <Facts
            rows={[
              ['Media', filesText(storage.media)],
              ['Films', filesText(storage.films)],
              ['Segments', `${filesText(storage.segments)}, kept for renders that can use them again`],
            ]}
          />
        </Card>
      </div>
    </Page>
  );
}

function filesText({ count, bytes }: { count: number; bytes: number }): string {
  return `${amountText(count, 'file')}, ${bytesText(bytes)}`;
}
