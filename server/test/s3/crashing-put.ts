/**
 * A process that puts one object and kills itself at a given step of it.
 * Arguments: root, key, the step to die at (none: run through). Each step is printed as it is reached.
 */
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { relative, sep } from 'node:path'
import { Readable } from 'node:stream'
import { localStore } from '../../src/platform/files/index.ts'
import { crashContent } from './crash-content.ts'

const [root = '', key = '', deadly = ''] = process.argv.slice(2)
const store = await localStore({ root })

function reach(step: string): void {
  fs.writeSync(1, `${step}\n`)
  if (step !== deadly) return
  process.kill(process.pid, 'SIGKILL')
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
}

/** The name differs from run to run, what it is does not. */
function nameOf(path: string): string {
  const parts = relative(root, path).split(sep)
  return parts[0] === 'tmp' ? 'temporary' : ['root', 'objects', 'outer', 'inner', 'object'][parts.length]!
}

const { open, rename } = fs.promises
fs.promises.open = async (path, ...rest) => {
  const handle = await open(path, ...rest)
  const sync = handle.sync.bind(handle)
  handle.sync = async () => {
    reach(`before sync ${nameOf(String(path))}`)
    await sync()
    reach(`after sync ${nameOf(String(path))}`)
  }
  return handle
}
fs.promises.rename = async (from, to) => {
  reach(`before rename ${nameOf(String(from))} to ${nameOf(String(to))}`)
  await rename(from, to)
  reach('after rename')
}
syncBuiltinESMExports()

async function* content() {
  const half = crashContent.length / 2
  yield crashContent.subarray(0, half)
  reach('half written')
  yield crashContent.subarray(half)
}

await store.put(key, Readable.from(content()), { maxBytes: crashContent.length })
reach('acknowledged')
