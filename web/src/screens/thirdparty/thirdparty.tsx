import { Skeleton } from '@mantine/core'
import { IconBinoculars } from '@tabler/icons-react'
import { usePrefetchQuery, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { isProblem } from '../../api/index.ts'
import { BackLink } from '../../ui/back-link.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import { Surface } from '../../ui/surface.tsx'
import { TeachingState } from '../../ui/teaching-state.tsx'
import { usePageTitle } from '../../ui/use-page-title.ts'
import { Header } from './header/header.tsx'
import { RecordTabs } from './record-tabs.tsx'
import classes from './thirdparty.module.css'
import { companyQuery, contactsQuery } from './thirdparty.queries.ts'
import { useThirdPartyIds } from './use-third-party-ids.ts'

export function ThirdPartyPage() {
  const { t } = useTranslation()
  const ids = useThirdPartyIds()
  const record = useQuery(companyQuery(ids))
  // The first part of the record cannot be laid out without them.
  usePrefetchQuery(contactsQuery(ids))
  const missing = isProblem(record.error, 'THIRD_PARTY_NOT_FOUND', 'ID_INVALID')
  usePageTitle(missing ? t('thirdparty.missingTitle') : (record.data?.name ?? null))
  if (record.data !== undefined) {
    return (
      <>
        <Header record={record.data} />
        <RecordTabs record={record.data} />
      </>
    )
  }
  return (
    <>
      <div className={classes.back}>
        <BackLink to="/account/$accountId/thirdparties" params={{ accountId: ids.accountId }}>
          {t('thirdparty.back')}
        </BackLink>
      </div>
      {record.isPending && <ThirdPartySkeleton />}
      {record.isError && missing && <Missing accountId={ids.accountId} />}
      {record.isError && !missing && (
        <ProblemAlert
          title={t('thirdparty.loadFailed')}
          error={record.error}
          onRetry={() => void record.refetch()}
        />
      )}
    </>
  )
}

function Missing({ accountId }: { accountId: number }) {
  const { t } = useTranslation()
  return (
    <Surface>
      <TeachingState
        icon={<IconBinoculars size={32} stroke={1.6} />}
        title={t('thirdparty.missingTitle')}
        detail={t('thirdparty.missingDetail')}
      >
        <ButtonLink to="/account/$accountId/thirdparties" params={{ accountId }} variant="default">
          {t('dossier.list.toPortfolio')}
        </ButtonLink>
      </TeachingState>
    </Surface>
  )
}

function ThirdPartySkeleton() {
  return (
    <div aria-busy="true">
      <Skeleton height={30} width="min(340px, 70%)" mt={4} />
      <Skeleton height={16} width="min(420px, 90%)" mt={14} mb={24} />
      <Skeleton height={40} mb={20} />
      <div className={classes.columns}>
        <Skeleton height={420} radius={12} />
        <Skeleton height={420} radius={12} />
      </div>
    </div>
  )
}
