import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import pg from 'pg'
import { loadConfig } from '../server/src/config.ts'
import { openBackupTarget, runBackup } from '../server/src/open-backup.ts'
import { openBareStore } from '../server/src/open-store.ts'
import { verifyCopy, type Manifest } from '../server/src/platform/backup/index.ts'
import { newObjectKey, type ObjectStore } from '../server/src/platform/files/index.ts'
import { restoreInstallation } from '../server/src/restore-installation.ts'
import { findSecretKey } from '../server/src/secret-key.ts'
import type { Bench, Figure } from './support/figures.ts'
import {
  adminUrlOf,
  demoCredentials,
  freshFolder,
  removeFolder,
  startProduct,
} from '../server/test/product/product.ts'

/** `npm run bench backup -- --companies=100000 --gigabytes=10` */
function sizeAsked(name: string, fallback: number): number {
  const given = process.argv.find((part) => part.startsWith(`--${name}=`))
  return given === undefined ? fallback : Number(given.split('=')[1])
}

const companies = sizeAsked('companies', 100_000)
const gigabytes = sizeAsked('gigabytes', 1)
const fileBytes = 1_000_000
const VIGIE_BACKUP_KEY = 'a key for the bench, with more than 32 characters'

export const backupBench: Bench = {
  name: 'backup',
  title: `Backup, verification and restore of ${companies.toLocaleString('en')} third parties and ${gigabytes} GB of files`,
  async run(tell) {
    const root = await mkdtemp(path.join(tmpdir(), 'vigie-bench-backup-'))
    const dataDir = await freshFolder()
    // With its past: its files are the model of those that are added.
    const product = await startProduct({ dataDir, env: { VIGIE_DEMO: 'full' } })
    try {
      const { accountId } = await demoCredentials(dataDir)
      const filled = { dataDir, accountId, adminUrl: await adminUrlOf(dataDir) }
      await fill(filled)
      tell(`${companies} third parties added`)
      return await measure(filled, { root, tell })
    } finally {
      await product.stop()
      await removeFolder(dataDir)
      await rm(root, { recursive: true, force: true })
    }
  },
}

interface Filled {
  readonly dataDir: string
  readonly accountId: number
  /** Superuser of its database, to fill it quickly. */
  readonly adminUrl: string
}

async function measure(
  product: Filled,
  { root, tell }: { root: string; tell: (line: string) => void },
): Promise<Figure[]> {
  const settings = { VIGIE_BACKUP_KEY, BACKUP_TO: path.join(root, 'copies') }
  const config = loadConfig({ VIGIE_DATA_DIR: product.dataDir, ...settings })
  await addFiles(await openBareStore(config), product)
  tell(`${gigabytes} GB of files added`)
  const secretKey = await findSecretKey(config)
  if (!secretKey) throw new Error('The product has no key.')
  const target = await openBackupTarget(config, undefined, { create: true })
  const { adminUrl } = product
  const backUp = async () =>
    (await runBackup(config, target, { adminUrl, secretKey, withKeys: true })).manifest
  const figures: Figure[] = []
  const timed = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const began = performance.now()
    const result = await work()
    const seconds = (performance.now() - began) / 1000
    tell(`${name}: ${seconds.toFixed(1)} s`)
    figures.push({ name: `${name}, seconds`, value: seconds, measured: `${seconds.toFixed(1)} s` })
    return result
  }
  const first = await timed('first backup with its verification', backUp)
  const second = await timed('second backup', backUp)
  const { faults } = await timed('verify --full', () => verifyCopy(target, second, { files: 'all' }))
  if (faults.length > 0) throw new Error(faults.join(' '))
  const elsewhere = loadConfig({ VIGIE_DATA_DIR: path.join(root, 'restored'), ...settings })
  const quiet = { only: null, onStep: tell, onProgress: () => undefined }
  await timed('restore', () => restoreInstallation(elsewhere, { target, manifest: second }, quiet))
  return [...figures, ...sizesOf(first, second)]
}

function sizesOf(first: Manifest, second: Manifest): Figure[] {
  const rows = second.tables.reduce((sum, table) => sum + table.rows, 0)
  const text = second.tables.reduce((sum, table) => sum + table.bytes, 0)
  const megabytes = (name: string, bytes: number): Figure => ({
    name,
    value: bytes / 1e6,
    measured: `${(bytes / 1e6).toFixed(1)} MB`,
  })
  return [
    { name: 'rows', value: rows, measured: rows.toLocaleString('en') },
    megabytes('rows as text', text),
    megabytes('files', second.files.bytes),
    megabytes('stored by the first backup', first.added.bytes),
    megabytes('stored by the second backup', second.added.bytes),
  ]
}

/** Copies of the demonstration's own third parties under fresh numbers. */
async function fill({ adminUrl, accountId }: Filled): Promise<void> {
  await asAdmin(adminUrl, accountId, async (client) => {
    await client.query(
      `insert into thirdparty (account_id, code, identifier_code, identifier_value, source, identity_status, name,
         trade_name, duns, country_code, legal_form, head_office, naf_code, main_activity, activity_scheme, executives,
         headcount, creation_date, status, status_detail, status_since, provenance, created_at, updated_at, wire)
       select account_id, 'B-' || n, 'CIT003', lpad((100000000 + n)::text, 9, '0'), source, identity_status,
         name || ' ' || n, trade_name, lpad((100000000 + n)::text, 9, '0'), country_code, legal_form, head_office,
         naf_code, main_activity, activity_scheme, executives, headcount, creation_date, status, status_detail,
         status_since, provenance, now(), now(), ''
       from generate_series(1, $2) n
       join lateral (select * from thirdparty t where t.account_id = $1 order by t.thirdparty_id
                     offset n % 20 limit 1) model on true`,
      [accountId, companies],
    )
    await client.query(
      `insert into thirdparty_summary (account_id, thirdparty_id)
       select account_id, thirdparty_id from thirdparty where account_id = $1 on conflict do nothing`,
      [accountId],
    )
  })
}

/** Each is named by an evidence of its own. */
async function addFiles(store: ObjectStore, { adminUrl, accountId }: Filled): Promise<void> {
  const keys = Array.from({ length: Math.round((gigabytes * 1e9) / fileBytes) }, () =>
    newObjectKey(accountId),
  )
  for (const key of keys) {
    await store.put(key, Readable.from([randomBytes(fileBytes)]), { maxBytes: fileBytes })
  }
  await asAdmin(adminUrl, accountId, (client) =>
    client.query(
      `insert into evidence
       select (jsonb_populate_record(e, jsonb_build_object('evidence_id', nextval('vigie_id'), 'object_key', k.key))).*
       from unnest($2::text[]) k (key) join evidence e on e.account_id = $1 and e.evidence_id = (
         select min(evidence_id) from evidence where account_id = $1 and object_key is not null)`,
      [accountId, keys],
    ),
  )
}

async function asAdmin(
  adminUrl: string,
  accountId: number,
  work: (client: pg.Client) => Promise<unknown>,
): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl, options: '-c search_path=vigie' })
  await client.connect()
  try {
    await client.query(`set app.account = '${accountId}'; set app.units = 'all'`)
    await work(client)
  } finally {
    await client.end()
  }
}
