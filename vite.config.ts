import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { refuseZod, slimContracts } from './web/build/slim-contracts.ts'

/**
 * `vite build` makes dist/web for browsers, `vite build --ssr` makes dist/render/render.js for the server.
 * Both see the contracts without their schemas; see web/build/slim-contracts.ts.
 */
export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react(), slimContracts()],
  publicDir: isSsrBuild ? false : 'web/public',
  // The server's bundle carries its own React, built for production whatever NODE_ENV the process has.
  ssr: { noExternal: true, target: 'node' },
  define: isSsrBuild ? { 'process.env.NODE_ENV': '"production"' } : {},
  build: isSsrBuild ? forServer : forBrowsers,
}))

const forBrowsers = {
  outDir: 'dist/web',
  manifest: 'manifest.json',
  target: 'es2023',
  // A flag sprite or a font inlined into CSS would be paid for by every page.
  assetsInlineLimit: 1024,
  modulePreload: { polyfill: false },
  reportCompressedSize: false,
  rolldownOptions: {
    input: 'web/main.tsx',
    plugins: [refuseZod()],
    output: {
      codeSplitting: {
        groups: [
          // One chunk for what every page needs, so that a first visit is few requests.
          {
            name: 'base',
            test: /rolldown|node_modules\/(react|react-dom|scheduler|@tanstack)\/|web\/kit\/|core\/|web\/ui\/(layout|action|mark|data)\/|web\/ui\/shell\/(?!spotlight|found)/,
          },
        ],
      },
    },
  },
}

const forServer = {
  outDir: 'dist/render',
  ssr: true,
  target: 'node26',
  minify: false,
  reportCompressedSize: false,
  rolldownOptions: { input: 'web/render.tsx', output: { codeSplitting: false } },
}
