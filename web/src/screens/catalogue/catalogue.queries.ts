import { queryOptions } from '@tanstack/react-query'
import { api, type Answer, type Body, type Row } from '../../api/index.ts'

export type DocumentTypeRow = Row<'listDocumentTypes'>
export type DocumentType = Answer<'getDocumentType'>
export type DocumentDefinition = Body<'putDocumentType'>
export type FormField = DocumentDefinition['fields'][number]
export type FormColumn = NonNullable<FormField['columns']>[number]
export type FormChoice = NonNullable<FormField['choices']>[number]
export type DossierTypeRow = Row<'listDossierTypes'>
export type DossierType = Answer<'getDossierType'>
export type DossierDefinition = Body<'putDossierType'>
export type RequestedDocument = DossierDefinition['documents'][number]
export type ApprovalStepDefinition = NonNullable<DossierDefinition['approvalSteps']>[number]
export type Bilingual = DocumentDefinition['name']

export const documentTypesQuery = (accountId: number, archived: boolean) =>
  queryOptions({
    queryKey: ['document-types', accountId, archived],
    queryFn: async ({ signal }) =>
      (await api.account(accountId).get('/document-types', { query: { archived }, signal })).content,
  })

export const dossierTypeQuery = (accountId: number, code: string) =>
  queryOptions({
    queryKey: ['dossier-types', accountId, 'one', code],
    queryFn: ({ signal }) => api.account(accountId).get('/dossier-types/{code}', { path: { code }, signal }),
  })

export const publicationQuery = (accountId: number, code: string, applyToOpen: boolean) =>
  queryOptions({
    queryKey: ['dossier-types', accountId, 'publication', code, applyToOpen],
    queryFn: ({ signal }) =>
      api.account(accountId).post('/dossier-types/{code}/publish', {
        path: { code },
        body: { dryRun: true, applyToOpen },
        signal,
      }),
    // What it tells is true for a moment only.
    staleTime: 0,
    gcTime: 0,
  })

export const upgradeQuery = (accountId: number) =>
  queryOptions({
    queryKey: ['dossier-types', accountId, 'upgrade'],
    queryFn: ({ signal }) =>
      api.account(accountId).post('/catalogue/upgrade', { body: { dryRun: true }, signal }),
  })
