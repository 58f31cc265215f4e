import { Readable } from 'node:stream'
import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/index.ts'
import {
  checkFileName,
  newObjectKey,
  type ObjectStore,
  type StoredObject,
} from '../../../platform/files/index.ts'
import type { Handler } from '../../../platform/jobs/index.ts'
import { record } from '../../../platform/journal/index.ts'
import type { Scope } from '../../../platform/kernel/index.ts'
import { holdDossier } from '../status/hold-dossier.ts'
import { unprintedForms, type UnprintedForm } from './form-pdf.facts.ts'
import { formPdfInput } from './form-pdf.input.ts'

/** Makes the PDF of a filled form. Made already, or made by another run meanwhile: nothing happens. */
export const printForm =
  ({ store }: { readonly store: ObjectStore }): Handler<'responses.form-pdf'> =>
  async ({ responseId }, { db, scope }) => {
    const forms = await db.read(scope, (tx) => unprintedForms(tx, scope, responseId))
    for (const form of forms) {
      // Loaded when there is something to print: it costs every start a tenth of a second otherwise.
      const { formPdf } = await import('./pdf/form-pdf.ts')
      const pdf = await formPdf(formPdfInput(form))
      const key = newObjectKey(scope.accountId)
      const options = { maxBytes: pdf.length, contentType: 'application/pdf' }
      const stored = await store.put(key, Readable.from([pdf]), options)
      const kept = await db.write(scope, (tx) => keepPdf(tx, scope, form, { key, ...stored }))
      if (kept !== 'KEPT') await store.delete(key)
      if (kept === 'STALE') throw new Error('A form changed while it was printed.')
    }
  }

async function keepPdf(
  tx: Tx,
  scope: Scope,
  form: UnprintedForm,
  { key, size, sha256, crc32 }: StoredObject & { readonly key: string },
): Promise<'KEPT' | 'NOT_WANTED' | 'STALE'> {
  const { evidenceId, responseId, thirdpartyId, dossierId, documentId } = form
  await holdDossier(tx, scope, dossierId)
  const now = (await unprintedForms(tx, scope, responseId)).find((one) => one.evidenceId === evidenceId)
  if (!now) return 'NOT_WANTED'
  // Whoever filled it in may have been erased since it was read: their words must not come back with the paper.
  if (now.author !== form.author || !isDeepStrictEqual(now.formdata, form.formdata)) return 'STALE'
  await sql`
    update evidence set object_key = ${key}, file_uuid = ${key.split('/')[1]}::uuid,
      file_name = ${fileNameOf(form)}, file_size = ${size}, content_type = 'application/pdf',
      sha256 = decode(${sha256}, 'hex'), crc32 = ${crc32}, file_state = 'CLEAN'
    where account_id = ${scope.accountId} and evidence_id = ${evidenceId}`.execute(tx)
  const data = { responseId, change: 'FORM_PDF', evidences: [{ evidenceId, kind: 'FORM', size, sha256 }] }
  record(tx, scope, { name: 'DOCUMENT_ANSWER_UPDATED', thirdpartyId, dossierId, documentId, data })
  return 'KEPT'
}

function fileNameOf({ type, thirdPartyName }: UnprintedForm): string {
  // A name of 500 characters is cut: file systems end at 255 bytes.
  const company = [...(thirdPartyName ?? '')].slice(0, 50).join('').replaceAll(/[/\\]/g, ' ')
  const checked = checkFileName(`${type.code}-${company.trim()}.pdf`)
  return checked.kind === 'VALID' ? checked.name : `${type.code}.pdf`
}
