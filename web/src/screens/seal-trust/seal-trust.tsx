import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Notice } from '../../ui/notice.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import { useAccountId } from '../../ui/use-account-id.ts'
import { useRights } from '../../ui/use-rights.ts'
import { ListsPanel } from './lists-panel.tsx'
import { RootsPanel } from './roots-panel.tsx'
import { sealTrustQuery } from './seal-trust.queries.ts'
import classes from './seal-trust.module.css'

/** Whom the account believes when files are sealed. */
export function SealTrust() {
  const { t } = useTranslation()
  const accountId = useAccountId()
  const { administer } = useRights(accountId)
  const trust = useQuery(sealTrustQuery(accountId))
  const retry = () => void trust.refetch()
  return (
    <>
      <PageHeader title={t('sealTrust.title')} lead={t('sealTrust.lead')} />
      <div className={classes.stack}>
        {!administer && <Notice tone="info">{t('settings.readOnly')}</Notice>}
        {trust.isError ? (
          <ProblemAlert title={t('sealTrust.loadFailed')} error={trust.error} onRetry={retry} />
        ) : trust.data === undefined ? (
          <Skeleton height={240} radius="md" />
        ) : (
          <>
            <RootsPanel accountId={accountId} roots={trust.data.roots} mayChange={administer} />
            <ListsPanel trust={trust.data} />
          </>
        )}
      </div>
    </>
  )
}
