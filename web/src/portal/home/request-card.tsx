import {
  IconChevronRight,
  IconCircleCheckFilled,
  IconClock,
  IconFile,
  IconClipboardText,
} from '@tabler/icons-react'
import { Pill } from '../../ui/pill.tsx'
import { DueLine } from '../request/due-line.tsx'
import { Link, paths } from '../route.tsx'
import { useTexts } from '../texts.tsx'
import type { Group, ListedRequest } from './grouping.ts'
import classes from './home.module.css'

interface Props {
  request: ListedRequest
  group: Group
  showDossier: boolean
}

export function RequestCard({ request, group, showDossier }: Props) {
  const { t, format } = useTexts()
  const isDone = group === 'ACCEPTED' || group === 'NOT_NEEDED' || group === 'IN_REVIEW'
  return (
    <Link href={paths.request(request.documentId)} className={classes.card} data-done={isDone}>
      <span className={classes.icon} data-group={group} aria-hidden="true">
        <KindIcon group={group} kind={request.kind} />
      </span>
      <span className={classes.cardBody}>
        <span className={classes.name}>{request.name}</span>
        {!isDone && <span className={classes.purpose}>{request.purpose}</span>}
        {request.rejection !== null && group === 'TO_CORRECT' && (
          <span className={classes.rejection}>{request.rejection.reason ?? t.request.rejectedNoReason}</span>
        )}
        {request.alternatives.length > 0 && !isDone && (
          <span className={classes.meta}>{t.request.eitherOf(format.anyOf(request.alternatives))}</span>
        )}
        <span className={classes.meta}>
          <DueLine request={request} />
          {showDossier && <span>{request.dossierName}</span>}
          {!request.required && group !== 'OPTIONAL' && <span>{t.request.optional}</span>}
          {request.draftSince !== null && <Pill tone="info">{t.request.draft}</Pill>}
        </span>
      </span>
      <IconChevronRight size={20} stroke={1.8} aria-hidden="true" className={classes.chevron} />
    </Link>
  )
}

function KindIcon({ group, kind }: { group: Group; kind: ListedRequest['kind'] }) {
  if (group === 'ACCEPTED' || group === 'NOT_NEEDED') return <IconCircleCheckFilled size={22} />
  if (group === 'IN_REVIEW') return <IconClock size={22} stroke={1.7} />
  return kind === 'FILE' ? <IconFile size={22} stroke={1.7} /> : <IconClipboardText size={22} stroke={1.7} />
}
