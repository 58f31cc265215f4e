// Waits until the service has checked what was sent for a dossier.
// node 05-wait-for-dossier.ts 205
import { waitFor } from '@vigie/client'
import { account, argument } from './connect.ts'

const dossierId = Number(argument(0, 'the number of a dossier'))

const { content } = await waitFor(
  () => account.get('/dossiers/{dossierId}/documents', { path: { dossierId } }),
  (documents) => documents.content.every(({ statusReason }) => statusReason !== 'BEING_CHECKED'),
  { timeoutMs: 120_000 },
)
for (const { documentCode, statusReason } of content) console.log(documentCode, statusReason)
