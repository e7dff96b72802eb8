/** Replaces the text between `<!-- measured -->` and `<!-- end -->` of a document. Throws when a mark is missing. */
export function fillDocument(text: string, table: string): string {
  const marked = /(?<=<!-- measured -->\n\n).*?(?=\n\n<!-- end -->)/s;
  if (!marked.test(text)) throw new Error('the document has no <!-- measured --> ... <!-- end -->');
  return text.replace(marked, () => table);
}
