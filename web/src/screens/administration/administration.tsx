import { Button } from '@mantine/core'
import { IconDownload, IconHistory, IconShieldCheck } from '@tabler/icons-react'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api, saveFile } from '../../api/index.ts'
import { JournalSkeleton } from '../../parts/journal/journal-row.tsx'
import { ReadOn } from '../../parts/journal/read-on.tsx'
import { VerifyOutcome } from '../../parts/journal/verify-outcome.tsx'
import { AskAdministrator } from '../../parts/roles/ask-administrator.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import { Surface } from '../../ui/surface.tsx'
import { TeachingState } from '../../ui/teaching-state.tsx'
import { useAccountId } from '../../ui/use-account-id.ts'
import { useApiMutation } from '../../ui/use-api-mutation.ts'
import { useRights } from '../../ui/use-rights.ts'
import { AdministrationFilters } from './administration-filters.tsx'
import { filterOf, useAdministrationSearch } from './administration-search.ts'
import classes from './administration.module.css'
import { entriesQuery, verifyEntries, type EntryFilter } from './administration.queries.ts'
import { EntryList } from './entry-list.tsx'
import { entryNames } from './entry-text.ts'

/** Evidence of administration: searched, read entry by entry, exported and verified. */
export function AdministrationJournal() {
  const { t } = useTranslation()
  const { audit } = useRights(useAccountId())
  if (audit) return <Audited />
  return (
    <>
      <PageHeader title={t('administration.title')} />
      <AskAdministrator detail={t('administration.reserved')} />
    </>
  )
}

function Audited() {
  const { t } = useTranslation()
  const accountId = useAccountId()
  const { search } = useAdministrationSearch()
  const filter = filterOf(search, Object.keys(entryNames(t)))
  const verifying = useMutation({ mutationFn: () => verifyEntries(accountId) })
  const { data: verdict, error } = verifying
  return (
    <>
      <PageHeader
        title={t('administration.title')}
        lead={t('administration.lead')}
        actions={
          <div className={classes.actions}>
            <Button
              variant="default"
              leftSection={<IconShieldCheck size={17} stroke={1.7} aria-hidden="true" />}
              loading={verifying.isPending}
              onClick={() => verifying.mutate()}
            >
              {t('administration.verify.run')}
            </Button>
            <ExportButton filter={filter} />
          </div>
        }
      />
      {verdict !== undefined && (
        <div className={classes.verdict}>
          <VerifyOutcome result={{ ...verdict, events: verdict.entries }} />
          <p className={classes.help}>{t('administration.verify.help')}</p>
        </div>
      )}
      {error !== null && (
        <div className={classes.verdict}>
          <ProblemAlert title={t('administration.verify.failed')} error={error} />
        </div>
      )}
      <AdministrationFilters />
      <Entries filter={filter} />
    </>
  )
}

/** All that the filters let through, however many pages that is. */
function ExportButton({ filter }: { filter: EntryFilter }) {
  const { t } = useTranslation()
  const accountId = useAccountId()
  const saving = useApiMutation({
    mutationFn: async () => {
      const query = { ...filter }
      const file = await api.account(accountId).download('/administration/journal/export.csv', { query })
      return saveFile(file, 'administration-journal.csv')
    },
    successMessage: t('administration.exported'),
    invalidates: [['administration-journal', accountId]],
  })
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={17} stroke={1.7} aria-hidden="true" />}
      loading={saving.isPending}
      onClick={() => saving.mutate()}
    >
      {t('administration.export')}
    </Button>
  )
}

function Entries({ filter }: { filter: EntryFilter }) {
  const { t } = useTranslation()
  const accountId = useAccountId()
  const query = useInfiniteQuery(entriesQuery(accountId, filter))
  if (query.isError) {
    const retry = () => void query.refetch()
    return <ProblemAlert title={t('administration.failed')} error={query.error} onRetry={retry} />
  }
  if (query.isPending) return <JournalSkeleton />
  const entries = query.data.pages.flatMap(({ content }) => content)
  const isFiltered = Object.keys(filter).length > 0
  return (
    <>
      {entries.length > 0 && <EntryList entries={entries} />}
      {entries.length === 0 && (
        <Surface>
          <TeachingState
            icon={<IconHistory size={30} stroke={1.6} />}
            title={isFiltered ? t('administration.empty') : t('administration.emptyAll')}
            detail={isFiltered ? t('administration.emptyDetail') : t('administration.emptyAllDetail')}
          />
        </Surface>
      )}
      <ReadOn query={query} />
    </>
  )
}
