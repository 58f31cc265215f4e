import { sql } from 'kysely'
import type { ReadTx } from '../../../platform/db/index.ts'
import type { ObjectStore } from '../../../platform/files/index.ts'
import type { Handler } from '../../../platform/jobs/index.ts'
import type { Scope } from '../../../platform/kernel/index.ts'
import { storeReadings } from '../answers/file-readings.ts'
import { documentTypeAt } from '../catalogue/document-types.queries.ts'
import { checkFacts } from './conclude-check.ts'
import { readForSender, type DraftFacts } from './read-for-sender.ts'
import { engineOf, readPicture, type ScanSettings, type StoredPicture } from './read-pictures.ts'
import { keepScan, tellPage } from './scans.queries.ts'

interface Deps {
  readonly store: ObjectStore
  /** How pages without text are read; null: they are left to people. */
  readonly scans?: ScanSettings | null
}

/**
 * Reads the pages of one file of a draft that have no text, and tells meanwhile how far that has come. An answer that
 * was sent before its turn came is read by its check.
 */
export const readScanOfDraft =
  ({ store, scans = null }: Deps): Handler<'responses.read-scan'> =>
  async ({ evidenceId }, { db, scope }) => {
    const waiting = await db.read(scope, (tx) => findWaiting(tx, scope, evidenceId))
    if (waiting === null) return
    let told = Promise.resolve()
    const tell = (progress: { page: number; pages: number }) => {
      // How far it has come is worth no failure: the result is what counts.
      told = told
        .then(() => db.write(scope, (tx) => tellPage(tx, scope, evidenceId, progress)))
        .catch(() => undefined)
    }
    const read = scans === null ? nothing : await readPicture(waiting.picture, store, scans, tell)
    await told
    const reading = readForSender({ evidenceId, warnings: [], content: read.content }, waiting)
    // In words its sender can use: the original has text.
    const advice = read.content === null && scans !== null ? ['TEXT_UNREADABLE'] : reading.advice
    await db.write(scope, async (tx) => {
      await keepScan(tx, scope, evidenceId, { ...read, engine: scans === null ? 'none' : engineOf(scans) })
      await storeReadings(tx, scope, [{ ...reading, advice }])
    })
  }

const nothing = { content: null, unreadablePages: [], codes: [] }

interface WaitingScan extends DraftFacts {
  readonly picture: StoredPicture
}

interface WaitingRow extends StoredPicture {
  /** never null: the query leaves out files without an object. */
  readonly key: string
  /** never null: as the key. */
  readonly size: number
  /** never null: as the key. */
  readonly sha256: string
  readonly contentType: string
  readonly code: string
  readonly typeVersion: number
  readonly thirdpartyId: number
}

async function findWaiting(tx: ReadTx, scope: Scope, evidenceId: number): Promise<WaitingScan | null> {
  const { rows } = await sql<WaitingRow>`
    select e.object_key as key, e.file_size as size, encode(e.sha256, 'hex') as sha256,
      s.content_type as "contentType", d.code, d.type_version as "typeVersion", d.thirdparty_id as "thirdpartyId"
    from evidence_scan s
    join evidence e on e.account_id = s.account_id and e.evidence_id = s.evidence_id
      and e.object_key is not null and e.file_size is not null and e.sha256 is not null
    join response r on r.account_id = s.account_id and r.response_id = s.response_id and r.state = 'DRAFT'
    join document d on d.account_id = r.account_id and d.document_id = r.document_id
    where s.account_id = ${scope.accountId} and s.evidence_id = ${evidenceId} and s.read_at is null`.execute(
    tx,
  )
  const [row] = rows
  if (!row) return null
  const { key, size, sha256, contentType, ...document } = row
  return {
    picture: { key, size, sha256, contentType },
    type: await documentTypeAt(tx, scope, document),
    facts: await checkFacts(tx, scope, { document }),
  }
}
