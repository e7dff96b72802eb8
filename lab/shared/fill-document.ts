/** Replaces the measured table of a document, between `<!-- measured -->` and `<!-- end -->`. Throws without these marks. */
export function fillDocument(text: string, table: string): string {
  const marked = /(?<=<!-- measured -->\n\n).*?(?=\n\n<!-- end -->)/s;
  if (!marked.test(text)) throw new Error('the document has no <!-- measured --> ... <!-- end -->');
  return text.replace(marked, () => table);
}
