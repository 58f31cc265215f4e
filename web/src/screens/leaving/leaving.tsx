import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { AskAdministrator } from '../../parts/roles/ask-administrator.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import { useAccountId } from '../../ui/use-account-id.ts'
import { useRights } from '../../ui/use-rights.ts'
import { AccountDeletion } from './account-deletion.tsx'
import { AccountExports } from './account-exports.tsx'
import { leavingQuery } from './leaving.queries.ts'
import classes from './leaving.module.css'

/** How an account takes everything with it, and goes. */
export function LeavingPage() {
  const { t } = useTranslation()
  const accountId = useAccountId()
  const { administer } = useRights(accountId)
  return (
    <>
      <PageHeader title={t('leaving.title')} lead={administer ? t('leaving.lead') : undefined} />
      {administer ? (
        <LoadedLeaving accountId={accountId} />
      ) : (
        <AskAdministrator detail={t('leaving.reserved')} />
      )}
    </>
  )
}

function LoadedLeaving({ accountId }: { accountId: number }) {
  const { t } = useTranslation()
  const leaving = useQuery(leavingQuery(accountId))
  if (leaving.isError) {
    const retry = () => void leaving.refetch()
    return <ProblemAlert title={t('leaving.loadFailed')} error={leaving.error} onRetry={retry} />
  }
  if (leaving.data === undefined) return <Skeleton height={320} radius="md" />
  return (
    <div className={classes.stack}>
      <AccountExports accountId={accountId} exportDays={leaving.data.exportDays} />
      <AccountDeletion accountId={accountId} leaving={leaving.data} />
    </div>
  )
}
