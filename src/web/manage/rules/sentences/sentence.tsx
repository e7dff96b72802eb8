import { createElement, Fragment, type ReactNode } from 'react';

interface SentenceProps {
  /** A text with placeholders, such as `{{status}} for more than {{minutes}} minutes`. */
  readonly text: string;
  /** What stands in the place of each placeholder. */
  readonly parts: Readonly<Record<string, ReactNode>>;
}

/** A sentence of the catalogue with elements in it, such as inputs. Each language has them in its own order. */
export function Sentence({ text, parts }: SentenceProps) {
  const pieces = text.split(/\{\{(\w+)\}\}/).map((piece, index) => (index % 2 === 0 ? piece : parts[piece]));
  return createElement(Fragment, null, ...pieces);
}
