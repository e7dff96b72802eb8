/** Facts about this build (PROD-5). Set by vite.config.ts. */
export const buildInfo = {
  /** The full commit hash. */
  hash: import.meta.env.VITE_BUILD_HASH,
  /** ISO 8601. */
  date: import.meta.env.VITE_BUILD_DATE,
  vendor: import.meta.env.VITE_VENDOR,
};
