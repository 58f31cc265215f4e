import { useTranslation } from 'react-i18next'
import { Timeline } from '../../parts/timeline/timeline.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Panel } from '../../ui/panel.tsx'
import { useAccountId } from '../../ui/use-account-id.ts'
import classes from './dashboard.module.css'

// What people did or must know; what follows from it by computation is left to the journal.
const names = [
  'THIRD_PARTY_ADDED',
  'THIRD_PARTY_ARCHIVED',
  'THIRD_PARTY_LEGAL_ANNOUNCEMENT_CHANGES',
  'THIRD_PARTY_LEGAL_ANNOUNCEMENT_CESSATION',
  'THIRD_PARTY_PROCEDURE_COLLECTIVE_UPDATED',
  'THIRD_PARTY_COMMENT_ADDED',
  'THIRD_PARTY_CONTACT_INVITED',
  'DOSSIER_ADDED',
  'DOSSIER_STATUS_UPDATED_VALID',
  'DOSSIER_STATUS_UPDATED_INVALID',
  'DOSSIER_COMMENT_ADDED',
  'DOCUMENT_ANSWER_ADDED',
  'DOCUMENT_ANSWER_ACCEPTED',
  'DOCUMENT_ANSWER_DENIED',
  'DOCUMENT_ANSWER_EXPIRED',
  'DOCUMENT_COMMENT_ADDED',
].join(',')

export function EventsPanel() {
  const { t } = useTranslation()
  const accountId = useAccountId()
  return (
    <Panel
      title={t('dashboard.events')}
      actions={
        <ButtonLink
          to="/account/$accountId/journal"
          params={{ accountId }}
          search={{}}
          size="compact-sm"
          variant="light"
        >
          {t('timeline.openJournal')}
        </ButtonLink>
      }
    >
      <div className={classes.events}>
        <Timeline source={{ names }} compact lines={7} />
      </div>
    </Panel>
  )
}
