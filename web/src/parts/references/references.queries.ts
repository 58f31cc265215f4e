import { api, type Answer } from '../../api/index.ts'

export type Reference = Answer<'getThirdPartyReference'>

/** The company or the dossier whose references are shown. */
export type Subject = { accountId: number } & ({ thirdpartyId: number } | { dossierId: number })

/** What shows them, read again after a change. */
export const subjectKey = (subject: Subject) =>
  'dossierId' in subject
    ? (['dossier', subject.accountId, subject.dossierId] as const)
    : (['thirdparty', subject.accountId, subject.thirdpartyId] as const)

export function setReference(subject: Subject, { system, value }: Reference): Promise<Reference> {
  const account = api.account(subject.accountId)
  const body = { value }
  if ('dossierId' in subject) {
    const path = { dossierId: subject.dossierId, system }
    return account.put('/dossiers/{dossierId}/references/{system}', { path, body })
  }
  const path = { thirdpartyId: subject.thirdpartyId, system }
  return account.put('/thirdparties/{thirdpartyId}/references/{system}', { path, body })
}

export async function removeReference(subject: Subject, system: string): Promise<void> {
  const account = api.account(subject.accountId)
  if ('dossierId' in subject) {
    const path = { dossierId: subject.dossierId, system }
    await account.delete('/dossiers/{dossierId}/references/{system}', { path })
    return
  }
  const path = { thirdpartyId: subject.thirdpartyId, system }
  await account.delete('/thirdparties/{thirdpartyId}/references/{system}', { path })
}
