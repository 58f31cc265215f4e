import { Button } from '@mantine/core'
import {
  IconAt,
  IconCheck,
  IconCircle,
  IconClipboardCheck,
  IconFileCheck,
  IconFolder,
  IconListCheck,
  IconSignature,
  type Icon,
} from '@tabler/icons-react'
import { Link, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/index.ts'
import { DayLeft } from '../../parts/answer/day-left.tsx'
import { useToday } from '../../parts/answer/use-today.ts'
import { EndTask } from '../../parts/tasks/end-task.tsx'
import { placeAt, placeOfLink, placeOfSubject, type Place } from '../../parts/tasks/work-place.ts'
import { useFormat } from '../../ui/format.ts'
import { useApiMutation } from '../../ui/use-api-mutation.ts'
import { useRights } from '../../ui/use-rights.ts'
import type { WorkItem } from './my-work.queries.ts'
import classes from './my-work.module.css'

const icons: Partial<Record<string, Icon>> = {
  DOSSIER: IconFolder,
  TASK: IconListCheck,
  REVIEW: IconFileCheck,
  MENTION: IconAt,
  APPROVAL: IconSignature,
  ACTION_TO_VERIFY: IconClipboardCheck,
}

interface Props {
  accountId: number
  item: WorkItem
}

/** Where it is done. */
function placeOf(accountId: number, { kind, id, about, link }: WorkItem, search: object): Place {
  const params = { accountId }
  if (kind === 'REVIEW')
    return placeAt({ to: '/account/$accountId/review', params, search: { document: id } })
  if (kind === 'TASK' || about === null)
    return placeAt({ to: '/account/$accountId/my-work', params, search: { ...search, task: id } })
  const elsewhere = kind === 'ACTION_TO_VERIFY' ? placeOfLink(accountId, link) : null
  if (elsewhere !== null) return elsewhere
  if (kind === 'APPROVAL') return placeOfSubject(accountId, about, 'approval')
  return placeOfSubject(accountId, about, kind === 'MENTION' ? 'comments' : undefined)
}

/** What it is, about whom, until when, and why it is the reader's; the title leads to where it is done. */
export function WorkRow({ accountId, item }: Props) {
  const { t } = useTranslation()
  const format = useFormat()
  const today = useToday(accountId)
  const search = useSearch({ from: '/account/$accountId/my-work' })
  const { kind, title, about, dueOn, since, why } = item
  const Picture = icons[kind] ?? IconCircle
  return (
    <li className={classes.row}>
      <Picture size={20} stroke={1.7} className={classes.icon} aria-hidden="true" />
      <div className={classes.words}>
        <Link {...placeOf(accountId, item, search)} resetScroll={kind !== 'TASK'} className={classes.title}>
          {title}
        </Link>
        <p className={classes.line}>
          {about !== null && <span className={classes.company}>{about.name}</span>}
          <span>{t(why === null ? `myWork.because.${kind}` : `myWork.why.${why}`)}</span>
        </p>
      </div>
      <div className={classes.day}>
        {dueOn === null ? (
          <span className={classes.since}>{t('myWork.since', { date: format.day(since) })}</span>
        ) : (
          <DayLeft day={dueOn} today={today} kind="due" />
        )}
      </div>
      <div className={classes.act}>
        {kind === 'TASK' && <FinishButton accountId={accountId} item={item} />}
        {kind === 'MENTION' && <ReadButton accountId={accountId} item={item} />}
      </div>
    </li>
  )
}

function FinishButton({ accountId, item }: Props) {
  const { t } = useTranslation()
  const { manage, decide } = useRights(accountId)
  const [isEnding, setEnding] = useState(false)
  if (!manage && !decide) return null
  return (
    <>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconCheck size={15} aria-hidden="true" />}
        aria-label={t('myWork.finishNamed', { title: item.title })}
        onClick={() => setEnding(true)}
      >
        {t('myWork.finish')}
      </Button>
      {isEnding && (
        <EndTask accountId={accountId} taskId={item.id} act="done" onClose={() => setEnding(false)} />
      )}
    </>
  )
}

function ReadButton({ accountId, item }: Props) {
  const { t } = useTranslation()
  const read = useApiMutation({
    mutationFn: () =>
      api.account(accountId).post('/comments/{commentId}/read', { path: { commentId: item.id } }),
    invalidates: [['my-work', accountId]],
  })
  return (
    <Button
      size="xs"
      variant="default"
      loading={read.isPending}
      aria-label={t('myWork.readNamed', { title: item.title })}
      onClick={() => read.mutate()}
    >
      {t('myWork.read')}
    </Button>
  )
}
