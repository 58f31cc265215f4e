import { Button, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconUserSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import desk from '../../parts/queue/desk.module.css'
import { ListToggle } from '../../parts/queue/list-toggle.tsx'
import { QueueSkeleton } from '../../parts/queue/queue-skeleton.tsx'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import { Surface } from '../../ui/surface.tsx'
import { TeachingState } from '../../ui/teaching-state.tsx'
import { useLocalState } from '../../ui/use-local-state.ts'
import { BulkDialog } from './bulk-dialog.tsx'
import { blankDraft, type Draft } from './draft.ts'
import { HitFilters, isNarrowed } from './hit-filters.tsx'
import { HitView } from './hit-view.tsx'
import { HitsList } from './hits-list.tsx'
import type { Hit } from './screening.queries.ts'
import type { Hits, Selection } from './use-hits.ts'

interface DeskProps {
  accountId: number
  hits: Hits
  selection: Selection | null
}

/** The list of hits beside the one that is looked at. */
export function ScreeningDesk({ accountId, hits, selection }: DeskProps) {
  const { t } = useTranslation()
  const [folded, setFolded] = useLocalState('vigie-screening-list-folded', false)
  const [isClearing, clearing] = useDisclosure(false)
  const { query, rows, hitId, filter } = hits
  if (query.isError) {
    const retry = () => void query.refetch()
    return <ProblemAlert title={t('screening.loadFailed')} error={query.error} onRetry={retry} />
  }
  const isNothing = query.isSuccess && rows.length === 0
  if (isNothing && hitId === undefined && filter.state === 'waiting' && !isNarrowed(hits))
    return <NoHits hits={hits} />
  return (
    <Surface className={`${desk.desk} ${folded ? desk.folded : ''}`}>
      <div className={desk.list}>
        <div className={desk.listTop}>
          <ListToggle folded={folded} onToggle={() => setFolded(!folded)} />
          {!folded && <HitFilters hits={hits} />}
        </div>
        {!folded && filter.thirdparty !== undefined && (
          <Text className={desk.none}>
            {t('screening.oneCompany')}{' '}
            <Button
              size="compact-xs"
              variant="subtle"
              onClick={() => hits.setFilter({ thirdparty: undefined })}
            >
              {t('screening.allCompanies')}
            </Button>
          </Text>
        )}
        {!folded &&
          (query.isPending ? (
            <QueueSkeleton />
          ) : (
            <HitsList {...{ accountId, hits, selection }} onClear={clearing.open} />
          ))}
        {!folded && isNothing && <Text className={desk.none}>{t('screening.noneFound')}</Text>}
      </div>
      <CurrentHit accountId={accountId} hits={hits} />
      {isClearing && selection !== null && (
        <BulkDialog
          accountId={accountId}
          hits={selection.selected}
          onClose={clearing.close}
          onDone={() => {
            clearing.close()
            selection.clear()
            hits.open(undefined)
          }}
        />
      )}
    </Surface>
  )
}

function CurrentHit({ accountId, hits }: Omit<DeskProps, 'selection'>) {
  const { t } = useTranslation()
  const [drafts, setDrafts] = useState<Readonly<Record<number, Draft>>>({})
  const [turn, setTurn] = useState(0)
  const { hitId, next, previous } = hits
  if (hitId === undefined) return <div className={desk.item} />
  const draft = drafts[hitId] ?? blankDraft
  const decided = ({ state }: Hit) => {
    setDrafts(({ [hitId]: _, ...others }) => others)
    // What only waits for somebody else stays where it is seen to wait.
    if (state !== 'PROPOSED' && hits.filter.state === 'waiting') hits.open(next ?? previous)
    setTurn(turn + 1)
  }
  return (
    <div className={desk.item}>
      <div className={desk.back}>
        <Button variant="subtle" size="compact-md" onClick={() => hits.open(undefined)}>
          {t('review.backToList')}
        </Button>
      </div>
      <HitView
        key={hitId}
        accountId={accountId}
        hitId={hitId}
        draft={draft}
        onDraft={(change) => setDrafts((before) => ({ ...before, [hitId]: { ...draft, ...change } }))}
        focusTurn={turn}
        onDecided={decided}
        onBack={() => hits.open(undefined)}
      />
    </div>
  )
}

function NoHits({ hits }: { hits: Hits }) {
  const { t } = useTranslation()
  return (
    <Surface>
      <TeachingState
        icon={<IconUserSearch size={32} stroke={1.6} />}
        title={t('screening.emptyTitle')}
        detail={t('screening.emptyDetail')}
      >
        <Button mt="sm" variant="default" onClick={() => hits.setFilter({ state: 'all' })}>
          {t('screening.allHits')}
        </Button>
      </TeachingState>
    </Surface>
  )
}
