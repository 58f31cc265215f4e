import { useTranslation } from 'react-i18next'
import { AskAdministrator } from '../../parts/roles/ask-administrator.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { useAccountId } from '../../ui/use-account-id.ts'
import { useRights } from '../../ui/use-rights.ts'
import { RoomsPanel } from './rooms-panel.tsx'
import classes from './rooms.module.css'
import { TeamsPanel } from './teams-panel.tsx'

/** Who else is told: rooms of chat services, and teams. */
export function Rooms() {
  const { t } = useTranslation()
  const accountId = useAccountId()
  const { administer } = useRights(accountId)
  return (
    <>
      <PageHeader title={t('rooms.title')} lead={administer ? t('rooms.lead') : undefined} />
      {administer ? (
        <div className={classes.stack}>
          <RoomsPanel accountId={accountId} />
          <TeamsPanel accountId={accountId} />
        </div>
      ) : (
        <AskAdministrator detail={t('rooms.reserved')} />
      )}
    </>
  )
}
