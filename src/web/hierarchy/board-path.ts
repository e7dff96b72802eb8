const boardPath = /^\/client\/[^/]+\/location\/[^/]+\/(ward\/[^/]+|all)\/?$/;

/**
 * Whether the page at this path is a board: it shows live rooms, of a ward or of all wards of a location. NOTE: the first
 * script of the page uses this function, so it does not need the router.
 */
export function isBoardPath(pathname: string): boolean {
  return boardPath.test(pathname);
}
