import { Skeleton } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Notice } from '../../ui/notice.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Panel } from '../../ui/panel.tsx'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import { useAccountId } from '../../ui/use-account-id.ts'
import { useRights } from '../../ui/use-rights.ts'
import { AgentsForm } from './agents-form.tsx'
import { BankForm } from './bank-form.tsx'
import { CodeForm } from './code-form.tsx'
import { OverdueTable } from './overdue-table.tsx'
import classes from './policies.module.css'
import {
  agentPolicyQuery,
  codeSettingsQuery,
  overduePoliciesQuery,
  relationshipPolicyQuery,
  taggedGuardQuery,
} from './policies.queries.ts'
import { RelationshipForm } from './relationship-form.tsx'

/** What the account wants done by itself; each part is saved on its own. */
export function Policies() {
  const { t } = useTranslation()
  const accountId = useAccountId()
  const { administer } = useRights(accountId)
  const guard = useQuery(taggedGuardQuery(accountId))
  const overdue = useQuery(overduePoliciesQuery(accountId))
  const relationship = useQuery(relationshipPolicyQuery(accountId))
  const agents = useQuery(agentPolicyQuery(accountId))
  const codes = useQuery(codeSettingsQuery(accountId))
  const common = { accountId, mayChange: administer }
  // What somebody else saved takes the place of what is chosen here: hence the keys.
  return (
    <>
      <PageHeader title={t('policies.title')} lead={t('policies.lead')} />
      <div className={classes.stack}>
        {!administer && <Notice tone="info">{t('settings.readOnly')}</Notice>}
        <Panel title={t('policies.bank')} help={t('policies.bankHelp')}>
          <Loaded query={guard}>
            {({ value, tag }) => <BankForm key={tag} {...common} saved={value} tag={tag} />}
          </Loaded>
        </Panel>
        <Panel title={t('policies.late')} help={t('policies.lateHelp')}>
          <Loaded query={overdue}>{(policies) => <OverdueTable {...common} policies={policies} />}</Loaded>
        </Panel>
        <Panel title={t('policies.relation')} help={t('policies.relationHelp')}>
          <Loaded query={relationship}>
            {({ value, tag }) => <RelationshipForm key={tag} {...common} saved={value.causes} tag={tag} />}
          </Loaded>
        </Panel>
        <Panel title={t('agents.title')} help={t('agents.help')}>
          <Loaded query={agents}>
            {({ value, tag }) => <AgentsForm key={tag} {...common} saved={value} tag={tag} />}
          </Loaded>
        </Panel>
        <Panel title={t('policies.codes')} help={t('policies.codesHelp')}>
          <Loaded query={codes}>
            {({ uniqueCodes }) => <CodeForm {...common} uniqueCodes={uniqueCodes} />}
          </Loaded>
        </Panel>
      </div>
    </>
  )
}

interface LoadedProps<Data> {
  query: UseQueryResult<Data>
  children: (data: Data) => ReactNode
}

function Loaded<Data>({ query, children }: LoadedProps<Data>) {
  const { t } = useTranslation()
  if (query.isError) {
    const retry = () => void query.refetch()
    return <ProblemAlert title={t('policies.loadFailed')} error={query.error} onRetry={retry} />
  }
  return query.data === undefined ? <Skeleton height={120} radius="md" /> : children(query.data)
}
