import { Button, Drawer } from '@mantine/core'
import { useDisclosure, useMediaQuery } from '@mantine/hooks'
import { IconHistory, IconShieldCheck } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { latestEventsQuery } from '../../parts/timeline/timeline.queries.ts'
import { Notice } from '../../ui/notice.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import { Surface } from '../../ui/surface.tsx'
import { TeachingState } from '../../ui/teaching-state.tsx'
import { useAccountId } from '../../ui/use-account-id.ts'
import { useSight } from '../../ui/use-sight.ts'
import { useRights } from '../../ui/use-rights.ts'
import { JournalSkeleton } from '../../parts/journal/journal-row.tsx'
import { EventList } from './event-list.tsx'
import { filterOf, useJournalSearch, type ActorChoice } from './journal-search.ts'
import { JournalFilters } from './journal-filters.tsx'
import classes from '../../parts/journal/journal.module.css'
import { ReadOn } from '../../parts/journal/read-on.tsx'
import { VerifyPanel } from './verify-panel.tsx'

/** The journal for people: searched, read event by event, and verified by those who audit. */
export function Journal() {
  const { t } = useTranslation()
  const accountId = useAccountId()
  const { audit } = useRights(accountId)
  const [actor, setActor] = useState<ActorChoice>(null)
  const isWide = useMediaQuery('(min-width: 72em)', undefined, { getInitialValueInEffect: false })
  return (
    <>
      <PageHeader
        title={t('journal.title')}
        lead={t('journal.lead')}
        actions={audit && !isWide ? <VerifyButton /> : undefined}
      />
      <div className={classes.page} data-audit={audit}>
        <div className={classes.main}>
          <JournalFilters actor={actor} onActor={setActor} />
          <Events actor={actor} />
        </div>
        {audit && isWide && (
          <aside className={classes.side}>
            <VerifyPanel />
          </aside>
        )}
      </div>
    </>
  )
}

/** Where there is no room beside the list. */
function VerifyButton() {
  const { t } = useTranslation()
  const [opened, { open, close }] = useDisclosure(false)
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconShieldCheck size={17} stroke={1.7} aria-hidden="true" />}
        onClick={open}
      >
        {t('journal.verify.open')}
      </Button>
      <Drawer
        opened={opened}
        onClose={close}
        position="right"
        title={t('journal.verify.open')}
        closeButtonProps={{ 'aria-label': t('common.close') }}
      >
        <VerifyPanel />
      </Drawer>
    </>
  )
}

function Events({ actor }: { actor: ActorChoice }) {
  const { t } = useTranslation()
  const accountId = useAccountId()
  const { search } = useJournalSearch()
  const { all } = useSight(accountId)
  const query = useInfiniteQuery(latestEventsQuery(accountId, filterOf(search, actor)))
  const events = query.data?.pages.flatMap(({ content }) => content) ?? []
  if (query.isError) {
    const retry = () => void query.refetch()
    return <ProblemAlert title={t('journal.failed')} error={query.error} onRetry={retry} />
  }
  if (query.isPending) return <JournalSkeleton />
  const isFiltered = Object.keys(search).length > 0 || actor !== null
  return (
    <>
      {!all && (
        <div className={classes.incomplete}>
          <Notice tone="info">{t('units.incomplete')}</Notice>
        </div>
      )}
      {events.length > 0 && <EventList events={events} />}
      {events.length === 0 && !query.hasNextPage && (
        <Surface>
          <TeachingState
            icon={<IconHistory size={30} stroke={1.6} />}
            title={isFiltered ? t('journal.empty') : t('journal.emptyAll')}
            detail={isFiltered ? t('journal.emptyDetail') : t('journal.emptyAllDetail')}
          />
        </Surface>
      )}
      <ReadOn query={query} />
    </>
  )
}
