/** What the build knows of itself (PROD-5). Set by vite.config.ts. */
export const buildInfo = {
  /** Hash of the built version, in full. */
  hash: import.meta.env.VITE_BUILD_HASH,
  /** When it was built, ISO 8601. */
  date: import.meta.env.VITE_BUILD_DATE,
  vendor: import.meta.env.VITE_VENDOR,
};
