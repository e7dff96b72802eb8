const boardPath = /^\/client\/[^/]+\/location\/[^/]+\/(ward\/[^/]+|all)\/?$/;

/**
 * Whether the page at this path is a board, which shows live rooms. NOTE: do not use the router here, because the first
 * script of the page calls this function before the router is loaded.
 */
export function isBoardPath(pathname: string): boolean {
  return boardPath.test(pathname);
}
