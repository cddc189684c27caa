import { useRef, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { TextArea } from '../ui/field.tsx';

/** Maximum length of a table sent in the request, in characters. The service accepts bodies of up to 1 MB. */
const MOST_LETTERS = 900_000;

interface TableFieldProps {
  value: string;
  onChange(csv: string): void;
  help: string | undefined;
  problem: string | undefined;
}

/** Text field for a CSV table, typed or loaded from a file. It refuses tables above `MOST_LETTERS` characters. */
export function TableField({ value, onChange, help, problem }: TableFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const take = (text: string) => {
    const isTooLong = text.length > MOST_LETTERS;
    setRefused(
      isTooLong
        ? `The table has ${text.length} letters and at most ${MOST_LETTERS} are sent from here. Split it, or upload it and use its id over the API.`
        : null,
    );
    if (!isTooLong) onChange(text);
  };
  return (
    <div className="flex flex-col gap-2">
      <TextArea
        help={help}
        label="Table (CSV)"
        onChange={({ target }) => take(target.value)}
        placeholder={'reference,name\nr1,Ana\nr2,Bo'}
        problem={refused ?? problem}
        rows={4}
        spellCheck={false}
        value={value}
      />
      <div>
        <Button icon="upload" onClick={() => input.current?.click()} size="small">
          Open a CSV file
        </Button>
        <input
          accept=".csv,.tsv,.txt,text/csv"
          aria-label="CSV file"
          className="sr-only"
          onChange={async ({ target }) => {
            const [file] = target.files ?? [];
            target.value = '';
            if (file) take(await file.text());
          }}
          ref={input}
          tabIndex={-1}
          type="file"
        />
      </div>
    </div>
  );
}
