import { ActionIcon, Button, Text, Tooltip } from '@mantine/core'
import { useDisclosure, useMediaQuery } from '@mantine/hooks'
import { IconChecks, IconKeyboard } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../ui/format.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { Pill } from '../../ui/pill.tsx'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import { Surface } from '../../ui/surface.tsx'
import { TeachingState } from '../../ui/teaching-state.tsx'
import { useAccountId } from '../../ui/use-account-id.ts'
import { useLocalState } from '../../ui/use-local-state.ts'
import { ItemView } from './item-view.tsx'
import { QueueFilters } from './queue-filters.tsx'
import { ListToggle } from '../../parts/queue/list-toggle.tsx'
import { QueueSkeleton } from '../../parts/queue/queue-skeleton.tsx'
import { QueueList } from './queue-list.tsx'
import classes from '../../parts/queue/desk.module.css'
import { ShortcutsDialog, type Shortcut } from '../../parts/queue/shortcuts-dialog.tsx'
import { DecisionResult } from './decision-result.tsx'
import { useDecisions, type Decisions } from './use-decisions.ts'
import { useAhead } from './use-item.ts'
import { useQueue, type Queue } from './use-queue.ts'
import { useMoves } from '../../parts/queue/use-moves.ts'

/** Beside one another from here on; below, the list and the item take turns. */
const roomForThree = '(min-width: 62em)'

export function Review() {
  const accountId = useAccountId()
  const isWide = useMediaQuery(roomForThree, undefined, { getInitialValueInEffect: false })
  const decisions = useDecisions()
  const queue = useQueue(accountId, decisions, isWide)
  const [helping, help] = useDisclosure(false)
  useAhead(accountId, queue.item ? queue.next : queue.rows[0])
  useMoves({
    onNext: queue.next && (() => queue.open(queue.next?.documentId)),
    onPrevious: queue.previous && (() => queue.open(queue.previous?.documentId)),
    onHelp: help.open,
  })
  const reading = queue.item !== undefined || queue.named.asked
  return (
    <div className={classes.page} data-reading={reading}>
      <Top queue={queue} onHelp={help.open} />
      <Body accountId={accountId} queue={queue} decisions={decisions} />
      <DecisionResult decisions={decisions} onShow={queue.open} />
      <ShortcutsDialog shortcuts={useKeys()} opened={helping} onClose={help.close} />
    </div>
  )
}

const keys = [
  ['next', ['J', '↓']],
  ['previous', ['K', '↑']],
  ['approve', ['A']],
  ['reject', ['R']],
  ['send', ['Ctrl + Enter']],
  ['pieces', ['1 – 9']],
  ['pages', ['←', '→']],
  ['leave', ['Esc']],
  ['help', ['?']],
] as const

function useKeys(): Shortcut[] {
  const { t } = useTranslation()
  return keys.map(([what, pressed]) => [pressed, t(`review.keys.${what}`)])
}

function Top({ queue, onHelp }: { queue: Queue; onHelp: () => void }) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const isAll = queue.query.data?.pages[0]?.totalIsExact !== false
  return (
    <div className={classes.top}>
      <PageHeader
        title={t('review.title')}
        meta={
          queue.query.isSuccess && (
            <Pill tone={queue.total > 0 ? 'info' : 'good'}>
              {t(isAll ? 'review.waiting' : 'review.waitingMore', {
                count: queue.total,
                total: number(queue.total),
              })}
            </Pill>
          )
        }
        actions={
          <Tooltip label={`${t('review.shortcuts')} (?)`} openDelay={400}>
            <ActionIcon
              variant="default"
              size="lg"
              aria-label={t('review.shortcuts')}
              className={classes.keyboard}
              onClick={onHelp}
            >
              <IconKeyboard size={20} stroke={1.6} />
            </ActionIcon>
          </Tooltip>
        }
      />
    </div>
  )
}

interface BodyProps {
  accountId: number
  queue: Queue
  decisions: Decisions
}

function Body({ accountId, queue, decisions }: BodyProps) {
  const { t } = useTranslation()
  const [turn, setTurn] = useState(0)
  const [folded, setFolded] = useLocalState('vigie-review-list-folded', false)
  const { query, item, rows, named } = queue
  if (query.isError) {
    const retry = () => void query.refetch()
    return <ProblemAlert title={t('review.loadFailed')} error={query.error} onRetry={retry} />
  }
  const nothing = query.isSuccess && rows.length === 0 && item === undefined && !named.asked
  const isFiltered = queue.filter.theme ?? queue.filter.type ?? (queue.due === 'any' ? undefined : queue.due)
  if (nothing && isFiltered === undefined) return <NothingWaits />
  return (
    <Surface className={`${classes.desk} ${folded ? classes.folded : ''}`}>
      <div className={classes.list}>
        <div className={classes.listTop}>
          <ListToggle folded={folded} onToggle={() => setFolded(!folded)} />
          {!folded && <QueueFilters accountId={accountId} queue={queue} />}
        </div>
        {!folded &&
          (query.isPending ? <QueueSkeleton /> : <QueueList {...{ accountId, queue, decisions }} />)}
        {!folded && nothing && <Text className={classes.none}>{t('review.noneFound')}</Text>}
      </div>
      {item ? (
        <div className={classes.item}>
          <div className={classes.back}>
            <Button variant="subtle" size="compact-md" onClick={() => queue.open(undefined)}>
              {t('review.backToList')}
            </Button>
            <span className={classes.backName}>{item.documentName}</span>
          </div>
          <ItemView
            key={item.documentId}
            {...{ accountId, item, queue, decisions }}
            focusTurn={turn}
            onDecided={() => setTurn(turn + 1)}
          />
        </div>
      ) : (
        <div className={classes.item}>
          {named.isMissing && <NotWaiting onBack={() => queue.open(undefined)} />}
        </div>
      )}
    </Surface>
  )
}

function NothingWaits() {
  const { t } = useTranslation()
  return (
    <Surface>
      <TeachingState
        icon={<IconChecks size={32} stroke={1.6} />}
        title={t('review.emptyTitle')}
        detail={t('review.emptyDetail')}
      />
    </Surface>
  )
}

function NotWaiting({ onBack }: { onBack: () => void }) {
  const { t } = useTranslation()
  return (
    <TeachingState
      icon={<IconChecks size={32} stroke={1.6} />}
      title={t('review.goneTitle')}
      detail={t('review.goneDetail')}
    >
      <Button mt="sm" variant="default" onClick={onBack}>
        {t('review.backToList')}
      </Button>
    </TeachingState>
  )
}
