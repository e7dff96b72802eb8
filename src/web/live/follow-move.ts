import * as z from 'zod/mini';
import { MovedProblem } from '../../contract/moved-problem.ts';

/**
 * Opens the shown page in the cell to which its place has moved. `body`: the body of a response with the status of the
 * problem `moved`. Does nothing without an address, or when the page is there already.
 */
export function followMove(body: unknown, page: Pick<Location, 'href' | 'origin' | 'replace'> = location): void {
  const { address } = z.safeParse(MovedProblem, body).data ?? {};
  if (address === undefined || !URL.canParse(address)) return;
  const { origin, protocol } = new URL(address);
  if (origin === page.origin || !['http:', 'https:'].includes(protocol)) return;
  page.replace(origin + page.href.slice(page.origin.length));
}
