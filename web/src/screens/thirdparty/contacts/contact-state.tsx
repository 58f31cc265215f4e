import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../ui/format.ts'
import { Pill } from '../../../ui/pill.tsx'
import type { Contact } from '../thirdparty.queries.ts'
import classes from './contacts.module.css'

const tones = {
  NEW: 'neutral',
  INVITED: 'info',
  ACTIVE: 'good',
  SILENT: 'warning',
  MUTED: 'warning',
  BOUNCED: 'bad',
} as const

/** What has passed between the account and this person, in words. */
export function ContactState({ contact }: { contact: Contact }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { state, invitedAt, lastInvitedAt, lastRemindedAt, silentReminders, lastSeenAt } = contact
  const again = lastInvitedAt !== invitedAt ? lastInvitedAt : null
  const steps = [
    invitedAt && t('contacts.invitedOn', { date: format.day(invitedAt) }),
    again && t('contacts.invitedAgainOn', { date: format.day(again) }),
    lastRemindedAt && t('contacts.remindedOn', { date: format.day(lastRemindedAt) }),
    silentReminders > 1 ? t('contacts.silentReminders', { count: silentReminders }) : null,
    lastSeenAt && t('contacts.seenOn', { date: format.day(lastSeenAt) }),
  ].filter((step) => step !== null)
  const help = t(`contacts.stateHelp.${state}`)
  return (
    <div className={classes.state}>
      <Pill tone={tones[state]}>{t(`contacts.states.${state}`)}</Pill>
      {steps.length > 0 && <span className={classes.steps}>{steps.join(', ')}</span>}
      {help !== '' && <span className={classes.steps}>{help}</span>}
    </div>
  )
}
