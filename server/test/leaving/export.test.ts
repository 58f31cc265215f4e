import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { exportedTables, tablesLeftOut } from '../../src/domain/leaving/index.ts'
import { newObjectKey, StoreFull, type ObjectStore } from '../../src/platform/files/index.ts'
import { verifyExport } from '../../src/platform/journal/index.ts'
import { givenFile } from '../files/given-file.ts'
import { unzipped } from '../files/unzipped.ts'
import { testApp, type TestApp } from '../harness/index.ts'
import { handWorker } from '../jobs/hand-worker.ts'
import { addContact, linkFor } from '../portal/portal-desk.ts'
import { reviewDesk, type ReviewDesk } from '../responses/review-desk.ts'
import { askExport, exportOf, linesOf, newestExport, sha256Of, type Manifest } from './export-desk.ts'

let t: TestApp
let full = false
beforeAll(async () => {
  t = await testApp()
  const put = t.store.put.bind(t.store)
  const refuse: ObjectStore['put'] = async (...given) => {
    if (full) throw new StoreFull(new Error('ENOSPC'))
    return put(...given)
  }
  t.store.put = refuse
})
afterAll(() => t.close())

const accountTables = async () => {
  const { rows } = await t.admin.query<{ name: string }>(
    `select c.relname as name from pg_class c where c.relnamespace = 'vigie'::regnamespace
       and c.relkind in ('r', 'p') and not c.relispartition and exists (
         select from pg_attribute a where a.attrelid = c.oid and a.attname = 'account_id' and not a.attisdropped)`,
  )
  return rows.map(({ name }) => name).toSorted()
}

const objectsOf = async (accountId: number) => {
  const keys: string[] = []
  for await (const { key } of t.store.list({})) if (key.startsWith(`${accountId}/`)) keys.push(key)
  return keys
}

test('Each table of an account is exported or says why not', async () => {
  const said = [...Object.keys(exportedTables), ...Object.keys(tablesLeftOut)].toSorted()
  expect(said).toEqual(await accountTables())
})

test('No column that may hold a secret is exported unless it is known to hold none', async () => {
  // Digests of the chains, and keys by which rows are found.
  const harmless = new Set([
    'administration_checkpoint.hash',
    'administration_checkpoint.key_id',
    'administration_checkpoint.public_key',
    'administration_checkpoint.signature',
    'administration_event.detail_hash',
    'administration_event.hash',
    'administration_event.salt',
    'administration_head.hash',
    'api_client_secret.secret_id',
    'approval_step.key',
    'attribute_value.text_key',
    'attribute_value.number_key',
    'comment.author_key',
    'datahub_news.item_key',
    'finding.question_key',
    'identity_provider.token_account_claim',
    'identity_provider.token_algorithms',
    'identity_provider.token_audience',
    'identity_provider.token_machines',
    'identity_provider.token_types',
    'mail.dedupe_key',
    'portfolio_import_row.keys',
    'provisioning_token.token_id',
    'screening_hit.entry_key',
    'screening_subject.subject_key',
    'thirdparty_announcement.announcement_key',
  ])
  const { rows } = await t.admin.query<{ name: string; column: string }>(
    `select c.relname as name, a.attname as column from pg_attribute a join pg_class c on c.oid = a.attrelid
     where c.relname = any($1) and c.relnamespace = 'vigie'::regnamespace and a.attnum > 0 and not a.attisdropped
       and a.attname ~ '(secret|sealed|hash|token|password|salt|signature|credential|_key$|^key)'`,
    [Object.keys(exportedTables)],
  )
  const open = rows
    .filter(({ name, column }) => !exportedTables[name]?.without?.includes(column))
    .map(({ name, column }) => `${name}.${column}`)
    .filter((column) => !harmless.has(column) && !/\.(title|origin|maker|name|code|local)_key$/.test(column))
  expect(open.filter((column) => !/previous_secret_until$|api_client\.token_version$/.test(column))).toEqual(
    [],
  )
})

/** Secrets as people and the product make them, in all places that may hold one. */
async function plantSecrets(d: ReviewDesk): Promise<string[]> {
  const made = async <T>(path: string, body: object): Promise<T> => {
    const answer = await d.post(path, body)
    if (answer.statusCode >= 300) throw new Error(`${path}: ${answer.body}`)
    return answer.json<T>()
  }
  const url = 'https://example.com/PLANTED-path?key=PLANTED-query'
  const webhook = await made<{ secret: string }>('/webhooks', { url, classes: ['SCREENING'] })
  const directory = await made<{ token: string }>('/provisioning/tokens', { name: 'Directory' })
  const client = await t.given.client(d.accountId)
  await made('/users', { email: 'invited@example.org', name: 'In Vited', roles: ['READER'] })
  const link = await linkFor(t, d, (await addContact(t, d)).contactId)
  await t.admin.query(
    `insert into datahub_provider (account_id, provider, kind, label, scale, mapping, http, poll_hours, stale_after_days, updated_at)
     values ($1, 'ESG', 'HTTP', 'Scores', '{}', '{}', $2, 24, 30, now())`,
    [
      d.accountId,
      {
        baseUrl: 'https://PLANTED-user:x@scores.example/PLANTED-base',
        path: 'PLANTED-path',
        query: { key: 'PLANTED-value' },
      },
    ],
  )
  const { rows } = await t.admin.query<{ secret: string }>(
    'select secret from mail where account_id = $1 and secret is not null',
    [d.accountId],
  )
  return [
    'PLANTED',
    webhook.secret,
    directory.token,
    client.clientSecret,
    link,
    ...rows.map(({ secret }) => secret),
  ]
}

describe('The export of an account with a dossier, answers and a webhook', { shuffle: false }, () => {
  let d: ReviewDesk
  let entries: Map<string, Buffer>
  let manifest: Manifest
  let planted: string[]

  beforeAll(async () => {
    d = await reviewDesk(t)
    await givenFile(t, { accountId: d.accountId, documentId: d.documents['NDA']!, text: 'the signed NDA' })
    await t.given.person([d.accountId])
    planted = await plantSecrets(d)
    entries = await unzipped(await exportOf(t, d))
    manifest = JSON.parse(String(entries.get('manifest.json'))) as Manifest
  })

  test('The manifest names every part with the SHA-256 of what is there', () => {
    expect(manifest).toMatchObject({ format: 'vigie-account-export/1', accountId: d.accountId })
    for (const { name, sha256, size } of manifest.parts) {
      const bytes = entries.get(name)
      expect({ name, size: bytes?.length, sha256: bytes && sha256Of(bytes) }).toEqual({ name, size, sha256 })
    }
    const files = linesOf<{ path: string; sha256: string }>(entries.get('files.jsonl'))
    for (const { path, sha256 } of files) expect(sha256Of(entries.get(path)!)).toBe(sha256)
    const known = [
      ...manifest.parts.map(({ name }) => name),
      ...files.map(({ path }) => path),
      'manifest.json',
    ]
    expect([...entries.keys()].toSorted()).toEqual(known.toSorted())
  })

  test('Each table has as many lines as the account has rows', async () => {
    for (const { name, rows } of manifest.parts.filter((part) => part.name.startsWith('tables/'))) {
      const table = name.slice('tables/'.length, -'.jsonl'.length)
      const lines = linesOf<{ account_id: number }>(entries.get(name))
      expect({ table, lines: lines.length }).toEqual({ table, lines: rows })
      expect(new Set(lines.map((line) => line.account_id)).size).toBeLessThan(2)
      if (['account_export', 'mail', 'administration_event', 'administration_head'].includes(table)) continue
      const { rows: counted } = await t.admin.query<{ n: number }>(
        `select count(*)::int as n from ${table} where account_id = $1`,
        [d.accountId],
      )
      expect({ table, lines: lines.length }).toEqual({ table, lines: counted[0]!.n })
    }
  })

  test('Files keep their names and their bytes', () => {
    const [file] = linesOf<{ path: string; state: string; arrivedWith: string; sha256: string }>(
      entries.get('files.jsonl'),
    )
    expect(file).toMatchObject({ state: 'EXPORTED' })
    expect(file!.path).toMatch(/^files\/evidence-\d+\/the signed NDA\.txt$/)
    expect(file!.sha256).toBe(file!.arrivedWith)
    expect(String(entries.get(file!.path))).toBe('the signed NDA')
  })

  test('The journal verifies from the export alone', async () => {
    async function* lines() {
      for (const line of String(entries.get('journal.jsonl')).trimEnd().split('\n')) yield line
    }
    const verdict = await verifyExport(lines())
    const events = linesOf<{ eventName: string }>(entries.get('events.jsonl'))
    expect(verdict).toMatchObject({
      accountId: d.accountId,
      events: events.length,
      intact: true,
      complete: true,
    })
    expect(events.map(({ eventName }) => eventName)).toContain('THIRD_PARTY_ADDED')
  })

  test('No secret of the account is in it', async () => {
    const { rows } = await t.admin.query<{ secret: string }>(
      `select encode(sealed_secret, 'hex') as secret from webhook_endpoint where account_id = $1
       union all select secret_hash from api_client_secret where account_id = $1
       union all select u.password_hash from app_user u join membership m using (user_id) where m.account_id = $1
       union all select encode(key, 'hex') from person_key where account_id = $1`,
      [d.accountId],
    )
    expect(rows.length).toBeGreaterThan(3)
    const all = Buffer.concat([...entries.values()])
    for (const { secret } of rows) expect(all.includes(secret)).toBe(false)
    for (const secret of planted)
      expect({ secret, isThere: all.includes(secret) }).toMatchObject({ isThere: false })
    const [endpoint] = linesOf<{ url: string }>(entries.get('tables/webhook_endpoint.jsonl'))
    expect(endpoint!.url).toBe('https://example.com')
    const [provider] = linesOf<{ http: object }>(entries.get('tables/datahub_provider.jsonl'))
    expect(provider!.http).toEqual({ baseUrl: 'https://scores.example', path: null, query: { key: null } })
    expect(String(entries.get('administration.jsonl'))).toContain('"url":"https://example.com"')
  })

  test('The description of the format names every part and every table left out', async () => {
    const text = await readFile(new URL('../../../docs/account-export.md', import.meta.url), 'utf8')
    const missing = manifest.parts
      .map(({ name }) => name.replace(/^tables\//, '').replace(/^(.+)\.jsonl$/, '$1'))
      .filter((name) => !text.includes(`\`${name}\``) && !text.includes(`\`${name}.jsonl\``))
    expect(missing).toEqual([])
    for (const table of Object.keys(tablesLeftOut)) expect(text).toContain(`| \`${table}\``)
    expect(Object.keys(manifest.leftOut)).toEqual(Object.keys(tablesLeftOut))
    for (const [table, { without = [] }] of Object.entries(exportedTables))
      for (const column of without) expect(text, `${table}.${column}`).toContain(`\`${table}.${column}\``)
  })

  test('Administrators get a mail, and the administration journal says what left', async () => {
    const { rows } = await t.admin.query<{ template: string }>(
      `select template from mail where account_id = $1 and template like 'leaving.%'`,
      [d.accountId],
    )
    expect(rows).toEqual([{ template: 'leaving.export-ready' }])
    const answer = await d.get('/administration/journal?names=ACCOUNT_EXPORT_ASKED,EXPORT_MADE')
    const { content } = answer.json<{ content: { name: string; after: { what?: string } }[] }>()
    expect(content.map(({ name, after }) => after.what ?? name)).toEqual([
      'account-download',
      'account',
      'ACCOUNT_EXPORT_ASKED',
    ])
  })

  test('Only the archive stays in the store, beside the files of the account', async () => {
    expect(await objectsOf(d.accountId)).toHaveLength(2)
  })

  test('Another account finds no such export', async () => {
    const other = await t.given.office()
    const { exportId } = await newestExport(t, d)
    const answer = await t.call('GET', `${other.base}/leaving/exports/${exportId}/download`, {
      token: other.token,
    })
    expect(answer.statusCode).toBe(404)
    expect(answer.json()).toMatchObject({ code: 'EXPORT_NOT_FOUND' })
    const { base } = d
    const foreign = await t.call('GET', `${base}/leaving/exports/${exportId}/download`, {
      token: other.token,
    })
    expect(foreign.statusCode).toBe(403)
  })

  test('The archive goes when its days are over, and the sweep leaves it alone before', async () => {
    const { exportId } = await newestExport(t, d)
    await handWorker(t).run('leaving.run', {})
    expect(await newestExport(t, d)).toMatchObject({ state: 'READY' })
    await t.admin.query(
      `update account_export set expires_at = now() - interval '1 second' where export_id = $1`,
      [exportId],
    )
    const late = await d.get(`/leaving/exports/${exportId}/download`)
    expect(late.json()).toMatchObject({ code: 'EXPORT_NOT_FOUND' })
    await handWorker(t).run('leaving.run', {})
    expect(await newestExport(t, d)).toMatchObject({ state: 'EXPIRED' })
    expect(await objectsOf(d.accountId)).toHaveLength(1)
  })
})

test('Whoever does not administer the account gets no export', async () => {
  const { base, accountId } = await t.given.account()
  const { token } = await t.given.client(accountId, ['MANAGER', 'AUDITOR'])
  for (const method of ['GET', 'POST'] as const) {
    const answer = await t.call(method, `${base}/leaving/exports`, { token })
    expect(answer.json()).toMatchObject({ status: 403, code: 'PERMISSION_DENIED' })
  }
})

test('A second export is refused while one is under way, however often exports were asked for', async () => {
  const office = await t.given.office()
  // A statement that was prepared is planned anew after its fifth run.
  for (let nth = 0; nth < 7; nth += 1) await askExport(t, await t.given.office())
  await askExport(t, office)
  const answer = await t.call('POST', `${office.base}/leaving/exports`, { token: office.token })
  expect(answer.json()).toMatchObject({ status: 409, code: 'EXPORT_UNDER_WAY' })
})

test('A full store ends the export with its reason, and leaves nothing behind', async () => {
  const office = await t.given.office()
  const { exportId } = await askExport(t, office)
  full = true
  try {
    await handWorker(t).run('leaving.export', { accountId: office.accountId, exportId })
  } finally {
    full = false
  }
  expect(await newestExport(t, office)).toMatchObject({ state: 'FAILED', fault: 'STORE_FULL' })
  expect(await objectsOf(office.accountId)).toEqual([])
  const again = await askExport(t, office)
  await handWorker(t).run('leaving.export', { accountId: office.accountId, exportId: again.exportId })
  expect(await newestExport(t, office)).toMatchObject({ state: 'READY' })
})

test('What a killed worker left is removed, and the export is made anew', async () => {
  const office = await t.given.office()
  const { accountId } = office
  const { exportId } = await askExport(t, office)
  const orphan = newObjectKey(accountId)
  await t.store.put(orphan, Readable.from(['half an export']), { maxBytes: 100 })
  await t.admin.query(
    `update account_export set state = 'RUNNING', draft_keys = array[$2] where export_id = $1`,
    [exportId, orphan],
  )
  await handWorker(t).run('leaving.export', { accountId, exportId })
  expect(await newestExport(t, office)).toMatchObject({ state: 'READY' })
  const left = await objectsOf(accountId)
  expect(left).toHaveLength(1)
  expect(left).not.toContain(orphan)
})
