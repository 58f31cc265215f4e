import { useTranslation } from 'react-i18next'
import { PageHeader } from '../../ui/page-header.tsx'
import { useAccountId } from '../../ui/use-account-id.ts'
import { useRights } from '../../ui/use-rights.ts'
import { DutyPanel } from './duty-panel.tsx'
import classes from './owners.module.css'
import { RulesPanel } from './rules-panel.tsx'
import { TeamsPanel } from './teams-panel.tsx'

/** In the order of what comes first: rules, then the duty; and the teams that both may name. */
export function TeamsAndOwners() {
  const { t } = useTranslation()
  const accountId = useAccountId()
  const { administer } = useRights(accountId)
  const lead = administer ? t('owners.lead') : `${t('owners.lead')} ${t('settings.readOnly')}`
  return (
    <>
      <PageHeader title={t('owners.title')} lead={lead} />
      <div className={classes.stack}>
        <TeamsPanel accountId={accountId} mayChange={administer} />
        <RulesPanel accountId={accountId} mayChange={administer} />
        <DutyPanel accountId={accountId} mayChange={administer} />
      </div>
    </>
  )
}
