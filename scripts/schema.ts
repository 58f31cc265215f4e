// Writes what the migrations make: server/schema.sql for readers, tables.gen.ts for the compiler.
// Run: npx tsx scripts/schema.ts [--check]. VIGIE_TEST_SERVER_URL names a server to use; else one is started.
import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { ensureDatabase, prepareDatabase, startEmbedded } from '../server/src/platform/db/index.ts'
import { dumpSchema } from '../server/test/database/schema-dump.ts'
import { generateTypes } from '../server/test/database/schema-types.ts'

async function withServer<T>(work: (serverUrl: string) => Promise<T>): Promise<T> {
  const given = process.env['VIGIE_TEST_SERVER_URL']
  if (given) return work(given)
  const dataDir = await mkdtemp(join(tmpdir(), 'vigie-schema-'))
  try {
    const server = await startEmbedded({ dataDir, durable: false })
    try {
      return await work(server.adminUrl)
    } finally {
      await server.stop()
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function describe(serverUrl: string): Promise<{ schema: string; types: string }> {
  const name = `vigie_schema_${randomUUID().replaceAll('-', '')}`
  const adminUrl = await ensureDatabase(serverUrl, name)
  const server = new pg.Client({ connectionString: serverUrl })
  await server.connect()
  try {
    await prepareDatabase({ adminUrl, appPassword: 'for-tests-only' })
    const client = new pg.Client({ connectionString: adminUrl })
    await client.connect()
    const schema = await dumpSchema(client)
    await client.end()
    return { schema, types: await generateTypes(adminUrl) }
  } finally {
    await server.query(`drop database ${name} with (force)`)
    await server.end()
  }
}

const found = await withServer(describe)
const files = [
  { path: 'server/schema.sql', text: found.schema },
  { path: 'server/src/platform/db/tables.gen.ts', text: found.types },
]
for (const { path, text } of files) {
  const file = fileURLToPath(new URL(`../${path}`, import.meta.url))
  const before = await readFile(file, 'utf8').catch(() => '')
  if (before === text) continue
  if (process.argv.includes('--check')) {
    console.error(`${path} differs from what the migrations make; run: npx tsx scripts/schema.ts`)
    process.exitCode = 1
  } else {
    await writeFile(file, text)
    console.log(`${path} written`)
  }
}
