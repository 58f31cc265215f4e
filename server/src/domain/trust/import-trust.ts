import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { keepTrust, readTrust, SealFault, type TrustFile, type TrustReading } from '@vigie/seals'
import { sql } from 'kysely'
import { recordOperatorAct } from '../../platform/administration/index.ts'
import type { Db, Tx } from '../../platform/db/index.ts'
import { newestTrust, staleFrom, type ListFacts } from './trust-lists.queries.ts'

/** Lists that cannot be taken; the words are for whoever offered them. */
export class TrustImportError extends Error {}

export interface TrustImport {
  readonly outcome: 'IN_FORCE' | 'UNCHANGED'
  readonly version: number
  readonly lists: readonly ListFacts[]
  readonly services: number
  /** The earliest time at which one of them must be replaced; verdicts are in doubt from then on. */
  readonly staleFrom: string | null
}

interface Offered {
  readonly files: readonly TrustFile[]
  readonly listSigners: readonly TrustFile[]
  /** Takes lists that are older than those in force. */
  readonly force: boolean
}

/** Takes the lists as the whole truth: half of them, or one that nobody vouches for, would change verdicts unseen. */
export async function importTrust(db: Db, { files, listSigners, force }: Offered): Promise<TrustImport> {
  const { store, lists } = readLists({ files, listSigners })
  const facts = lists.map(factsOf).toSorted((a, b) => (a.country < b.country ? -1 : 1))
  requireOneEach(facts)
  const digest = digestOf(files)
  const kept = gzipSync(JSON.stringify(keepTrust(store)))
  return db.system(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('trust_version', 0))`.execute(tx)
    const former = await newestTrust(tx)
    if (former?.digest.equals(digest)) return reportOf('UNCHANGED', former.version, former.lists)
    if (former && !force) requireNewer(facts, former.lists)
    const version = await insertVersion(tx, { digest, facts, kept })
    const after = { version, lists: facts, digest: digest.toString('hex') }
    recordOperatorAct(tx, 'import-trust', { name: 'TRUST_LISTS_IMPORTED', after, accountIds: [] })
    return reportOf('IN_FORCE', version, facts)
  })
}

function readLists(offered: Pick<Offered, 'files' | 'listSigners'>): TrustReading {
  const other = offered.files.find(
    ({ bytes }) => !/^(\uFEFF)?\s*</.test(bytes.subarray(0, 64).toString('utf8')),
  )
  if (other) {
    throw new TrustImportError(
      `${other.name} is no trusted list. Certificates that an account trusts by itself are added in its settings.`,
    )
  }
  const reading = readOrRefuse(offered)
  if (reading.problems.length > 0) {
    throw new TrustImportError(
      `${reading.problems.join('\n')}\nNothing was imported: the lists belong together.`,
    )
  }
  if (reading.lists.length === 0) throw new TrustImportError('There is no trusted list among these files.')
  return reading
}

function readOrRefuse(offered: Pick<Offered, 'files' | 'listSigners'>): TrustReading {
  try {
    return readTrust(offered)
  } catch (error) {
    if (error instanceof SealFault) throw new TrustImportError(`${error.message}.`)
    throw error
  }
}

function factsOf(list: TrustReading['lists'][number]): ListFacts {
  const { country, isListOfLists, sequence, issuedAt, nextUpdate, services } = list
  return {
    country,
    isListOfLists,
    sequence,
    issuedAt: issuedAt.toISOString(),
    nextUpdate: nextUpdate?.toISOString() ?? null,
    services: services.length,
  }
}

function requireOneEach(lists: readonly ListFacts[]): void {
  const twice = lists.find(({ country }, i) => country === lists[i + 1]?.country)
  if (twice)
    throw new TrustImportError(`There are two lists of ${twice.country}. Import the newer one alone.`)
}

/** An old list that somebody kept would bring back services that were withdrawn since. */
function requireNewer(lists: readonly ListFacts[], former: readonly ListFacts[]): void {
  for (const { country, sequence } of lists) {
    const before = former.find((one) => one.country === country)
    if (before && sequence < before.sequence) {
      throw new TrustImportError(
        `The list of ${country} has the number ${sequence}, and ${before.sequence} is in force: it is older. ` +
          'Nothing was imported; use --force to go back to it.',
      )
    }
  }
}

function digestOf(files: readonly TrustFile[]): Buffer {
  const each = files.map(({ bytes }) => createHash('sha256').update(bytes).digest('hex')).toSorted()
  return createHash('sha256').update(each.join('\n')).digest()
}

async function insertVersion(
  tx: Tx,
  { digest, facts, kept }: { digest: Buffer; facts: readonly ListFacts[]; kept: Buffer },
): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    insert into trust_version (version, digest, lists, kept)
    select coalesce(max(version), 0) + 1, ${digest}, ${JSON.stringify(facts)}::jsonb, ${kept} from trust_version
    returning version`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('A version was not stored.')
  return row.version
}

function reportOf(
  outcome: TrustImport['outcome'],
  version: number,
  lists: readonly ListFacts[],
): TrustImport {
  const services = lists.reduce((sum, list) => sum + list.services, 0)
  return { outcome, version, lists, services, staleFrom: staleFrom(lists) }
}
