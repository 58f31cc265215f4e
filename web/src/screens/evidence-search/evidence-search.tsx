import { Button, Skeleton, Text, TextInput } from '@mantine/core'
import { IconFileSearch } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { LoadMore } from '../../ui/load-more.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import { Surface } from '../../ui/surface.tsx'
import { TeachingState } from '../../ui/teaching-state.tsx'
import { useAccountId } from '../../ui/use-account-id.ts'
import classes from './evidence-search.module.css'
import { evidenceSearchQuery, isSearch } from './evidence-search.queries.ts'
import { FoundFile } from './found-file.tsx'

const from = '/account/$accountId/evidences'

/** Searches the text of all files that their reader may open. */
export function EvidenceSearch() {
  const { t } = useTranslation()
  const { text = '' } = useSearch({ from })
  const list = useInfiniteQuery(evidenceSearchQuery(useAccountId(), text))
  const rows = list.data?.pages.flatMap(({ content }) => content)
  return (
    <>
      <PageHeader title={t('evidenceSearch.title')} lead={t('evidenceSearch.lead')} />
      <SearchField key={text} text={text} />
      {list.isError && (
        <ProblemAlert
          title={t('evidenceSearch.failed')}
          error={list.error}
          onRetry={() => void list.refetch()}
        />
      )}
      {list.isLoading && <Skeleton height={180} />}
      {(rows?.length === 0 || !isSearch(text)) && <Nothing isAsked={isSearch(text)} />}
      {rows !== undefined && rows.length > 0 && (
        <>
          <Count first={list.data?.pages[0]} />
          <ul className={classes.list} aria-label={t('evidenceSearch.results')}>
            {rows.map((file) => (
              <FoundFile key={file.fileId} file={file} />
            ))}
          </ul>
          <LoadMore query={list} />
        </>
      )}
    </>
  )
}

function SearchField({ text }: { text: string }) {
  const { t } = useTranslation()
  const navigate = useNavigate({ from })
  const [typed, setTyped] = useState(text)
  const search = (event: FormEvent) => {
    event.preventDefault()
    const wanted = typed.trim()
    void navigate({ search: wanted === '' ? {} : { text: wanted } })
  }
  return (
    <search>
      <form className={classes.form} onSubmit={search}>
        <TextInput
          type="search"
          className={classes.field}
          label={t('evidenceSearch.field')}
          description={t('evidenceSearch.fieldHelp')}
          maxLength={200}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Button type="submit" disabled={!isSearch(typed)}>
          {t('evidenceSearch.search')}
        </Button>
      </form>
    </search>
  )
}

function Count({ first }: { first: { totalElements: number; totalIsExact: boolean } | undefined }) {
  const { t } = useTranslation()
  const count = first?.totalElements ?? 0
  return (
    <Text size="sm" c="dimmed" mb={8} aria-live="polite">
      {t(first?.totalIsExact === false ? 'evidenceSearch.atLeast' : 'evidenceSearch.count', { count })}
    </Text>
  )
}

function Nothing({ isAsked }: { isAsked: boolean }) {
  const { t } = useTranslation()
  return (
    <Surface>
      <TeachingState
        icon={<IconFileSearch size={32} stroke={1.6} />}
        title={t(isAsked ? 'evidenceSearch.noMatch' : 'evidenceSearch.begin')}
        detail={t(isAsked ? 'evidenceSearch.noMatchDetail' : 'evidenceSearch.beginDetail')}
      />
    </Surface>
  )
}
