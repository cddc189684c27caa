import type { SessionPaths } from '@framemill/api/session-client';
import { useSuspenseQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api } from '../client/api.ts';
import { answerOf } from '../client/api-error.ts';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { SelectField, TextField } from '../ui/field.tsx';
import { limitLabel, limitText } from '../ui/labels.ts';
import { type OperatedAccount, plansQuery, useOperatorChange } from './operator-queries.ts';

/** Value of a limit in the form: the plan's, unlimited, or the number that `text` states. */
interface LimitChoice {
  kind: 'plan' | 'unlimited' | 'custom';
  text: string;
}

/** Dialog that changes the plan of an account and the limits that it has in place of the plan's. */
export function AccountLimitsDialog({ account, onClose }: { account: OperatedAccount; onClose(): void }) {
  const { id, name, ownLimits } = account;
  const { data } = useSuspenseQuery(plansQuery);
  const [planId, setPlanId] = useState(account.plan);
  const [choices, setChoices] = useState<Record<string, LimitChoice>>(() =>
    Object.fromEntries(data.limits.map((limit) => [limit.name, choiceOf(ownLimits[limit.name])])),
  );
  const plan = data.plans.find((one) => one.id === planId);
  const save = useOperatorChange(
    () => {
      const body = { plan: planId, limits: limitsOf(choices) };
      return answerOf(api.PATCH('/api/studio/operators/accounts/{id}', { params: { path: { id } }, body }));
    },
    { done: 'Account saved', onDone: onClose },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <Dialog
      isOpen
      lead="Applies within 5 seconds. Renders in progress keep their limits."
      onClose={onClose}
      title={`Edit ${name}`}
      width="wide"
    >
      <form className="flex flex-col gap-5" onSubmit={submit}>
        <SelectField label="Plan" onChange={({ target }) => setPlanId(target.value)} value={planId}>
          {data.plans.map((one) => (
            <option key={one.id} value={one.id}>
              {one.name}
            </option>
          ))}
        </SelectField>
        <fieldset>
          <legend className="mb-2 font-semibold">Limits</legend>
          <div className="grid gap-x-5 gap-y-4 sm:grid-cols-2">
            {data.limits.map((limit) => (
              <LimitField
                choice={choices[limit.name] ?? choiceOf(undefined)}
                key={limit.name}
                limit={limit}
                onChange={(choice) => setChoices({ ...choices, [limit.name]: choice })}
                ofPlan={plan?.limits[limit.name]}
              />
            ))}
          </div>
        </fieldset>
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button isBusy={save.isPending} tone="primary" type="submit">
            Save
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

interface LimitFieldProps {
  limit: { name: string; meaning: string; least: number; most: number; orNull: boolean };
  /** Value of the limit in the chosen plan. */
  ofPlan: number | null | undefined;
  choice: LimitChoice;
  onChange(choice: LimitChoice): void;
}

function LimitField({ limit: { name, meaning, least, most, orNull }, ofPlan, choice, onChange }: LimitFieldProps) {
  const label = limitLabel(name, meaning);
  return (
    <div className="flex items-end gap-2">
      <SelectField
        className="min-w-0 grow basis-0"
        label={label}
        onChange={({ target }) => onChange({ ...choice, kind: kinds.find((kind) => kind === target.value) ?? 'plan' })}
        value={choice.kind}
      >
        <option value="plan">Plan: {limitText(ofPlan)}</option>
        {orNull && <option value="unlimited">Unlimited</option>}
        <option value="custom">Custom</option>
      </SelectField>
      {choice.kind === 'custom' && (
        <TextField
          aria-label={`${label}, custom`}
          className="w-32"
          label="Custom"
          max={most}
          min={least}
          onChange={({ target }) => onChange({ ...choice, text: target.value })}
          required
          step={1}
          type="number"
          value={choice.text}
        />
      )}
    </div>
  );
}

const kinds: readonly LimitChoice['kind'][] = ['plan', 'unlimited', 'custom'];

function choiceOf(own: number | null | undefined): LimitChoice {
  if (own === undefined) return { kind: 'plan', text: '' };
  return own === null ? { kind: 'unlimited', text: '' } : { kind: 'custom', text: String(own) };
}

type Limits = NonNullable<
  SessionPaths['/api/studio/operators/accounts/{id}']['patch']['requestBody']['content']['application/json']['limits']
>;

function limitsOf(choices: Readonly<Record<string, LimitChoice>>): Limits {
  const limits = Object.entries(choices).flatMap(([name, { kind, text }]) =>
    kind === 'plan' ? [] : [[name, kind === 'unlimited' ? null : Number(text)] as const],
  );
  // The form offers null only for limits that may be null.
  return Object.fromEntries(limits) as Limits;
}
