import { Skeleton } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Comments } from '../../parts/comments/comments.tsx'
import { useFormat } from '../../ui/format.ts'
import { Notice } from '../../ui/notice.tsx'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import { problemText } from '../../ui/problem-text.ts'
import { useRights } from '../../ui/use-rights.ts'
import { AnswerView } from './answer-view.tsx'
import { DecisionBar } from './decision-bar.tsx'
import { DecisionPart } from '../../parts/queue/decision-part.tsx'
import { DecisionPanel } from './decision-panel.tsx'
import type { SecondReview } from './second-review.ts'
import classes from '../../parts/queue/desk.module.css'
import type { Decisions } from './use-decisions.ts'
import { useHasBeenSeen } from '../../parts/queue/use-has-been-seen.ts'
import { useItem } from './use-item.ts'
import type { Item, Queue } from './use-queue.ts'
import { useShortcuts } from '../../parts/queue/use-shortcuts.ts'

interface Props {
  accountId: number
  item: Item
  queue: Queue
  decisions: Decisions
  focusTurn: number
  onDecided: () => void
}

export function ItemView({ accountId, item, queue, decisions, focusTurn, onDecided }: Props) {
  const { t } = useTranslation()
  const [chosen, setChosen] = useState(0)
  const found = useItem(accountId, item)
  const { answers, answer, second } = found
  const { manage } = useRights(accountId)
  const { bar, keys } = useDecision({ accountId, item, queue, decisions, onDecided, found })
  const press = (key: string) => {
    if (!/^[1-9]$/.test(key)) return keys(key)
    // A piece may be named while the pieces are still on their way.
    const isPiece = answers.isPending || found.pieces[Number(key) - 1] !== undefined
    if (isPiece) setChosen(Number(key) - 1)
    return isPiece
  }
  useShortcuts(press)
  if (answers.isError) {
    const retry = () => void answers.refetch()
    return <ProblemAlert title={t('review.itemFailed')} error={answers.error} onRetry={retry} />
  }
  return (
    <>
      <div className={classes.answer}>
        {answers.isPending ? (
          <Skeleton height="100%" radius={0} />
        ) : (
          <AnswerView
            ids={found.place}
            pieces={found.pieces}
            chosen={found.pieces[chosen] === undefined ? 0 : chosen}
            onChoose={setChosen}
            fields={found.fields}
            onKey={(key) => void (['j', 'k', 'r'].includes(key.toLowerCase()) && press(key.toLowerCase()))}
          />
        )}
      </div>
      <DecisionPanel
        accountId={accountId}
        item={item}
        answer={answer}
        earlier={found.earlier}
        events={found.happened}
        mayChangeDates={manage}
        separatesDuties={found.separatesDuties}
        focusTurn={focusTurn}
        notices={
          <Notices failure={answer ? decisions.failureOf(answer.responseId) : undefined} second={second} />
        }
        comments={
          <DecisionPart title={t('review.comments')}>
            <Comments
              target={{ dossierId: item.dossierId, documentId: item.documentId }}
              thirdpartyId={item.thirdpartyId}
            />
          </DecisionPart>
        }
        bar={bar}
      />
    </>
  )
}

interface DecisionProps extends Omit<Props, 'focusTurn'> {
  found: ReturnType<typeof useItem>
}

function useDecision({ accountId, item, queue, decisions, onDecided, found }: DecisionProps) {
  const { answer, second } = found
  const { decide: mayDecide } = useRights(accountId)
  const blocked = useBlocked(found, mayDecide)
  const isResolved = useHasBeenSeen(item.documentId)
  const id = answer?.responseId ?? 0
  const draft = decisions.draftOf(id)
  const mayApprove = blocked === null && second?.isMine !== true
  const decide = (verdict: 'approve' | 'reject') => {
    if (!isResolved) return
    const { documentId, documentName, thirdpartyName } = item
    const name = [documentName, thirdpartyName].filter(Boolean).join(' · ')
    decisions.decide({ verdict, accountId, documentId, responseId: id, name, draft })
    queue.open(queue.next?.documentId ?? queue.previous?.documentId)
    onDecided()
  }
  const keys = (key: string): boolean => {
    if (key === 'a' && mayApprove) decide('approve')
    else if (key === 'r' && blocked === null) decisions.setDraft(id, { form: 'reject' })
    else return false
    return true
  }
  const bar = (
    <DecisionBar
      key={id}
      document={item}
      draft={draft}
      onDraft={(change) => decisions.setDraft(id, change)}
      onApprove={() => decide('approve')}
      onReject={() => decide('reject')}
      blocked={blocked}
      mayApprove={mayApprove}
      isResolved={isResolved}
    />
  )
  return { bar, keys }
}

/** Why nothing can be decided here and now; null when it can. */
function useBlocked(found: ReturnType<typeof useItem>, mayDecide: boolean): string | null {
  const { t } = useTranslation()
  const { answer, answers, isSupplied } = found
  if (!mayDecide) return t('review.onlyReading')
  if (answers.isPending) return t('common.loading')
  if (answer?.status === 'CHECKING') return t('review.wait')
  if (answer?.status !== 'PENDING') return t('review.nothingToDecide')
  return isSupplied ? t('review.supplied') : null
}

function Notices({ failure, second }: { failure: Error | undefined; second: SecondReview | null }) {
  const { t } = useTranslation()
  const { moment } = useFormat()
  const first = second?.first
  return (
    <>
      {failure && (
        <Notice tone="bad" live="assertive" title={t('review.failed')}>
          {problemText(failure, t)}
        </Notice>
      )}
      {second && (
        <Notice tone={second.isMine ? 'warning' : 'info'} title={t('review.two')}>
          {first
            ? t('review.firstBy', {
                name: first.actor.name ?? t('review.somebody'),
                date: moment(first.occurredAt),
              })
            : t('review.twoNeeded')}{' '}
          {second.isMine && t('review.notYou')}
        </Notice>
      )}
    </>
  )
}
