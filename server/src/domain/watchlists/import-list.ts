import { randomBytes } from 'node:crypto'
import {
  ListFault,
  listClass,
  publisher,
  readList,
  type ListClass,
  type ListEntry,
  type ListFacts,
  type ListFile,
  type ListSource,
} from '@vigie/watchlists'
import { sql } from 'kysely'
import type { AdministrationEntry } from '../../platform/administration/index.ts'
import type { Db, Tx } from '../../platform/db/index.ts'
import { wholeAccount, type AccountScope } from '../../platform/kernel/index.ts'
import { digestFiles } from './list-files.ts'
import {
  countChanges,
  failVersion,
  forgetVersion,
  putInForce,
  refuseVersion,
  startVersion,
  storeArrivals,
  versionHeld,
  type ListPlace,
  type LoadingVersion,
  type VersionCounts,
} from './loading-version.ts'

export type OnListChange = (
  tx: Tx,
  changed: { listId: number; version: number; ownerAccountId: number | null },
) => Promise<void>

export interface ImportListOptions {
  readonly source: ListSource
  readonly files: readonly ListFile[]
  /** The file, or the address it was fetched from. */
  readonly origin: string
  /** Of an own list; null: a published one. */
  readonly own: { readonly accountId: number; readonly name: string; readonly listClass?: ListClass } | null
  /** Takes a version that lost too much all the same. */
  readonly force: boolean
  /** Says what would change, and changes nothing. */
  readonly dryRun: boolean
  /** In the transaction that puts a version in force: whoever follows lists is told in the same moment. */
  readonly onChange?: OnListChange
  readonly onProgress?: (entries: number) => void
  readonly signal?: AbortSignal
}

export type ImportOutcome = 'IN_FORCE' | 'UNCHANGED' | 'REFUSED' | 'TRIED'

export interface ListReport extends Omit<VersionCounts, 'bornBefore' | 'bornAfter'> {
  readonly outcome: ImportOutcome
  readonly source: string
  readonly name: string
  readonly version: number | null
  readonly publishedOn: string | null
  readonly skipped: number
  readonly warnings: readonly string[]
  readonly resumedFrom: number
  /** Why a version was or would be refused; null when nothing speaks against it. */
  readonly fault: string | null
}

const batchSize = 1_000

/** Published lists belong to the installation; nobody's account stands for it. */
export const installation = wholeAccount(0)

/**
 * Brings a list in: read to its end first, then compared with what holds, then put in force in one moment. Whatever goes
 * wrong before that moment, the former version stays in force.
 */
export async function importList(db: Db, options: ImportListOptions): Promise<ListReport> {
  const { source, files, own, origin } = options
  const name = own?.name ?? publisher(source)
  const place = {
    accountId: own?.accountId ?? null,
    source,
    listClass: own?.listClass ?? listClass(source),
    name,
  }
  const scope = own === null ? installation : wholeAccount(own.accountId)
  const digest = await digestFiles(files)
  if (await db.read(scope, (tx) => versionHeld(tx, place, digest))) {
    return confirmUnchanged(db, scope, place, options.dryRun)
  }
  const started = await db.write(scope, (tx) =>
    // What a trial reads is forgotten: it must neither go on where an import stopped nor be gone on with.
    startVersion(tx, place, { digest: options.dryRun ? randomBytes(32) : digest, origin }),
  )
  try {
    const facts = await readThrough(db, scope, started, options)
    return await conclude(db, scope, { place, started, facts, options })
  } catch (error) {
    // A fault of the file ends this version; after anything else the same import may go on where it stopped.
    if (options.dryRun) await db.write(scope, (tx) => forgetVersion(tx, started))
    else if (error instanceof ListFault)
      await db.write(scope, (tx) => failVersion(tx, started, error.message))
    throw error
  }
}

async function readThrough(
  db: Db,
  scope: AccountScope,
  started: LoadingVersion,
  { source, files, onProgress, signal }: ImportListOptions,
): Promise<ListFacts> {
  const reading = readList(source, files)
  let [read, position] = [0, started.position]
  let batch: ListEntry[] = []
  const store = async () => {
    signal?.throwIfAborted()
    await db.write(scope, (tx) => storeArrivals(tx, { ...started, position }, batch))
    position += batch.length
    batch = []
    onProgress?.(position)
  }
  for await (const entry of reading.entries) {
    read += 1
    // Files are read in the same order each time, so what was stored is a beginning of them.
    if (read <= started.position) continue
    batch.push(entry)
    if (batch.length >= batchSize) await store()
  }
  if (batch.length > 0) await store()
  return reading.facts()
}

interface Ending {
  readonly place: ListPlace
  readonly started: LoadingVersion
  readonly facts: ListFacts
  readonly options: ImportListOptions
}

async function conclude(db: Db, scope: AccountScope, ending: Ending): Promise<ListReport> {
  const { place, started, facts, options } = ending
  return db.write(scope, async (tx) => {
    await sql`select set_config('statement_timeout', '0', true)`.execute(tx)
    const counts = await countChanges(tx, started)
    const fault = lossOf(counts)
    if (options.dryRun) {
      await forgetVersion(tx, started)
      return reportOf(ending, counts, { outcome: 'TRIED', fault })
    }
    if (fault !== null && !options.force) {
      await refuseVersion(tx, started, { facts, counts, fault })
      return reportOf(ending, counts, { outcome: 'REFUSED', fault })
    }
    await putInForce(tx, started, { facts, counts, wasForced: fault !== null })
    const { listId, version } = started
    await options.onChange?.(tx, { listId, version, ownerAccountId: place.accountId })
    return reportOf(ending, counts, { outcome: 'IN_FORCE', fault })
  })
}

/** A list that lost much was more likely cut than emptied. */
function lossOf({ before, removed, bornBefore, bornAfter }: VersionCounts): string | null {
  if (removed * 10 > before) {
    return `It lacks ${removed} of the ${before} entries in force, which is more than a tenth.`
  }
  const share = (value: number) => `${Math.round(value * 100)} %`
  if (bornBefore !== null && bornAfter !== null && bornBefore >= 0.2 && bornAfter < bornBefore / 2) {
    return `Birth dates are known of ${share(bornAfter)} of its people, where it was ${share(bornBefore)}.`
  }
  return null
}

function reportOf(
  { place, started, facts, options }: Ending,
  { bornBefore: _before, bornAfter: _after, ...counts }: VersionCounts,
  { outcome, fault }: { outcome: ImportOutcome; fault: string | null },
): ListReport {
  return {
    ...counts,
    outcome,
    source: place.source,
    name: place.name,
    version: options.dryRun ? null : started.version,
    publishedOn: facts.publishedOn ?? null,
    skipped: facts.skipped,
    warnings: facts.warnings,
    resumedFrom: started.position,
    fault,
  }
}

interface Standing {
  listId: number
  version: number | null
  entries: number
  publishedOn: string | null
}

/** The publisher says what it said before: that counts as news of its age. */
async function confirmUnchanged(
  db: Db,
  scope: AccountScope,
  { accountId, source, name }: ListPlace,
  dryRun: boolean,
): Promise<ListReport> {
  const standing = await db.write(scope, async (tx) => {
    const { rows } = await sql<Standing>`
      update watchlist w set confirmed_at = case when ${dryRun} then w.confirmed_at else now() end
      where w.source = ${source} and w.owner_account_id is not distinct from ${accountId}::bigint
        and (w.owner_account_id is null or w.name = ${name})
      returning w.list_id as "listId", w.version, w.entries, w.published_on::text as "publishedOn"`.execute(
      tx,
    )
    return rows[0]
  })
  const entries = standing?.entries ?? 0
  return {
    outcome: 'UNCHANGED',
    source,
    name,
    version: standing?.version ?? null,
    publishedOn: standing?.publishedOn ?? null,
    entries,
    before: entries,
    added: 0,
    changed: 0,
    removed: 0,
    skipped: 0,
    warnings: [],
    resumedFrom: 0,
    fault: null,
  }
}

/** What the operator's journal keeps of a version that came into force. */
export function listImported(report: ListReport): AdministrationEntry {
  const { source, version, entries, added, changed, removed, fault } = report
  return {
    name: 'LIST_IMPORTED',
    after: { source, version, entries, added, changed, removed, forced: fault !== null },
  }
}
