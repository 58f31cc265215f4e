import type { Tx } from '../../platform/db/index.ts'
import { eraseAnswers } from '../../platform/http/index.ts'
import { enqueue } from '../../platform/jobs/index.ts'
import { record } from '../../platform/journal/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'
import { eraseMails } from '../../platform/mail/index.ts'
import {
  eraseInvitations,
  eraseUser,
  findFormerUsers,
  normalEmail,
  type FormerUser,
} from '../accounts/index.ts'
import { contactsWithAddress, eraseContacts } from '../contacts/index.ts'
import { locateField, type FormEntry } from '../forms/index.ts'
import { eraseSender } from '../imports/index.ts'
import { eraseSubjects } from '../screening/index.ts'
import { storeErasure } from './erasures.queries.ts'
import { lockFormsOf, type Form } from './forms-of.queries.ts'

export interface Erasure {
  /** People of third parties known under the address, former users of the account, and mails sent to them. */
  readonly contacts: number
  readonly users: number
  readonly mails: number
  /** Forms they filled in that no longer show it, and those a legal hold keeps as they are. */
  readonly forms: number
  readonly heldForms: number
}

/**
 * Forgets a person of a third party, or one who worked in the account. What they did stays attached to an id without
 * a name, so decisions and journal keep their meaning. Left alone: files they sent, which are the account's evidence
 * and end with their retention; what they wrote in records of the account, which no longer says who wrote it; words
 * other people wrote.
 */
export async function erasePerson(tx: Tx, scope: Scope, address: string): Promise<Erasure> {
  const email = normalEmail(address)
  const users = await findFormerUsers(tx, scope, email)
  const contactIds = await contactsWithAddress(tx, scope, email)
  const userIds = users.map(({ userId }) => userId)
  // Dossiers come before everything else that is locked, as in every other write.
  const found = await lockFormsOf(tx, scope, { contactIds, userIds })
  const forms = found.filter((form) => !form.held)
  for (const form of forms) await blankForm(tx, scope, form)
  const erased = await eraseContacts(tx, scope, contactIds)
  await eraseSubjects(tx, scope, erased.people)
  for (const user of users) await eraseEmployee(tx, scope, user)
  await eraseInvitations(tx, scope, email)
  const addresses = [...new Set([email, ...erased.addresses])]
  const names = [...erased.people.map(({ name }) => name), ...users.map(({ name }) => name)]
  const mails = await eraseMails(tx, scope, { addresses, names })
  await eraseAnswers(tx, scope, {
    addresses,
    principals: [...userIds.map((id) => `user:${id}`), ...contactIds.map((id) => `contact:${id}`)],
    ids: { contactId: contactIds, userId: userIds, responseId: forms.map(({ responseId }) => responseId) },
  })
  const counts = { mails, forms: forms.length, heldForms: found.length - forms.length }
  await storeErasure(tx, scope, { contactIds, userIds, ...counts })
  return { contacts: contactIds.length, users: userIds.length, ...counts }
}

async function eraseEmployee(tx: Tx, scope: Scope, user: FormerUser): Promise<void> {
  await eraseSender(tx, scope, user.userId)
  await eraseUser(tx, scope, user)
}

/**
 * The PDF of a form bears the name of who filled it in and repeats the answers: it goes, and is made again from what
 * is left. The answers of a user are about the company's people, not about the user, and stay.
 */
async function blankForm(tx: Tx, scope: Scope, form: Form): Promise<void> {
  const { accountId } = scope
  const { evidenceId, responseId, thirdpartyId, dossierId, documentId, objectKey } = form
  const ofContact = form.author === 'CONTACT'
  const formdata = form.formdata.map((entry) =>
    ofContact && isPersonal(form, entry) ? { ...entry, value: '' } : entry,
  )
  await tx
    .updateTable('evidence')
    .set({
      formdata: JSON.stringify(formdata),
      file_uuid: null,
      file_name: null,
      file_size: null,
      object_key: null,
      sha256: null,
      crc32: null,
      file_state: 'PENDING',
    })
    .where('account_id', '=', accountId)
    .where('evidence_id', '=', evidenceId)
    .execute()
  const part = ofContact ? 'PERSONAL_ANSWERS' : 'AUTHOR'
  const data = { responseId, evidenceId, reason: 'ERASURE', part } as const
  record(tx, scope, { name: 'DOCUMENT_DELETION', thirdpartyId, dossierId, documentId, data })
  if (objectKey !== null) await enqueue(tx, 'files.delete', { accountId, objectKeys: [objectKey] })
  await enqueue(tx, 'responses.form-pdf', { accountId, responseId })
}

function isPersonal({ fields }: Form, { key }: FormEntry): boolean {
  const place = locateField(fields, key)
  return place?.cell.personal === true || place?.field.personal === true
}
