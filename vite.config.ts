import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { buildFacts } from './scripts/build/build-facts.mjs';
import { chunkLinks } from './scripts/build/chunk-links.mjs';
import { chunkName } from './scripts/build/chunk-name.mjs';
import { devPageConfig } from './scripts/build/dev-page-config.mjs';
import { finishBuild } from './scripts/build/finish-build.mjs';

/** In `npm run dev` Vite serves the page on this port and forwards other requests to the server. See scripts/setup/commands.mjs. */
const pagePort = 3001;
const serverUrl = 'http://localhost:3002';

export default defineConfig({
  root: 'src/web',
  publicDir: 'public',
  define: buildFacts(),
  plugins: [
    react(),
    VitePWA({
      includeManifestIcons: false,
      strategies: 'injectManifest',
      srcDir: 'offline',
      filename: 'service-worker.ts',
      // The app registers the service worker itself, and applies a new version when nobody uses the page.
      injectRegister: false,
      registerType: 'prompt',
      // Without index.html, because the server writes the environments into it.
      injectManifest: {
        globPatterns: ['**/*.{js,css,woff2,svg,png,webp,jpg,avif}'],
        injectionPoint: 'self.__WB_MANIFEST',
      },
      manifest: {
        name: 'Room Status',
        short_name: 'Room Status',
        description: 'What is happening in each room, live',
        start_url: '/',
        display: 'standalone',
        background_color: '#10141a',
        theme_color: '#1b96d4',
        icons: [
          { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
          { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
          { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
          { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
        ],
      },
    }),
    chunkLinks(),
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
