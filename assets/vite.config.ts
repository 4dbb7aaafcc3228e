import { resolve } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import vue from '@vitejs/plugin-vue'
import { defineConfig } from 'vitest/config'

/* The built tree: $WEB_OUT/assets/* is served as /assets/*, the manifest stays outside of it. */
const out = resolve(import.meta.dirname, process.env.WEB_OUT ?? '../build/web')

export default defineConfig({
  plugins: [vue(), tailwindcss()],
  base: '/',
  build: {
    outDir: out,
    emptyOutDir: true,
    assetsDir: 'assets',
    assetsInlineLimit: 0, // the CSP allows no data: fonts
    cssCodeSplit: false, // one stylesheet, in the head of every page
    manifest: 'manifest.json',
    modulePreload: { polyfill: false },
    reportCompressedSize: false, // scripts/pages.mjs measures what counts
    rolldownOptions: {
      input: resolve(import.meta.dirname, 'src/main.ts'),
      output: {
        /* The libraries change rarely: their file stays in the cache when ours do not. */
        codeSplitting: {
          groups: [{ name: 'vendor', test: /node_modules[\\/](vue|@vue|@inertiajs|es-toolkit|laravel-precognition)[\\/]/ }],
        },
      },
    },
    target: ['chrome111', 'firefox114', 'safari16.4'],
  },
  test: { include: ['src/**/*.test.ts'], environment: 'node' },
})
