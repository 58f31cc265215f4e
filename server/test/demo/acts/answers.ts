import { Readable } from 'node:stream'
import {
  answerDocument,
  documentTypeVersions,
  expirationDate,
  type DocumentType,
  type StoredFile,
} from '../../../src/domain/evaluation/index.ts'
import { addDays } from '../../../src/platform/kernel/index.ts'
import type { ReadTx } from '../../../src/platform/db/index.ts'
import { newObjectKey } from '../../../src/platform/files/index.ts'
import { readClock } from '../../../src/domain/sandbox/index.ts'
import type { Act, Stage } from '../act.ts'
import { companiesOf, type DemoCompany } from '../companies.ts'
import { staffOf } from '../../../src/demo/people.ts'
import { makePaper, type DemoPaper } from '../../../src/demo/make-papers.ts'
import { fillForm } from '../pieces/form.ts'
import { personOf, toAsciiLetters } from '../pieces/persons.ts'
import { dice } from '../pieces/dice.ts'
import { listRequiredDocuments, type RequestedDocument } from './requested-documents.ts'
import { contactScope } from './contacts.ts'

export interface Sending {
  readonly daysAgo: number
  readonly number: number
  /** Null for all that is asked. */
  readonly codes: readonly string[] | null
  readonly byPortal: boolean
  /** How many days before the day it is sent a paper was issued; null for one that does not say. */
  readonly age?: number | null
  readonly quality?: number
  /** Whose paper it really is. */
  readonly ofCompany?: number
  /** With another bank account than before. */
  readonly otherAccount?: boolean
}

interface AnswerContent {
  readonly asked: RequestedDocument
  readonly type: DocumentType
  readonly files: readonly StoredFile[]
  readonly day: string | null
}

const maxBytes = 10_000_000

/** A company sends what is asked of it: papers, forms, or both. */
export function sendAnswer(sending: Sending): Act {
  const { daysAgo, number, byPortal, quality = 0.9, otherAccount = false } = sending
  return {
    daysAgo,
    prepare: async (stage) => {
      const { scope, db } = stage
      const [company] = await db.read(scope, (tx) => companiesOf(tx, scope, [number]))
      if (!company) return async () => {}
      const { today, wanted } = await db.read(scope, (tx) => whatToSend(tx, stage, company, sending))
      const pieces: AnswerContent[] = []
      for (const { asked, type } of wanted)
        pieces.push(await makeContent(stage, { company, asked, type, today, sending }))
      return async (tx) => {
        const { manager } = await staffOf(tx, scope)
        const sender = byPortal ? await contactScope(tx, scope, company) : manager.scope
        for (const { asked, type, files, day } of pieces) {
          const bySupplier = byPortal && asked.outside
          const facts = { company, person: personOf(company), day: day ?? today, quality, otherAccount }
          await answerDocument(tx, bySupplier ? sender : manager.scope, {
            ...asked,
            files,
            answers: type.kind === 'FILE' ? null : fillForm(type, facts),
            effectiveDate: type.effectiveDateField === undefined ? day : null,
            draft: false,
            scope: 'THIRD_PARTY',
            issuer: 'DO',
            transmitter: bySupplier ? 'FOURNISSEUR' : 'DONNEUR_ORDRE',
            language: company.language,
          })
        }
      }
    },
  }
}

async function whatToSend(tx: ReadTx, { scope }: Stage, { thirdpartyId }: DemoCompany, { codes }: Sending) {
  const { now } = await readClock(tx, scope)
  const requested = await listRequiredDocuments(tx, scope, { thirdpartyId, codes })
  const types = await documentTypeVersions(
    tx,
    scope,
    requested.map(({ code }) => code),
  )
  const wanted = requested.flatMap((one) => {
    const type = types.get(one.code)?.definition
    return type ? [{ asked: one, type }] : []
  })
  return { today: now.slice(0, 10), wanted }
}

interface ContentRequest {
  readonly company: DemoCompany
  readonly asked: RequestedDocument
  readonly type: DocumentType
  readonly today: string
  readonly sending: Sending
}

async function makeContent(
  stage: Stage,
  { company, asked, type, today, sending }: ContentRequest,
): Promise<AnswerContent> {
  const { age = 3 } = sending
  const day = age === null ? null : addDays(today, -age)
  if (type.kind === 'FORM') return { asked, type, files: [], day }
  const [shown = company] = await stage.db.read(stage.scope, (tx) =>
    companiesOf(tx, stage.scope, sending.ofCompany === undefined ? [] : [sending.ofCompany]),
  )
  // The early ones came on paper and were scanned; and now and then somebody takes a picture instead.
  const asFile = sending.byPortal && sending.daysAgo <= 6
  const isPicture = !asFile || dice('picture', company.number, asked.code) < 0.5
  const { thirdpartyId: _id, countryCode: _country, vatNumber: _vat, ...named } = shown
  const paper: DemoPaper = {
    form: isPicture ? 'PICTURE' : 'CERTIFICATE',
    company: named,
    code: asked.code,
    title: type.name,
    issuedOn: day,
    validUntil: expiryOf(type, { day, today }),
    at: `${today}T08:00:00Z`,
  }
  const bytes = await makePaper(paper)
  const ending = isPicture ? 'png' : 'pdf'
  const fileName = `${toAsciiLetters(asked.code)}-${toAsciiLetters(company.name) || `supplier-${company.number}`}.${ending}`
  const key = newObjectKey(stage.scope.accountId)
  const stored = await stage.store.put(key, Readable.from([bytes]), { maxBytes })
  stage.onPaper(key, paper)
  return { asked, type, files: [{ key, fileName, ...stored }], day }
}

/** As a paper would print it; one that lasts until something happens prints no day. */
function expiryOf(
  { validity }: DocumentType,
  { day, today }: { day: string | null; today: string },
): string | null {
  const isCounted = validity.kind === 'MONTHS' || validity.kind === 'CALENDAR_YEAR'
  return isCounted && day !== null
    ? expirationDate(validity, { effectiveDate: day, uploadDate: today })
    : null
}
