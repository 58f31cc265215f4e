// The API in a process of its own that dies between the bytes of an upload and their row. Arguments: options as JSON.
import { buildApp } from '../../src/app.ts'
import { loadConfig } from '../../src/config.ts'
import { references } from '../../src/domain/references/index.ts'
import { createPool, openDatabase } from '../../src/platform/db/index.ts'
import { localStore, type ObjectStore } from '../../src/platform/files/index.ts'
import { systemClock } from '../../src/platform/kernel/index.ts'

export interface UploadProcessOptions {
  url: string
  root: string
  secretKey: string
  publicUrl: string
  /** Which object is its last. */
  dieAfterPut: number
}

const { url, root, secretKey, publicUrl, dieAfterPut } = JSON.parse(
  process.argv[2] ?? '',
) as UploadProcessOptions

const store = await localStore({ root })
let puts = 0
const dying: ObjectStore = {
  ...store,
  put: async (...given) => {
    const stored = await store.put(...given)
    puts += 1
    if (puts === dieAfterPut) process.kill(process.pid, 'SIGKILL')
    return stored
  },
}

const app = buildApp({
  config: loadConfig({ PUBLIC_URL: publicUrl, SHED_LOOP_DELAY_MS: '30000' }),
  publicUrl,
  db: openDatabase(createPool({ url, max: 3, applicationName: 'vigie test' })),
  clock: systemClock,
  secretKey: Buffer.from(secretKey, 'hex'),
  references: references([]),
  store: dying,
  log: { level: 'silent' },
})
process.stdout.write(await app.listen({ host: '127.0.0.1', port: 0 }))
