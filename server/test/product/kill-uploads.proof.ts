import { createHash, randomBytes } from 'node:crypto'
import { readdir, readFile, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { until } from './processes.ts'
import {
  adminUrlOf,
  demoCredentials,
  fetchToken,
  freshFolder,
  patientFetch,
  removeFolder,
  startProduct,
  withoutRateLimits,
  type Product,
} from './product.ts'

const kills = 1
const senders = 4
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

let dataDir = ''
let product: Product
let base = ''
let authorization = ''
let database: pg.Client

async function start(): Promise<void> {
  product = await startProduct({ dataDir, env: { ...withoutRateLimits, RATE_FILES_PER_SECOND: '100000' } })
  const credentials = await demoCredentials(dataDir)
  base = `${product.baseUrl}/api/v1/account/${credentials.accountId}`
  authorization = `Bearer ${await fetchToken(product.baseUrl, credentials)}`
  database = new pg.Client({ connectionString: await adminUrlOf(dataDir), options: '-c search_path=vigie' })
  database.on('error', () => undefined)
  await database.connect()
}

beforeAll(async () => {
  dataDir = await freshFolder()
  await start()
}, 120_000)

afterAll(async () => {
  await database.end()
  await product.stop('SIGKILL')
  await removeFolder(dataDir)
}, 60_000)

async function ask<T>(path: string, body?: object): Promise<T> {
  const json = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
  const headers = { authorization, 'content-type': 'application/json' }
  const answer = await patientFetch(`${base}${path}`, { headers, ...json })
  expect(answer.ok, `${path}: ${answer.status}`).toBe(true)
  return (await answer.json()) as T
}

interface Asked {
  readonly dossierId: number
  readonly documents: { documentId: number; documentCode: string }[]
}

/** Large enough to be killed in the middle of. The checks refuse it later; what was acknowledged is kept all the same. */
async function send({ dossierId }: Asked, documentId: number): Promise<string | null> {
  const bytes = Buffer.from(`%PDF-1.7\n${randomBytes(300_000).toString('hex')}`)
  const form = new FormData()
  form.append('file', new File([bytes], 'page.pdf', { type: 'application/pdf' }))
  const url = `${base}/dossiers/${dossierId}/documents/${documentId}/responses`
  const answer = await fetch(url, { method: 'POST', headers: { authorization }, body: form }).catch(
    () => null,
  )
  return answer?.status === 201 ? sha256(bytes) : null
}

/** Every object of the store by its digest. */
async function stored(): Promise<Map<string, string>> {
  const root = join(dataDir, 'files', 'objects')
  const found = new Map<string, string>()
  for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    // The sweep may take one between the listing and the reading.
    const bytes = await readFile(path).catch(() => null)
    if (bytes) found.set(sha256(bytes), path)
  }
  return found
}

async function named(): Promise<Set<string>> {
  const { rows } = await database.query<{ digest: string }>(
    `select encode(sha256, 'hex') as digest from evidence where object_key is not null`,
  )
  return new Set(rows.map(({ digest }) => digest))
}

test(`The service killed ${kills} times in the middle of uploads loses no acknowledged file, and the sweep leaves no other`, async () => {
  const { content } = await ask<{ content: { thirdpartyId: number }[] }>('/thirdparties?size=1')
  const opened = await ask<Asked>(`/thirdparties/${content[0]?.thirdpartyId}/dossiers`, {
    dossierTypeCode: 'ONBOARDING',
  })
  const documentId = opened.documents.find(({ documentCode }) => documentCode === 'NDA')?.documentId ?? 0
  const acknowledged: string[] = []
  for (let round = 1; round <= kills; round += 1) {
    const before = acknowledged.length
    const over = new AbortController()
    const sending = Array.from({ length: senders }, async () => {
      while (!over.signal.aborted) {
        const digest = await send(opened, documentId)
        if (digest === null) return
        acknowledged.push(digest)
      }
    })
    await until('acknowledged uploads', () => acknowledged.length >= before + 8 + 5 * round)
    await product.stop('SIGKILL')
    over.abort()
    await Promise.all(sending)
    await database.end().catch(() => undefined)
    await start()
  }
  const kept = await stored()
  const rows = await named()
  expect(acknowledged.filter((digest) => !kept.has(digest) || !rows.has(digest))).toEqual([])

  // Objects that no row names are a day old now; so are the others, which must stay.
  const yesterday = new Date(Date.now() - 25 * 3_600_000)
  for (const path of kept.values()) await utimes(path, yesterday, yesterday)
  await database.query(`select graphile_worker.add_job('files.sweep', '{}')`)
  await until('the sweep', async () => [...(await stored()).keys()].every((digest) => rows.has(digest)))
  const left = await stored()
  expect(acknowledged.filter((digest) => !left.has(digest))).toEqual([])
  console.log(
    `kills in uploads: ${kills}, acknowledged ${acknowledged.length}, orphans ${kept.size - left.size}`,
  )
}, 180_000)
