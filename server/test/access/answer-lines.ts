import type { AccountLine } from './account-line.ts'

/** The routes of answers and of drafts. */
export const answerLines: readonly AccountLine[] = [
  {
    route: 'GET /dossiers/:dossierId/documents/:documentId/responses',
    right: 'read',
    status: 200,
    ids: { dossierId: 'dossier', documentId: 'document' },
  },
  {
    route: 'POST /dossiers/:dossierId/documents/:documentId/responses',
    right: 'manage',
    status: 201,
    ids: { dossierId: 'dossier', documentId: 'document' },
    body: () => ({ draft: true }),
  },
  {
    route: 'GET /responses/:responseId',
    right: 'read',
    status: 200,
    ids: { responseId: 'pendingResponse' },
  },
  {
    route: 'PATCH /responses/:responseId',
    right: 'manage',
    status: 200,
    ids: { responseId: 'pendingResponse' },
    body: () => ({ scope: 'THIRD_PARTY' }),
  },
  {
    route: 'POST /responses/:responseId/withdraw',
    right: 'manage',
    status: 200,
    ids: { responseId: 'pendingResponse' },
  },
  {
    route: 'PUT /responses/:responseId/form',
    right: 'manage',
    status: 200,
    ids: { responseId: 'draftForm' },
    body: () => ({ formdata: [] }),
  },
  {
    route: 'POST /responses/:responseId/files',
    right: 'manage',
    status: 201,
    ids: { responseId: 'draft' },
    body: () =>
      '--b\r\nContent-Disposition: form-data; name="file"; filename="Home.pdf"\r\n\r\n%PDF-1.7\r\n--b--\r\n',
    contentType: 'multipart/form-data; boundary=b',
  },
  {
    route: 'DELETE /responses/:responseId/files/:fileId',
    right: 'manage',
    status: 200,
    ids: { responseId: 'draft', fileId: 'draftFile' },
  },
  {
    route: 'POST /responses/:responseId/submit',
    right: 'manage',
    status: 200,
    ids: { responseId: 'draft' },
  },
]
