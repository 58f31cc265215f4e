import type { Answer } from '../../api/index.ts'

export type RequestedDocument = Answer<'listDossierDocuments'>['content'][number]
export type GivenAnswer = Answer<'listResponses'>['content'][number]
export type Evidence = GivenAnswer['evidences'][number]
export type FormField = NonNullable<RequestedDocument['form']>[number]
export type FormColumn = NonNullable<FormField['columns']>[number]
export type Person = NonNullable<GivenAnswer['submittedBy']>

export const takesFiles = ({ kind }: Pick<RequestedDocument, 'kind'>) =>
  kind === 'FILE' || kind === 'FILE_AND_FORM'
export const takesForm = ({ kind }: Pick<RequestedDocument, 'kind'>) =>
  kind === 'FORM' || kind === 'FILE_AND_FORM'
