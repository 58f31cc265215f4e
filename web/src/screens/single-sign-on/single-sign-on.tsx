import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AskAdministrator } from '../../parts/roles/ask-administrator.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import { useAccountId } from '../../ui/use-account-id.ts'
import { useRights } from '../../ui/use-rights.ts'
import { draftOf, emptyDraft, isChanged } from './provider-draft.ts'
import { ProviderForm } from './provider-form.tsx'
import { providerQuery, type Provider } from './single-sign-on.queries.ts'
import classes from './single-sign-on.module.css'
import { Stages } from './stages.tsx'
import { TrialOutcome } from './trial-outcome.tsx'

/** The account's own identity provider: set up, tried, switched on, required. */
export function SingleSignOn() {
  const { t } = useTranslation()
  const { administer } = useRights(useAccountId())
  return (
    <>
      <PageHeader title={t('singleSignOn.title')} lead={administer ? t('singleSignOn.lead') : undefined} />
      {administer ? <LoadedProvider /> : <AskAdministrator detail={t('singleSignOn.reserved')} />}
    </>
  )
}

function LoadedProvider() {
  const { t } = useTranslation()
  const query = useQuery(providerQuery(useAccountId()))
  if (query.isError) {
    const retry = () => void query.refetch()
    return <ProblemAlert title={t('singleSignOn.loadFailed')} error={query.error} onRetry={retry} />
  }
  if (query.isPending) return <Skeleton height={420} maw={820} radius="md" />
  return <Settings key={query.data?.version ?? 'none'} provider={query.data} />
}

function Settings({ provider }: { provider: Provider | null }) {
  const [draft, setDraft] = useState(() => (provider === null ? emptyDraft : draftOf(provider)))
  const { try: tryId } = useSearch({ from: '/account/$accountId/settings/single-sign-on' })
  const changed = isChanged(draft, provider)
  return (
    <div className={classes.page}>
      {tryId !== undefined && <TrialOutcome tryId={tryId} />}
      {provider !== null && <Stages provider={provider} isChanged={changed} />}
      <ProviderForm provider={provider} draft={draft} onDraft={setDraft} isChanged={changed} />
    </div>
  )
}
