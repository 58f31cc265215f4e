import type { Answer } from '../../../api/index.ts'
import type { Tone } from '../../../ui/pill.tsx'
import type { DossierRow } from '../thirdparty.queries.ts'

type Forecast = Answer<'getThirdPartyForecast'>
type Foreseen = Forecast['content'][number]

export type AttentionKind = 'late' | 'correct' | 'review' | Foreseen['reason']

export interface AttentionItem {
  key: string
  kind: AttentionKind
  tone: Tone
  name: string
  dossierId: number
  dossierLabel: string
  documentId: number | null
  /** The day it is about, where there is one. */
  date: string | null
  isUnderWay: boolean
  renewsItself: boolean
}

const order: Record<AttentionKind, number> = {
  late: 0,
  correct: 1,
  review: 2,
  DUE_DATE_PASSES: 3,
  ANSWER_EXPIRES: 3,
  GRACE_ENDS: 3,
  DOSSIER_EXPIRES: 3,
}

const toCorrect = new Set(['ACTION_REQUIRED', 'INVALID'])
const wanting = new Set(['MISSING', ...toCorrect])

type Asked = DossierRow['documents'][number]

interface Moment {
  today: string
  /** Then what is still missing is the alternative of something that has come. */
  isComplete: boolean
}

function kindOf({ statusCode, dueDate, required }: Asked, { today, isComplete }: Moment) {
  if (!required || (isComplete && wanting.has(statusCode))) return null
  if (dueDate !== null && dueDate < today && wanting.has(statusCode)) return 'late'
  if (toCorrect.has(statusCode)) return 'correct'
  return statusCode === 'ONGOING' ? 'review' : null
}

const tones = { late: 'bad', correct: 'warning', review: 'info' } as const

function presentItems(dossiers: readonly DossierRow[], today: string): AttentionItem[] {
  return dossiers.flatMap(({ dossierId, type, documents, completion }) =>
    documents.flatMap((requested) => {
      const kind = kindOf(requested, { today, isComplete: completion.valid >= completion.required })
      if (kind === null) return []
      const { documentId, documentName, dueDate } = requested
      return {
        key: `${documentId}`,
        kind,
        tone: tones[kind],
        name: documentName,
        dossierId,
        dossierLabel: type.label,
        documentId,
        date: kind === 'late' ? dueDate : null,
        isUnderWay: false,
        renewsItself: false,
      }
    }),
  )
}

function foreseenItem(row: Foreseen): AttentionItem {
  const { documentId, dossierId, dossierType, reason } = row
  return {
    key: `${documentId ?? `dossier ${dossierId}`} ${reason}`,
    kind: reason,
    tone: reason === 'GRACE_ENDS' ? 'warning' : 'neutral',
    name: row.documentName ?? dossierType.label,
    dossierId,
    dossierLabel: dossierType.label,
    documentId,
    date: row.date,
    isUnderWay: row.answerUnderWay,
    renewsItself: row.renewsItself,
  }
}

/** What a person should look at now, the most pressing first; each document once. */
export function attentionItems(dossiers: readonly DossierRow[], forecast: Forecast): AttentionItem[] {
  const present = presentItems(dossiers, forecast.today)
  const named = new Set(present.map(({ documentId }) => documentId))
  const ahead = forecast.content.map(foreseenItem).filter(({ documentId }) => {
    if (documentId === null) return true
    const isNew = !named.has(documentId)
    named.add(documentId)
    return isNew
  })
  return [...present, ...ahead].toSorted(
    (one, other) => order[one.kind] - order[other.kind] || (one.date ?? '').localeCompare(other.date ?? ''),
  )
}
