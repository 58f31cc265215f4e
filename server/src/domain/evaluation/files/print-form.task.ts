import { Readable } from 'node:stream'
import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { ReadTx, Tx } from '../../../platform/db/index.ts'
import {
  checkFileName,
  newObjectKey,
  type ObjectStore,
  type StoredObject,
} from '../../../platform/files/index.ts'
import type { Handler } from '../../../platform/jobs/index.ts'
import { record } from '../../../platform/journal/index.ts'
import { formDay, type Language, type Scope } from '../../../platform/kernel/index.ts'
import { answerText, formHash, locateField, type FormEntry, type FormField } from '../../forms/index.ts'
import type { DocumentType } from '../catalogue/catalogue.schema.ts'
import { lockDossier } from '../status/lock.ts'
import type { Transmitter } from '../status/response-states.ts'
import type { FormAnswer, FormPdfInput, FormQuestion } from './pdf/form-pdf.ts'

/** Makes the PDF of a filled form. Made already, or made by another run meanwhile: nothing happens. */
export const printForm =
  ({ store }: { readonly store: ObjectStore }): Handler<'responses.form-pdf'> =>
  async ({ responseId }, { db, scope }) => {
    const forms = await db.read(scope, (tx) => findUnprintedForms(tx, scope, responseId))
    for (const form of forms) {
      // Loaded when there is something to print: it costs every start a tenth of a second otherwise.
      const { formPdf } = await import('./pdf/form-pdf.ts')
      const pdf = await formPdf(formPdfInput(form))
      const key = newObjectKey(scope.accountId)
      const options = { maxBytes: pdf.length, contentType: 'application/pdf' }
      const stored = await store.put(key, Readable.from([pdf]), options)
      const isStored = await db.write(scope, (tx) => storePdf(tx, scope, form, { key, ...stored }))
      if (isStored !== 'KEPT') await store.delete(key)
      if (isStored === 'STALE') throw new Error('A form changed while it was printed.')
    }
  }

async function storePdf(
  tx: Tx,
  scope: Scope,
  form: UnprintedForm,
  { key, size, sha256, crc32 }: StoredObject & { readonly key: string },
): Promise<'KEPT' | 'NOT_WANTED' | 'STALE'> {
  const { evidenceId, responseId, thirdpartyId, dossierId, documentId } = form
  await lockDossier(tx, scope, dossierId)
  const now = (await findUnprintedForms(tx, scope, responseId)).find((one) => one.evidenceId === evidenceId)
  if (!now) return 'NOT_WANTED'
  // Whoever filled it in may have been erased since it was read: their words must not come back with the paper.
  if (now.author !== form.author || !isDeepStrictEqual(now.formdata, form.formdata)) return 'STALE'
  await sql`
    update evidence set object_key = ${key}, file_uuid = ${key.split('/')[1]}::uuid,
      file_name = ${fileNameOf(form)}, file_size = ${size}, content_type = 'application/pdf',
      sha256 = decode(${sha256}, 'hex'), crc32 = ${crc32}, file_state = 'CLEAN'
    where account_id = ${scope.accountId} and evidence_id = ${evidenceId}`.execute(tx)
  const evidences = [{ evidenceId, kind: 'FORM', size, sha256 }]
  const data = { responseId, change: 'FORM_PDF', evidences } as const
  record(tx, scope, { name: 'DOCUMENT_ANSWER_UPDATED', thirdpartyId, dossierId, documentId, data })
  return 'KEPT'
}

function fileNameOf({ type, thirdPartyName }: UnprintedForm): string {
  // A name of 500 characters is cut: file systems end at 255 bytes.
  const company = [...(thirdPartyName ?? '')].slice(0, 50).join('').replaceAll(/[/\\]/g, ' ')
  const checked = checkFileName(`${type.code}-${company.trim()}.pdf`)
  return checked.kind === 'VALID' ? checked.name : `${type.code}.pdf`
}

/** A filled form whose PDF is still to be made, with all that is printed around its answers. */
interface UnprintedForm {
  readonly evidenceId: number
  readonly responseId: number
  readonly documentId: number
  readonly dossierId: number
  readonly thirdpartyId: number
  /** never null: asked for */
  readonly formdata: FormEntry[]
  readonly language: Language
  readonly transmitter: Transmitter
  readonly effectiveDate: string | null
  readonly expirationDate: string | null
  /** never null: a form is printed once its answer was sent */
  readonly submittedAt: Date
  readonly author: string | null
  readonly accountName: string
  readonly type: DocumentType
  readonly dossierLabel: string
  readonly dossierReference: string | null
  readonly thirdPartyName: string | null
  readonly identifiers: readonly { readonly label: string; readonly value: string }[]
}

/** Forms of an answer that was sent; those of a draft may still change. */
async function findUnprintedForms(tx: ReadTx, scope: Scope, responseId: number): Promise<UnprintedForm[]> {
  const { rows } = await sql<UnprintedForm>`
    select e.evidence_id as "evidenceId", r.response_id as "responseId", r.document_id as "documentId",
      r.dossier_id as "dossierId", r.thirdparty_id as "thirdpartyId", e.formdata, r.language, r.transmitter,
      r.effective_date as "effectiveDate", r.expiration_date as "expirationDate",
      r.submitted_at as "submittedAt", a.name as "accountName", v.definition as type,
      dv.definition -> 'label' ->> r.language as "dossierLabel", d.reference as "dossierReference",
      t.name as "thirdPartyName",
      coalesce((select jsonb_agg(jsonb_build_object('label', i.label, 'value', i.value) order by i.place)
        from (values (1, 'SIREN', t.siren), (2, 'SIRET', t.siret),
          (3, case r.language when 'fr' then 'TVA' else 'VAT' end, t.vat_number), (4, 'DUNS', t.duns),
          -- In France the local number is the SIREN, which is there already.
          (5, 'LEI', t.lei), (6, 'ID', nullif(t.local_id, t.siren))) i (place, label, value)
        where i.value is not null), '[]') as identifiers,
      case r.submitted_by_type
        when 'USER' then (select u.name from app_user u where u.user_id = r.submitted_by)
        when 'API_CLIENT' then (select k.name from api_client k
          where k.account_id = r.account_id and k.api_client_id = r.submitted_by)
        when 'CONTACT' then (select nullif(concat_ws(' ', c.first_name, c.last_name), '') from contact c
          where c.account_id = r.account_id and c.contact_id = r.submitted_by) end as author
    from response r
    join evidence e on e.account_id = r.account_id and e.response_id = r.response_id and e.kind = 'FORM'
      and e.object_key is null and e.formdata is not null and e.file_state = 'PENDING'
    join account a on a.account_id = r.account_id
    join dossier d on d.account_id = r.account_id and d.dossier_id = r.dossier_id
    join dossier_type_version dv
      on dv.account_id = d.account_id and dv.code = d.type_code and dv.type_version = d.type_version
    join document c on c.account_id = r.account_id and c.document_id = r.document_id
    join document_type_version v
      on v.account_id = c.account_id and v.code = c.code and v.type_version = c.type_version
    join thirdparty t on t.account_id = r.account_id and t.thirdparty_id = r.thirdparty_id
    where r.account_id = ${scope.accountId} and r.response_id = ${responseId}
      and r.state in ('CHECKING', 'PENDING', 'ACCEPTED', 'DENIED', 'EXPIRED', 'SUPERSEDED')`.execute(tx)
  return rows
}

const nobody: Record<Language, string> = { fr: 'Non précisé', en: 'Not stated' }

/** What is printed: every question in the order of the form, answered or not. */
function formPdfInput(form: UnprintedForm): FormPdfInput {
  const { type, language, dossierLabel, dossierReference } = form
  return {
    language,
    accountName: form.accountName,
    document: {
      code: type.code,
      names: type.name,
      dossier: dossierReference === null ? dossierLabel : `${dossierLabel} – ${dossierReference}`,
      legalBasis: type.legalBasis[language],
    },
    thirdParty: { name: form.thirdPartyName ?? nobody[language], identifiers: [...form.identifiers] },
    sections: sectionsOf(form),
    submission: {
      author: form.author ?? nobody[language],
      at: form.submittedAt,
      transmitter: form.transmitter,
      reference: String(form.responseId),
      ...(form.effectiveDate === null ? {} : { effectiveDate: formatFormDay(form.effectiveDate, language) }),
      ...(form.expirationDate === null
        ? {}
        : { expirationDate: formatFormDay(form.expirationDate, language) }),
    },
    dataSha256: formHash(form.formdata),
  }
}

function formatFormDay(day: string, language: Language): string {
  return language === 'fr' ? formDay(day) : day
}

function sectionsOf({ type, formdata, language }: UnprintedForm): FormPdfInput['sections'] {
  const sections: { title?: string; questions: FormQuestion[] }[] = []
  for (const field of type.fields) {
    const title = field.section?.[language]
    const last = sections.at(-1)
    const section = last && last.title === title ? last : { ...(title ? { title } : {}), questions: [] }
    if (section !== last) sections.push(section)
    const answer =
      field.type === 'table'
        ? tableAnswer(field, formdata, language)
        : plainAnswer(
            type.fields,
            formdata.find(({ key }) => key === field.key),
            language,
          )
    section.questions.push({ label: field.label[language], answer })
  }
  // What a check tells has no form behind it: each entry brings its own title.
  const loose = formdata.filter(({ key }) => locateField(type.fields, key) === null)
  if (loose.length > 0) {
    const questions = loose.map((entry) => ({
      label: entry.title,
      answer: plainAnswer(type.fields, entry, language),
    }))
    sections.push({ questions })
  }
  return sections
}

function plainAnswer(
  fields: readonly FormField[],
  entry: FormEntry | undefined,
  language: Language,
): FormAnswer {
  if (!entry) return { kind: 'none' }
  switch (entry.type) {
    case 'number':
      return { kind: 'number', value: entry.value }
    case 'boolean':
      return { kind: 'yesNo', value: entry.value === 'true' }
    case 'iban':
      return { kind: 'iban', value: entry.value }
    case 'date':
      return { kind: 'date', text: entry.value }
    case 'string':
      return { kind: 'text', text: answerText(fields, entry, language) }
  }
}

function tableAnswer(field: FormField, formdata: readonly FormEntry[], language: Language): FormAnswer {
  const columns = field.columns ?? []
  const cells = new Map(formdata.map((entry) => [entry.key, entry]))
  const rows: string[][] = []
  for (let row = 0; columns.some(({ key }) => cells.has(`${field.key}.${row}.${key}`)); row += 1) {
    rows.push(
      columns.map(({ key }) => {
        const cell = cells.get(`${field.key}.${row}.${key}`)
        return cell ? answerText([field], cell, language) : ''
      }),
    )
  }
  return {
    kind: 'table',
    columns: columns.map(({ label, type }) => ({
      label: label[language],
      ...(type === 'number' ? { kind: 'number' as const } : {}),
    })),
    rows,
  }
}
