import { readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const server = fileURLToPath(new URL('../../', import.meta.url))
const main = path.join(server, 'dist', 'main.js')

function newest(folder: string, counts: (name: string) => boolean): number {
  const times = readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && counts(entry.name))
    .map((entry) => statSync(path.join(entry.parentPath, entry.name)).mtimeMs)
  return Math.max(0, ...times)
}

let checked = false

/** The program as it is delivered; a test of an earlier build would prove nothing. */
export function builtProgram(): string {
  checked ||= isCurrent()
  return main
}

function isCurrent(): true {
  const advice = 'Run: node scripts/build-for-start.mjs server'
  if (!statSync(main, { throwIfNoEntry: false })) throw new Error(`server/dist/main.js is missing. ${advice}`)
  const source = newest(path.join(server, 'src'), (name) => /(?<!\.(test|proof))\.ts$/.test(name))
  if (newest(path.join(server, 'dist'), () => true) < source) {
    throw new Error(`server/dist is older than server/src. ${advice}`)
  }
  return true
}
