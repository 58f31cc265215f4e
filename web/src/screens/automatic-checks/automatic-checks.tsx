import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { evaluationOptionsQuery } from '../../parts/catalogue/catalogue.queries.ts'
import { checkStatisticsQuery } from '../../parts/check-statistics/check-statistics.queries.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Panel } from '../../ui/panel.tsx'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import { useAccountId } from '../../ui/use-account-id.ts'
import { useRights } from '../../ui/use-rights.ts'
import { useSight } from '../../ui/use-sight.ts'
import classes from './automatic-checks.module.css'
import { checkPoliciesQuery } from './automatic-checks.queries.ts'
import { CheckFigures } from './check-figures.tsx'
import { PolicyTable } from './policy-table.tsx'

/** What the checks may decide alone, by document type, and how well they did. */
export function AutomaticChecks() {
  const { t } = useTranslation()
  const accountId = useAccountId()
  const { administer } = useRights(accountId)
  const { all } = useSight(accountId)
  const policies = useQuery(checkPoliciesQuery(accountId))
  const { data: options } = useQuery(evaluationOptionsQuery(accountId))
  const { data: statistics } = useQuery({ ...checkStatisticsQuery(accountId), enabled: all })
  return (
    <>
      <PageHeader title={t('automaticChecks.title')} lead={t('automaticChecks.lead')} />
      <div className={classes.stack}>
        {!administer && <Notice tone="info">{t('settings.readOnly')}</Notice>}
        {options?.autoAccept === false && <SwitchedOff accountId={accountId} />}
        {all && (
          <Panel title={t('automaticChecks.figures')} help={t('automaticChecks.figuresHelp')}>
            <CheckFigures counts={statistics?.total ?? null} />
          </Panel>
        )}
        <Panel title={t('automaticChecks.byType')} help={t('automaticChecks.byTypeHelp')}>
          {policies.isError ? (
            <ProblemAlert
              title={t('automaticChecks.loadFailed')}
              error={policies.error}
              onRetry={() => void policies.refetch()}
            />
          ) : (
            <PolicyTable
              accountId={accountId}
              policies={policies.data ?? null}
              counts={statistics?.types ?? null}
              mayChange={administer}
            />
          )}
        </Panel>
      </div>
    </>
  )
}

function SwitchedOff({ accountId }: { accountId: number }) {
  const { t } = useTranslation()
  return (
    <Notice tone="warning">
      <p className={classes.off}>{t('automaticChecks.off')}</p>
      <ButtonLink
        to="/account/$accountId/settings/evaluation"
        params={{ accountId }}
        variant="light"
        size="compact-sm"
      >
        {t('automaticChecks.openOptions')}
      </ButtonLink>
    </Notice>
  )
}
