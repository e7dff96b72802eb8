/** The names of wards as a list in the language of the page, such as "Ward X and Ward Y". */
export function wardList(names: readonly string[], language: string): string {
  return new Intl.ListFormat(language).format(names);
}
