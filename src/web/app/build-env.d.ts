/** Variables that vite.config.ts sets at build time. */
interface ImportMetaEnv {
  readonly VITE_BUILD_HASH: string;
  readonly VITE_BUILD_DATE: string;
  readonly VITE_VENDOR: string;
}
