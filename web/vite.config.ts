import { compressedCopies } from './build/compressed-copies.ts'
import react from '@vitejs/plugin-react'
import mantine from 'postcss-preset-mantine'
import { defineConfig } from 'vite'

export default defineConfig({
  base: '/app/',
  plugins: [react(), compressedCopies()],
  css: { postcss: { plugins: [mantine()] } },
  build: {
    target: 'es2022',
    // Inlined files would need `data:` in the content policy.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    // What draws a PDF is one large file, asked for only when a PDF is looked at.
    chunkSizeWarningLimit: 1_500,
    rollupOptions: { input: ['index.html', 'portal.html', 'operator.html', 'viewer.html'] },
  },
})
