import type { Language } from '../platform/kernel/index.ts'
import type { PortalRequest, Progress } from './portal.schema.ts'
import { actionFor, actionLabel, isOpen, requestLabel, requestStatus } from './request-status.ts'
import type { RequestRow } from './requests.queries.ts'

/** Rows of one or several dossiers in words; groups of alternatives are looked at together. */
export function requestViews(rows: readonly RequestRow[], language: Language): PortalRequest[] {
  const settled = new Set(
    rows.filter((row) => row.alternativeGroup !== null && !isOpen(statusOf(row))).map((row) => groupKey(row)),
  )
  return rows.map((row) => {
    const status = statusOf(row)
    const settledElsewhere = row.alternativeGroup !== null && settled.has(groupKey(row))
    const action = actionFor(status, { hasDraft: row.draftSince !== null, settledElsewhere })
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
      late: row.late && isOpen(status) && !settledElsewhere,
      status,
      statusLabel: requestLabel(status, language),
      action,
      actionLabel: actionLabel(action, language),
      rejection: row.rejection,
      expirationDate: row.expirationDate,
      draftSince: row.draftSince,
    }
  })
}

const statusOf = ({ reason, rejection }: RequestRow) => requestStatus(reason, rejection !== null)
const groupKey = ({ dossierId, alternativeGroup }: Pick<PortalRequest, 'dossierId' | 'alternativeGroup'>) =>
  `${dossierId} ${alternativeGroup}`

/** Of what is required; the best of a group speaks for it. */
export function progressOf(requests: readonly PortalRequest[]): Progress {
  const units = new Map<string, PortalRequest['status'][]>()
  for (const request of requests) {
    if (!request.required) continue
    const key = request.alternativeGroup === null ? `one ${request.documentId}` : groupKey(request)
    units.set(key, [...(units.get(key) ?? []), request.status])
  }
  const states = [...units.values()].map((statuses) =>
    statuses.includes('ACCEPTED') ? 'accepted' : statuses.includes('IN_REVIEW') ? 'inReview' : 'toDo',
  )
  const count = (wanted: (typeof states)[number]) => states.filter((state) => state === wanted).length
  return {
    asked: states.length,
    accepted: count('accepted'),
    inReview: count('inReview'),
    toDo: count('toDo'),
  }
}

export function byDossier(rows: readonly RequestRow[], language: Language) {
  const views = requestViews(rows, language)
  const dossiers = new Map(rows.map((row) => [row.dossierId, row]))
  return {
    progress: progressOf(views),
    dossiers: [...dossiers.values()].map(({ dossierId, dossierName, dossierDueDate }) => {
      const requests = views.filter((view) => view.dossierId === dossierId)
      return {
        dossierId,
        name: dossierName[language],
        dueDate: dossierDueDate,
        progress: progressOf(requests),
        requests,
      }
    }),
  }
}
