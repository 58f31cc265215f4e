import { execFileSync } from 'node:child_process'
import { createReadStream } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { localStore, newObjectKey, type ObjectStore } from '../server/src/platform/files/index.ts'
import { benchDatabase } from './support/bench-database.ts'
import { addBenchAccount, encryptedBenchStore } from './support/encrypted-store.ts'
import { median, ratioFigure, type Bench } from './support/figures.ts'

const megabytes = 200
const rounds = 5

async function secondsOf(action: () => unknown): Promise<number> {
  const started = performance.now()
  await action()
  return (performance.now() - started) / 1000
}

async function putSeconds(store: ObjectStore, source: string): Promise<number> {
  const key = newObjectKey(1)
  const body = createReadStream(source)
  const seconds = await secondsOf(() => store.put(key, body, { maxBytes: megabytes * 1_000_000 }))
  await store.delete(key)
  return seconds
}

export const upload: Bench = {
  name: 'upload',
  title: `${megabytes} MB into the store, durable, with SHA-256 and CRC-32 on the way`,
  async run(tell) {
    const folder = await mkdtemp(path.join(tmpdir(), 'vigie-bench-upload-'))
    const database = await benchDatabase()
    try {
      const [source, copy] = [path.join(folder, 'source'), path.join(folder, 'copy')]
      await writeFile(source, randomBytes(megabytes * 1_000_000))
      await addBenchAccount(database.db)
      const store = await localStore({ root: path.join(folder, 'store') })
      const encrypted = await encryptedBenchStore(store, database.db)
      const [theirs, ours, sealed]: [number[], number[], number[]] = [[], [], []]
      for (let round = 0; round < rounds; round += 1) {
        // Theirs is not flushed, ours is: an upload is acknowledged only once it would survive a power cut.
        theirs.push(
          await secondsOf(() => {
            execFileSync('sh', ['-c', 'cp "$1" "$2" && sha256sum "$2"', 'sh', source, copy])
          }),
        )
        ours.push(await putSeconds(store, source))
        sealed.push(await putSeconds(encrypted, source))
        const [a, b, c] = [theirs, ours, sealed].map((times) => times.at(-1)?.toFixed(2))
        tell(`cp + sha256sum ${a} s, ours ${b} s, encrypted ${c} s`)
      }
      const [limit, time, sealedTime] = [median(theirs), median(ours), median(sealed)]
      return [
        ratioFigure('speed against cp + sha256sum', limit / time, 1),
        ratioFigure('encrypted, speed against plain', time / sealedTime, 0.5),
        { name: 'MB/s', value: megabytes / time, measured: `${(megabytes / time).toFixed(0)}/s` },
      ]
    } finally {
      await database.stop()
      await rm(folder, { recursive: true, force: true })
    }
  },
}
