/** Decides whether the response to a request for the page is shown, or the cached page in its place. */

/** The statuses with which a proxy asks who the user is. Its page is shown, because nobody could answer otherwise. */
const loginStatuses = [401, 403];

/**
 * Throws when a response is not the page of the app, or when its files cannot be loaded. While the server restarts, a
 * gateway may answer with any status, also with 200, and with a page of its own. A board that reloads would stay on that
 * page, because it has none of our scripts. During a rolling update one server can have the new page while another does
 * not have its files yet.
 */
export async function checkPageResponse(
  response: Response,
  canLoad: (files: readonly string[]) => Promise<boolean>,
): Promise<void> {
  if (response.type === 'opaqueredirect' || loginStatuses.includes(response.status)) return;
  if (response.status !== 200) throw new Error(`the server responded with ${response.status}`);
  const files = await filesOf(response);
  if (files.length === 0) throw new Error('the response is not the page of the app');
  if (!(await canLoad(files))) throw new Error('files of the page are missing');
}

/** The paths of the scripts and styles of a page. */
export async function filesOf(response: Response): Promise<readonly string[]> {
  return (await response.clone().text()).match(/\/assets\/[^"'\s)]+/g) ?? [];
}
