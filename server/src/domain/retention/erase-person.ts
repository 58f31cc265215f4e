import { sql } from 'kysely'
import type { Tx } from '../../platform/db/index.ts'
import { enqueue } from '../../platform/jobs/index.ts'
import { record } from '../../platform/journal/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'
import { eraseMails } from '../../platform/mail/index.ts'
import { normalEmail } from '../accounts/index.ts'
import { eraseContacts } from '../contacts/index.ts'
import { placeOf, type DocumentType, type FormEntry } from '../documents/index.ts'

export interface Erasure {
  /** People of third parties known under the address, and mails sent to it. */
  readonly contacts: number
  readonly mails: number
  /** Forms they filled in, whose personal answers were blanked, and those a legal hold keeps as they are. */
  readonly forms: number
  readonly heldForms: number
}

interface Form {
  evidenceId: number
  responseId: number
  documentId: number
  dossierId: number
  thirdpartyId: number
  held: boolean
  objectKey: string | null
  formdata: FormEntry[]
  fields: DocumentType['fields']
}

/**
 * Forgets a person of a third party. What they did stays attached to an id without a name, so decisions and journal
 * keep their meaning. Left alone: files they sent, which are the account's evidence and end with their retention;
 * staff of the account, who are removed as users; words other people wrote.
 */
export async function erasePerson(tx: Tx, scope: Scope, address: string): Promise<Erasure> {
  const email = normalEmail(address)
  // Dossiers come before everything else that is locked, as in every other write.
  const found = await formsOf(tx, scope, email)
  const forms = found.filter((form) => !form.held)
  for (const form of forms) await blankForm(tx, scope, form)
  const contacts = await eraseContacts(tx, scope, email)
  const mails = await eraseMails(tx, scope, email)
  const heldForms = found.filter(({ held }) => held).length
  return { contacts: contacts.length, mails, forms: forms.length, heldForms }
}

async function formsOf(tx: Tx, scope: Scope, email: string): Promise<Form[]> {
  const { accountId } = scope
  const sent = sql`
    from response r
    join contact p on p.account_id = r.account_id and p.contact_id = r.submitted_by
      and r.submitted_by_type = 'CONTACT' and lower(p.email) = ${email}
    join dossier d on d.account_id = r.account_id and d.dossier_id = r.dossier_id
    where r.account_id = ${accountId}`
  await sql`select from dossier where account_id = ${accountId}
    and dossier_id in (select r.dossier_id ${sent}) order by dossier_id for update`.execute(tx)
  const { rows } = await sql<Form>`
    select e.evidence_id as "evidenceId", e.response_id as "responseId", e.document_id as "documentId",
      e.dossier_id as "dossierId", s.thirdparty_id as "thirdpartyId", s.held, e.object_key as "objectKey",
      e.formdata, v.definition -> 'fields' as fields
    from (select r.response_id, r.thirdparty_id, d.legal_hold_since is not null as held ${sent}) s
    join evidence e on e.account_id = ${accountId} and e.response_id = s.response_id
      and e.kind = 'FORM' and e.formdata is not null
    join document c on c.account_id = e.account_id and c.document_id = e.document_id
    join document_type_version v
      on v.account_id = c.account_id and v.code = c.code and v.type_version = c.type_version
    order by e.evidence_id for update of e`.execute(tx)
  return rows
}

/** Its PDF repeats the answers and bears the name of who gave them: it goes too, and is made again from what is left. */
async function blankForm(tx: Tx, scope: Scope, form: Form): Promise<void> {
  const { accountId } = scope
  const { evidenceId, responseId, thirdpartyId, dossierId, documentId, objectKey } = form
  const formdata = form.formdata.map((entry) => (isPersonal(form, entry) ? { ...entry, value: '' } : entry))
  await sql`
    update evidence set formdata = ${JSON.stringify(formdata)}::jsonb, file_uuid = null,
      file_name = null, file_size = null, object_key = null, sha256 = null, crc32 = null, file_state = 'PENDING'
    where account_id = ${accountId} and evidence_id = ${evidenceId}`.execute(tx)
  const data = { responseId, evidenceId, reason: 'ERASURE', part: 'PERSONAL_ANSWERS' }
  record(tx, scope, { name: 'DOCUMENT_DELETION', thirdpartyId, dossierId, documentId, data })
  if (objectKey !== null) {
    await enqueue(tx, 'files.delete', { accountId, objectKeys: [objectKey] })
    await enqueue(tx, 'responses.form-pdf', { accountId, responseId })
  }
}

function isPersonal({ fields }: Form, { key }: FormEntry): boolean {
  const place = placeOf(fields, key)
  return place?.cell.personal === true || place?.field.personal === true
}
