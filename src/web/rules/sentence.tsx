import { Fragment, type ReactNode } from 'react';

interface SentenceProps {
  /** A text with placeholders such as `{{time}}`, whose order depends on the language. */
  readonly text: string;
  readonly parts: Readonly<Record<string, ReactNode>>;
}

/** A text with elements in the place of its placeholders. */
export function Sentence({ text, parts }: SentenceProps) {
  const pieces = text.split(/\{\{(\w+)\}\}/);
  return pieces.map((piece, index) => <Fragment key={piece}>{index % 2 === 0 ? piece : parts[piece]}</Fragment>);
}
