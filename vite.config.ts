import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { buildFacts } from './scripts/build/build-facts.mjs';
import { chunkLinks } from './scripts/build/chunk-links.mjs';
import { chunkName } from './scripts/build/chunk-name.mjs';
import { devPageConfig } from './scripts/build/dev-page-config.mjs';
import { finishBuild } from './scripts/build/finish-build.mjs';
import { serviceWorkerBuild } from './scripts/build/service-worker-build.mjs';
import { withoutSummaries } from './scripts/build/without-summaries.mjs';

/** In `npm run dev` Vite serves the page on this port and forwards other requests to the server. See scripts/setup/commands.mjs. */
const pagePort = 3001;
const serverUrl = 'http://localhost:3002';

export default defineConfig({
  root: 'src/web',
  publicDir: 'public',
  define: buildFacts(),
  plugins: [
    react(),
    withoutSummaries(),
    chunkLinks(),
    serviceWorkerBuild('src/web/offline/service-worker.ts', 'dist/web'),
    finishBuild('dist/web'),
    devPageConfig(serverUrl),
  ],
  build: {
    outDir: '../../dist/web',
    emptyOutDir: true,
    sourcemap: true,
    // scripts/build/finish-build.mjs checks the size.
    chunkSizeWarningLimit: 1_000,
    rolldownOptions: {
      output: {
        codeSplitting: { groups: [{ name: chunkName, debugName: 'pages' }], includeDependenciesRecursively: false },
      },
    },
    // The polyfill would be an inline script. Every supported browser preloads modules itself.
    modulePreload: { polyfill: false },
    // The content security policy refuses fonts in data: addresses, so only pictures are inlined.
    assetsInlineLimit: (file) => (/\.woff2?$/.test(file) ? false : undefined),
  },
  server: {
    port: pagePort,
    strictPort: true,
    proxy: { '/api': serverUrl, '/idp': serverUrl, '/health': serverUrl },
  },
});
