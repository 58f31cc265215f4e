import { sql } from 'kysely'
import type { ReadTx } from '../../../platform/db/index.ts'
import type { Handler } from '../../../platform/jobs/index.ts'
import type { Scope } from '../../../platform/kernel/index.ts'
import { evidencesOf, type OwnEvidence } from '../answers/evidences.ts'
import { storeReadings, type FileReading } from '../answers/file-readings.ts'
import type { DocumentType } from '../catalogue/catalogue.schema.ts'
import { documentTypeAt } from '../catalogue/document-types.queries.ts'
import { examineFile } from './check-response.task.ts'
import { checkFacts } from './conclude-check.ts'
import { judgeAnswer, readAs } from './judge-answer.ts'
import { readingRecord } from './reading-record.ts'

type Deps = Omit<Parameters<typeof examineFile>[1], 'signal'>

/** What a sender may be told before anything is sent: plain facts about the document, never a doubt about the file. */
const advisable: ReadonlySet<string> = new Set([
  'OTHER_COMPANY_IDENTIFIER',
  'KIND_DIFFERS',
  'PRINTED_EXPIRED',
])

/**
 * Reads the files of a draft that nobody has read yet. It only ever adds readings: what the draft holds is its
 * sender's, and whether a file may be handed out is said by the check after the answer was sent.
 */
export const readDraft =
  (deps: Deps): Handler<'responses.read-draft'> =>
  async ({ responseId }, { db, scope, signal }) => {
    const draft = await db.read(scope, (tx) => findDraft(tx, scope, responseId))
    if (draft === null) return
    for (const evidence of draft.unread) {
      const reading = await readOne(evidence, draft, { ...deps, signal })
      await db.write(scope, (tx) => storeReadings(tx, scope, [reading]))
    }
  }

interface Draft {
  readonly unread: readonly OwnEvidence[]
  readonly type: DocumentType
  readonly facts: Awaited<ReturnType<typeof checkFacts>>
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

async function readOne(
  evidence: OwnEvidence,
  { type, facts }: Draft,
  deps: Parameters<typeof examineFile>[1],
): Promise<FileReading> {
  const file = readAs(type.code, await examineFile(evidence, deps))
  const undated = { effectiveDate: null, expirationDate: null, forms: [], banks: new Map<string, never>() }
  const { findings } = judgeAnswer({ ...undated, ...facts, type, files: [file] })
  const advice = findings.map(({ code }) => code).filter((code) => advisable.has(code))
  return readingRecord(file, [...new Set(advice)])
}
