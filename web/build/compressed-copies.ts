import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

const worthIt = /\.(js|css|svg)$/

/** Lays `.br` and `.gz` beside each file once, at build time, so that serving costs no compression. */
export function compressedCopies(): Plugin {
  let folder = ''
  return {
    name: 'vigie:compressed-copies',
    apply: 'build',
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir)
    },
    closeBundle() {
      for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
        if (!worthIt.test(name)) continue
        const path = join(folder, name)
        const bytes = readFileSync(path)
        const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }
        writeFileSync(`${path}.br`, brotliCompressSync(bytes, brotli))
        writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }))
      }
    },
  }
}
