/**
 * Runs the work while no other tab of this browser renews the tokens and no page reloads. A reload during a renewal
 * would lose the new refresh token, and the old one can be used only once.
 */
export async function withTokenLock<T>(work: () => Promise<T>): Promise<T> {
  return navigator.locks.request('room-status:renewal', work);
}
