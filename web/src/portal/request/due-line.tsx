import { Pill } from '../../ui/pill.tsx'
import { daysUntil } from '../format.ts'
import type { RequestRow } from '../portal-api.ts'
import { useTexts } from '../texts.tsx'

const soonDays = 7

/** By when, or until when what was sent holds. */
export function DueLine({ request }: { request: RequestRow }) {
  const { t, format } = useTexts()
  const { status, dueDate, expirationDate, late } = request
  if (status === 'ACCEPTED') {
    return expirationDate === null ? null : <span>{t.request.validUntil(format.date(expirationDate))}</span>
  }
  const isResolved = status === 'IN_REVIEW' || ['WAIT', 'NOTHING'].includes(request.action)
  if (isResolved || dueDate === null) return null
  const date = format.date(dueDate)
  if (status === 'TO_RENEW') {
    const hasEnded = daysUntil(dueDate) < 0
    return (
      <Pill tone={hasEnded ? 'bad' : 'warning'}>
        {hasEnded ? t.request.expired(date) : t.request.endsOn(date)}
      </Pill>
    )
  }
  if (late) return <Pill tone="bad">{t.request.late(date)}</Pill>
  const days = Math.max(daysUntil(dueDate), 0)
  if (days <= soonDays)
    return <Pill tone="warning">{`${t.request.dueOn(date)} · ${t.request.dueIn(days)}`}</Pill>
  return <span>{t.request.dueOn(date)}</span>
}
