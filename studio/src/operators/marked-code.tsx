import { Fragment } from 'react';

/** Text in which backticks mark code. */
export function MarkedCode({ text }: { text: string }) {
  return text.split('`').map((part, index) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no ids and never move
    if (index % 2 === 0) return <Fragment key={index}>{part}</Fragment>;
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: see above
      <code className="font-mono text-[13px] wrap-anywhere" key={index}>
        {part}
      </code>
    );
  });
}
