import type { Language } from '../platform/kernel/index.ts'
import type { PortalRequest, Progress } from './portal.schema.ts'
import { actionFor, actionLabel, isOpen, requestLabel, requestStatus } from './request-status.ts'
import type { RequestRow } from './requests.queries.ts'

const statusOf = ({ reason, rejection }: RequestRow) => requestStatus(reason, rejection !== null)

/** A row in words. */
export function requestView(row: RequestRow, language: Language): PortalRequest {
  const status = statusOf(row)
  const answered = { replaced: row.replaced, sentElsewhere: row.sentElsewhere !== null }
  const action = actionFor(status, { hasDraft: row.draftSince !== null, ...answered })
  return {
    documentId: row.documentId,
    dossierId: row.dossierId,
    name: row.name[language],
    purpose: row.purpose[language],
    legalBasis: row.legalBasis[language],
    theme: row.theme,
    kind: row.kind,
    required: row.required,
    alternativeGroup: row.alternativeGroup,
    requestedAt: row.requestedAt,
    dueDate: row.dueDate,
    late: row.late && isOpen(status) && !answered.replaced && !answered.sentElsewhere,
    status,
    statusLabel: requestLabel(status, language),
    action,
    actionLabel: actionLabel(action, language),
    rejection: row.rejection,
    expirationDate: row.expirationDate,
    draftSince: row.draftSince,
  }
}

type Share = keyof Omit<Progress, 'asked'>
const bestFirst: readonly Share[] = ['accepted', 'inReview', 'toDo']

/** Null where a piece that only the account sees has settled it: nothing is asked here. */
function shareOf(row: RequestRow): Share | null {
  const status = statusOf(row)
  if (status === 'ACCEPTED') return 'accepted'
  if (status === 'IN_REVIEW') return 'inReview'
  if (row.replaced) return null
  return row.sentElsewhere === null ? 'toDo' : 'inReview'
}

/** Of what is required; the best of a group speaks for it. */
function progressOf(rows: readonly RequestRow[]): Progress {
  const units = new Map<string, (Share | null)[]>()
  for (const row of rows) {
    if (!row.required) continue
    const { alternativeGroup: group, dossierId, documentId } = row
    const key = group === null ? `one ${documentId}` : `${dossierId} ${group}`
    units.set(key, [...(units.get(key) ?? []), shareOf(row)])
  }
  const shares = [...units.values()].flatMap((found) => bestFirst.find((one) => found.includes(one)) ?? [])
  const count = (wanted: Share) => shares.filter((share) => share === wanted).length
  return {
    asked: shares.length,
    accepted: count('accepted'),
    inReview: count('inReview'),
    toDo: count('toDo'),
  }
}

export function byDossier(rows: readonly RequestRow[], language: Language) {
  const dossiers = new Map(rows.map((row) => [row.dossierId, row]))
  return {
    progress: progressOf(rows),
    dossiers: [...dossiers.values()].map(({ dossierId, dossierName, dossierDueDate }) => {
      const own = rows.filter((row) => row.dossierId === dossierId)
      return {
        dossierId,
        name: dossierName[language],
        dueDate: dossierDueDate,
        progress: progressOf(own),
        requests: own.map((row) => requestView(row, language)),
      }
    }),
  }
}
