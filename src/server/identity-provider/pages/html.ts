/** HTML that cannot forget to escape: whatever is put into a template is text, unless it is HTML itself. */

export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Content = Html | string | number | readonly Html[] | undefined;

/** A template tag. Strings become text (also within quoted attributes), undefined becomes nothing. */
export function html(parts: TemplateStringsArray, ...contents: readonly Content[]): Html {
  return new Html(parts.map((part, index) => part + textOf(contents[index])).join(''));
}

/** For markup that somebody else has made and escaped. */
export function trustedHtml(text: string): Html {
  return new Html(text);
}

function textOf(content: Content): string {
  if (content === undefined) return '';
  if (content instanceof Html) return content.text;
  if (typeof content === 'string') return escape(content);
  if (typeof content === 'number') return String(content);
  return content.map((item) => item.text).join('');
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
