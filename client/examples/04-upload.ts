// Opens a dossier that asks for an agreement among other things, and sends it. The file is read while it is sent.
// node 04-upload.ts 4711 agreement.pdf
import { openFile } from '@vigie/client/node'
import { account, argument } from './connect.ts'

const thirdpartyId = Number(argument(0, 'the number of a company'))
const path = argument(1, 'a file')

const dossier = await account.post('/thirdparties/{thirdpartyId}/dossiers', {
  path: { thirdpartyId },
  body: { dossierTypeCode: 'ONBOARDING', requiredDocuments: ['NDA'] },
})
const asked = dossier.documents.find(({ documentCode }) => documentCode === 'NDA')
if (!asked) throw new Error('The dossier asks for no agreement.')

const form = new FormData()
form.append('file', await openFile(path, 'application/pdf'))
const response = await account.post('/dossiers/{dossierId}/documents/{documentId}/responses', {
  path: { dossierId: dossier.dossierId, documentId: asked.documentId },
  body: form,
})
console.log(dossier.dossierId, response.responseId, response.status)
