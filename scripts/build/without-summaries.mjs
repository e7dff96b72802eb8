/**
 * Leaves the summaries of the calls out of the page: only the OpenAPI document of the server shows them.
 * @returns {import('vite').Plugin}
 */
export function withoutSummaries() {
  return {
    name: 'room-status:without-summaries',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (!id.includes('/src/contract/')) return undefined;
      return { code: code.replaceAll(/(?<=^ +summary:\s+)'[^'\n]*'/gm, "''"), map: null };
    },
  };
}
