import { execFileSync } from 'node:child_process'
import { createReadStream } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { localStore, newObjectKey } from '../server/src/platform/files/index.ts'
import { median, ratioFigure, type Bench } from './support/figures.ts'

const megabytes = 200
const rounds = 5

async function secondsOf(action: () => unknown): Promise<number> {
  const started = performance.now()
  await action()
  return (performance.now() - started) / 1000
}

export const upload: Bench = {
  name: 'upload',
  title: `${megabytes} MB into the store, durable, with SHA-256 and CRC-32 on the way`,
  async run(tell) {
    const folder = await mkdtemp(path.join(tmpdir(), 'vigie-bench-upload-'))
    try {
      const [source, copy] = [path.join(folder, 'source'), path.join(folder, 'copy')]
      await writeFile(source, randomBytes(megabytes * 1_000_000))
      const store = await localStore({ root: path.join(folder, 'store') })
      const [theirs, ours]: [number[], number[]] = [[], []]
      for (let round = 0; round < rounds; round += 1) {
        // Theirs is not flushed, ours is: an upload is acknowledged only once it would survive a power cut.
        theirs.push(
          await secondsOf(() => {
            execFileSync('sh', ['-c', 'cp "$1" "$2" && sha256sum "$2"', 'sh', source, copy])
          }),
        )
        const key = newObjectKey(1)
        const body = createReadStream(source)
        ours.push(await secondsOf(() => store.put(key, body, { maxBytes: megabytes * 1_000_000 })))
        await store.delete(key)
        tell(`cp + sha256sum ${theirs.at(-1)?.toFixed(2)} s, ours ${ours.at(-1)?.toFixed(2)} s`)
      }
      const [limit, time] = [median(theirs), median(ours)]
      return [
        ratioFigure('speed against cp + sha256sum', limit / time, 1),
        { name: 'MB/s', value: megabytes / time, measured: `${(megabytes / time).toFixed(0)}/s` },
      ]
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  },
}
