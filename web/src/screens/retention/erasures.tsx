import { IconUserOff } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { useFormat } from '../../ui/format.ts'
import { LoadMore } from '../../ui/load-more.tsx'
import { Panel } from '../../ui/panel.tsx'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import { TeachingState } from '../../ui/teaching-state.tsx'
import { erasuresQuery, type Erasure } from './retention.queries.ts'
import classes from './retention.module.css'

/** Proof of what was erased, without a word of whom. */
export function Erasures({ accountId }: { accountId: number }) {
  const { t } = useTranslation()
  const query = useInfiniteQuery(erasuresQuery(accountId))
  const columns = useColumns()
  const retry = () => void query.refetch()
  const all = query.data?.pages.flatMap((page) => page.content) ?? null
  return (
    <Panel title={t('retention.erasures.title')} help={t('retention.erasures.help')}>
      {query.isError ? (
        <ProblemAlert title={t('retention.erasures.failed')} error={query.error} onRetry={retry} />
      ) : all?.length === 0 ? (
        <TeachingState
          icon={<IconUserOff size={30} stroke={1.6} />}
          title={t('retention.erasures.emptyTitle')}
          detail={t('retention.erasures.emptyDetail')}
        />
      ) : (
        <>
          <DataTable
            label={t('retention.erasures.title')}
            columns={columns}
            rows={all}
            rowKey={({ erasureId }) => erasureId}
            skeletonRows={2}
          />
          <LoadMore query={query} />
        </>
      )}
    </Panel>
  )
}

function useColumns(): Column<Erasure>[] {
  const { t } = useTranslation()
  const format = useFormat()
  return [
    { key: 'when', label: t('retention.erasures.when'), render: ({ erasedAt }) => format.moment(erasedAt) },
    { key: 'whom', label: t('retention.erasures.whom'), render: (one) => <Subject erasure={one} /> },
    { key: 'what', label: t('retention.erasures.what'), render: (one) => <What erasure={one} /> },
    { key: 'who', label: t('retention.erasures.who'), render: (one) => <Who erasure={one} /> },
  ]
}

/** By the ids the journal still has: they lead to no name any more. */
function Subject({ erasure: { contactIds, userIds } }: { erasure: Erasure }) {
  const { t } = useTranslation()
  const people = [
    ...contactIds.map((id) => t('retention.erasures.contact', { id })),
    ...userIds.map((id) => t('retention.erasures.user', { id })),
  ]
  return <>{people.length === 0 ? t('retention.erasures.addressOnly') : people.join(', ')}</>
}

const counts = ['mails', 'forms', 'heldForms'] as const

function What({ erasure }: { erasure: Erasure }) {
  const { t } = useTranslation()
  const said = counts.flatMap((key) => {
    const count = erasure[key]
    return count === null || count === 0 ? [] : [t(`retention.erasures.${key}`, { count })]
  })
  const isKnown = erasure.mails !== null
  return (
    <>
      {t('retention.erasures.identity')}
      <span className={classes.sub}>{isKnown ? said.join(', ') : t('retention.erasures.notCounted')}</span>
    </>
  )
}

function Who({ erasure: { erasedBy } }: { erasure: Erasure }) {
  const { t } = useTranslation()
  if (erasedBy === null) return <>{t('common.none')}</>
  const { type, id, name } = erasedBy
  return <>{name ?? t(`retention.erasures.${type === 'USER' ? 'user' : 'client'}`, { id })}</>
}
