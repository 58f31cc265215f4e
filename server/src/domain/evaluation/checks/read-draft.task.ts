import { sql } from 'kysely'
import type { ReadTx, Tx } from '../../../platform/db/index.ts'
import { enqueue, type Handler } from '../../../platform/jobs/index.ts'
import type { Scope } from '../../../platform/kernel/index.ts'
import { evidencesOf, type OwnEvidence } from '../answers/evidences.ts'
import { storeReadings } from '../answers/file-readings.ts'
import { documentTypeAt } from '../catalogue/document-types.queries.ts'
import { checkFacts } from './conclude-check.ts'
import { examineFile } from './check-response.task.ts'
import { readForSender, type DraftFacts } from './read-for-sender.ts'
import { isPicture, type ScanSettings } from './read-pictures.ts'
import { awaitScan, type AwaitedScan } from './scans.queries.ts'

interface Deps extends Omit<Parameters<typeof examineFile>[1], 'signal'> {
  /** How pages without text are read; null: they are left to people. */
  readonly scans?: ScanSettings | null
}

/**
 * Reads the files of a draft that nobody has read yet; those whose pages have no text wait for their turn, so that no
 * other waits for them. It only ever adds readings: what the draft holds is its sender's, and whether a file may be
 * handed out is said by the check after the answer was sent.
 */
export const readDraft =
  (deps: Deps): Handler<'responses.read-draft'> =>
  async ({ responseId }, { db, scope, signal }) => {
    const draft = await db.read(scope, (tx) => findDraft(tx, scope, responseId))
    if (draft === null) return
    for (const evidence of draft.unread) {
      const { evidenceId } = evidence
      const { fileState, contentType, warnings, content } = await examineFile(evidence, { ...deps, signal })
      if (deps.scans && fileState === 'CLEAN' && contentType !== null && isPicture(contentType, content))
        await db.write(scope, (tx) => enqueueScan(tx, scope, { evidenceId, contentType }))
      else {
        const reading = readForSender({ evidenceId, warnings, content }, draft)
        await db.write(scope, (tx) => storeReadings(tx, scope, [reading]))
      }
    }
  }

/** Whoever waits for it sits in front of the page; nobody does so for a check. */
const beforeChecks = -1

async function enqueueScan(tx: Tx, scope: Scope, scan: AwaitedScan): Promise<void> {
  if (!(await awaitScan(tx, scope, scan))) return
  const payload = { accountId: scope.accountId, evidenceId: scan.evidenceId }
  const jobKey = `responses.read-scan:${payload.accountId}:${payload.evidenceId}`
  await enqueue(tx, 'responses.read-scan', payload, { jobKey, queueName: 'scans', priority: beforeChecks })
}

interface Draft extends DraftFacts {
  readonly unread: readonly OwnEvidence[]
}

interface Place {
  readonly code: string
  readonly typeVersion: number
  readonly thirdpartyId: number
  readonly known: number[]
}

async function findDraft(tx: ReadTx, scope: Scope, responseId: number): Promise<Draft | null> {
  const { rows } = await sql<Place>`
    select d.code, d.type_version as "typeVersion", d.thirdparty_id as "thirdpartyId",
      array(select g.evidence_id from evidence_reading g
        where g.account_id = r.account_id and g.response_id = r.response_id) as known
    from response r
    join document d on d.account_id = r.account_id and d.document_id = r.document_id
    where r.account_id = ${scope.accountId} and r.response_id = ${responseId} and r.state = 'DRAFT'`.execute(
    tx,
  )
  const [document] = rows
  if (!document) return null
  const files = await evidencesOf(tx, scope, responseId)
  const { known } = document
  return {
    unread: files.filter(({ kind, evidenceId }) => kind === 'FILE' && !known.includes(evidenceId)),
    type: await documentTypeAt(tx, scope, document),
    facts: await checkFacts(tx, scope, { document }),
  }
}
