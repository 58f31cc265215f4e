// Approves every answer of a dossier that waits for a decision. Somebody else than who sent it decides.
// node 06-approve.ts 205
import { account, argument } from './connect.ts'

const dossierId = Number(argument(0, 'the number of a dossier'))

for await (const { documentId } of account.items('/dossiers/{dossierId}/documents', {
  path: { dossierId },
})) {
  const path = { dossierId, documentId }
  const responses = account.items('/dossiers/{dossierId}/documents/{documentId}/responses', { path })
  for await (const { responseId, status } of responses) {
    if (status !== 'PENDING') continue
    const decided = await account.post('/responses/{responseId}/approve', {
      path: { responseId },
      body: { comment: 'Seen and found good.' },
    })
    console.log(responseId, decided.status, decided.dossierStatusCode)
  }
}
