import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { PageHeader } from '../../ui/page-header.tsx'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import { ThemeLabel } from '../../ui/theme-label.tsx'
import { useAccountId } from '../../ui/use-account-id.ts'
import { providerGroups, providersQuery, type Provider } from './datahub.queries.ts'
import { ProviderCard } from './provider-card.tsx'
import classes from './datahub.module.css'

export function DataHub() {
  const { t } = useTranslation()
  const accountId = useAccountId()
  const { data, error, isError, refetch } = useQuery(providersQuery(accountId))
  return (
    <>
      <PageHeader title={t('datahub.title')} lead={t('datahub.lead')} />
      {isError ? (
        <ProblemAlert title={t('datahub.loadFailed')} error={error} onRetry={() => void refetch()} />
      ) : (
        <Groups accountId={accountId} providers={data?.content ?? null} />
      )}
    </>
  )
}

function Groups({ accountId, providers }: { accountId: number; providers: Provider[] | null }) {
  const { t } = useTranslation()
  return (
    <div className={classes.stack}>
      {providerGroups.map(({ theme, providers: names }) => (
        <section key={theme} aria-labelledby={`theme-${theme}`}>
          <h2 id={`theme-${theme}`} className={classes.theme}>
            {theme === null ? t('datahub.other') : <ThemeLabel theme={theme} />}
          </h2>
          <div className={classes.cards}>
            {names.map((name) => {
              const found = providers?.find(({ provider }) => provider === name)
              return found === undefined ? (
                <Skeleton key={name} height={246} radius={12} />
              ) : (
                <ProviderCard key={name} accountId={accountId} provider={found} />
              )
            })}
          </div>
        </section>
      ))}
      <p className={classes.where}>{t('datahub.whereValues')}</p>
    </div>
  )
}
