import type { Answer } from '../../api/index.ts'

export type RequestedDocument = Answer<'listDossierDocuments'>['content'][number]
export type GivenAnswer = Answer<'listResponses'>['content'][number]
export type Evidence = GivenAnswer['evidences'][number]
export type FormField = NonNullable<RequestedDocument['form']>[number]
export type FormColumn = NonNullable<FormField['columns']>[number]
export type Person = NonNullable<GivenAnswer['submittedBy']>

/** A check takes them too, while nobody but a person can answer it. */
export const takesFiles = ({ kind }: Pick<RequestedDocument, 'kind'>) => kind !== 'FORM'
export const takesForm = ({ kind }: Pick<RequestedDocument, 'kind'>) =>
  kind === 'FORM' || kind === 'FILE_AND_FORM'

/** Whether a person may answer: a check only where nobody else can, which shows by what was answered so far. */
export function isAnsweredByPeople({
  kind,
  statusReason,
  evidences,
}: Pick<RequestedDocument, 'kind' | 'statusReason' | 'evidences'>): boolean {
  return kind !== 'CHECK' || statusReason === 'NO_SOURCE' || evidences[0]?.transmitter === 'DONNEUR_ORDRE'
}

/** What a check has answered is not taken back; and only what a register said is left to reviewers. */
export function powersOver({ checks }: Pick<GivenAnswer, 'checks'>): { withdraw: boolean; review: boolean } {
  const isFrom = (...origins: string[]) => checks.some(({ origin }) => origins.includes(origin))
  const review = !isFrom('SCREENING', 'NEWS', 'DATA_HUB')
  return { review, withdraw: review && !isFrom('REGISTER') }
}
