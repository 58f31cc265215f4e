import { Type } from 'typebox'
import { nullable } from '../../platform/http/index.ts'
import { formatDateTime, type Language } from '../../platform/kernel/index.ts'
import { alertKinds } from './alert-kinds.ts'
import { describeAlert } from './alert-words.ts'
import type { AlertRow, ListedAlert } from './alerts.queries.ts'

export const AlertRecord = Type.Object(
  {
    alertId: Type.Integer(),
    kind: Type.Enum([...alertKinds], { title: 'AlertKind' }),
    occurredAt: Type.String(),
    read: Type.Boolean(),
    what: Type.String({ description: 'What happened, in the language of the request.' }),
    why: Type.String({ description: 'Why it matters.' }),
    next: Type.String({ description: 'What to do now.' }),
    link: Type.String({
      description: 'The page of the back-office that shows it, from the root of the service.',
    }),
    thirdpartyId: nullable(Type.Integer()),
    dossierId: nullable(Type.Integer()),
    documentId: nullable(Type.Integer()),
  },
  { title: 'Alert' },
)

export const viewAlert = (accountId: number, language: Language) => (row: ListedAlert) => {
  const { alertId, kind, occurredAt, read, thirdpartyId, dossierId, documentId } = row
  return {
    alertId,
    kind,
    occurredAt: formatDateTime(occurredAt),
    read,
    ...textOf(language, row),
    link: alertPage(accountId, row),
    thirdpartyId,
    dossierId,
    documentId,
  }
}

export const textOf = (language: Language, { kind, facts, company, piece }: AlertRow) =>
  describeAlert(language, { kind, facts, company, piece: piece?.[language] ?? null })

/** Where the back-office shows what an alert tells of. */
export function alertPage(
  accountId: number,
  { kind, thirdpartyId, dossierId, documentId }: AlertRow,
): string {
  const account = `/app/account/${accountId}`
  if (dossierId !== null)
    return `${account}/dossiers/${dossierId}${documentId === null ? '' : `?document=${documentId}`}`
  if (thirdpartyId === null) return `${account}/settings/datahub`
  return `${account}/thirdparties/${thirdpartyId}${kind === 'LIST_HIT' ? '?tab=screening' : ''}`
}
