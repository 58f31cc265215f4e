import { Anchor, Button, Skeleton } from '@mantine/core'
import { IconArrowLeft, IconBinoculars } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { isProblem, thirdPartyQuery, type ThirdParty } from '../../api/index.ts'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import { Surface } from '../../ui/surface.tsx'
import { TeachingState } from '../../ui/teaching-state.tsx'
import { usePageTitle } from '../../ui/use-page-title.ts'
import { ActivityPanel } from './activity-panel.tsx'
import { ExecutivesPanel } from './executives-panel.tsx'
import { HeadOfficePanel } from './head-office-panel.tsx'
import { Heading } from './heading.tsx'
import { IdentityPanel } from './identity-panel.tsx'
import { SourcesPanel } from './sources-panel.tsx'
import classes from './thirdparty.module.css'

export function ThirdPartyPage() {
  const { t } = useTranslation()
  const { accountId, thirdpartyId } = useParams({ from: '/account/$accountId/thirdparties/$thirdpartyId' })
  const record = useQuery(thirdPartyQuery(accountId, thirdpartyId))
  const missing = isProblem(record.error, 'THIRD_PARTY_NOT_FOUND', 'ID_INVALID')
  usePageTitle(missing ? t('thirdparty.missingTitle') : (record.data?.name ?? null))
  return (
    <>
      <Anchor component={Link} to={`/account/${accountId}/thirdparties`} size="sm" className={classes.back}>
        <IconArrowLeft size={16} aria-hidden="true" />
        {t('thirdparty.back')}
      </Anchor>
      {record.isPending && <Waiting />}
      {record.isError && missing && <Missing accountId={accountId} />}
      {record.isError && !missing && (
        <ProblemAlert
          title={t('thirdparty.loadFailed')}
          error={record.error}
          onRetry={() => void record.refetch()}
        />
      )}
      {record.isSuccess && <Record record={record.data} />}
    </>
  )
}

function Record({ record }: { record: ThirdParty }) {
  return (
    <>
      <Heading record={record} />
      <div className={classes.columns}>
        <div className={classes.column}>
          <IdentityPanel record={record} />
          <ExecutivesPanel executives={record.executives} />
        </div>
        <div className={classes.column}>
          <HeadOfficePanel record={record} />
          <ActivityPanel record={record} />
          <SourcesPanel record={record} />
        </div>
      </div>
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
        <Button component={Link} to={`/account/${accountId}/thirdparties`} variant="default">
          {t('notFound.home')}
        </Button>
      </TeachingState>
    </Surface>
  )
}

function Waiting() {
  return (
    <div aria-busy="true">
      <Skeleton height={30} width="min(340px, 70%)" mt={4} />
      <Skeleton height={16} width="min(420px, 90%)" mt={14} mb={24} />
      <div className={classes.columns}>
        <Skeleton height={420} radius={12} />
        <Skeleton height={420} radius={12} />
      </div>
    </div>
  )
}
