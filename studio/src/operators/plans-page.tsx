import { useSuspenseQuery } from '@tanstack/react-query';
import { countText } from '../ui/format.ts';
import { Badge } from '../ui/indicators.tsx';
import { featureLabel, limitLabel, limitText } from '../ui/labels.ts';
import { Page } from '../ui/page.tsx';
import { Table } from '../ui/table.tsx';
import { plansQuery } from './operator-queries.ts';

/** Page that compares the limits and features of all plans. */
export function PlansPage() {
  const { data } = useSuspenseQuery(plansQuery);
  const rows = [
    { name: 'Accounts', values: data.plans.map(({ accounts }) => countText(accounts)) },
    ...data.limits.map(({ name, meaning }) => ({
      name: limitLabel(name, meaning),
      values: data.plans.map(({ limits }) => limitText(limits[name])),
    })),
  ];
  return (
    <Page
      lead={
        <>
          Set <code className="font-mono">PLANS_FILE</code> to change plans. New accounts get the first plan.
        </>
      }
      title="Plans"
    >
      <Table
        columns={[
          { head: 'Limit', grows: true, cell: ({ name }) => name },
          ...data.plans.map((plan, index) => ({
            head: plan.name,
            align: 'right' as const,
            cell: ({ values }: (typeof rows)[number]) => values[index],
          })),
        ]}
        keyOf={({ name }) => name}
        label="Plans"
        rows={rows}
      />
      <div className="mt-5 grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {data.plans.map(({ id, name, features }) => (
          <section className="rounded-xl border border-line bg-surface p-4" key={id}>
            <h2 className="mb-2 font-semibold">{name}</h2>
            <p className="flex flex-wrap gap-1.5">
              {features.length === 0 ? <span className="text-soft">No additional features</span> : null}
              {features.map((feature) => (
                <Badge key={feature}>{featureLabel(feature)}</Badge>
              ))}
            </p>
          </section>
        ))}
      </div>
    </Page>
  );
}
