import { useSuspenseQuery } from '@tanstack/react-query';
import { buttonClass } from '../ui/button.tsx';
import { amountText, bytesText } from '../ui/format.ts';
import { Icon } from '../ui/icon.tsx';
import { Badge } from '../ui/indicators.tsx';
import { wordsOf } from '../ui/labels.ts';
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
          To check a node, run <code className="font-mono">npm run node -- --doctor</code> on its machine.
          {!grafanaUrl && ' To show a link to Grafana here, set GRAFANA_URL.'}
        </>
      }
      title="Installation"
    >
      <div className="flex flex-col gap-5">
        <Card
          lead={
            <a className="hover:text-accent" href="/docs/providers">
              How to set up providers
            </a>
          }
          title="Providers"
        >
          <Facts
            rows={providers.map(({ kind, names }) => [
              wordsOf(kind),
              <span className="flex flex-wrap gap-1.5" key={kind}>
                {names.length === 0 && <span className="text-faint">None</span>}
                {names.map((name) => (
                  <Badge key={name}>{wordsOf(name)}</Badge>
                ))}
              </span>,
            ])}
          />
        </Card>
        <Card title="Storage">
          <Facts
            rows={[
              ['Media', filesText(storage.media)],
              ['Renders', filesText(storage.films)],
              ['Segments', `${filesText(storage.segments)}, kept for later renders`],
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
