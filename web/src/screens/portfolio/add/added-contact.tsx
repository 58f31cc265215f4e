import { useTranslation } from 'react-i18next'
import { ButtonLink } from '../../../ui/button-link.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { useRights } from '../../../ui/use-rights.ts'
import type { NewCompany } from './details-form.tsx'

interface Props {
  accountId: number
  contact: NonNullable<NewCompany['contacts']>[number] | undefined
}

/** Whether anybody will answer: the invitation is what sets everything in motion. */
export function AddedContact({ accountId, contact }: Props) {
  const { t } = useTranslation()
  const { administer } = useRights(accountId)
  if (contact === undefined) return <Notice tone="warning">{t('add.nobody')}</Notice>
  const name = [contact.firstName, contact.lastName].filter((part) => part).join(' ') || contact.email
  return (
    <Notice tone="good" title={t('add.invited', { name })}>
      {t('add.invitedDetail')}
      {administer && (
        <ButtonLink
          to="/account/$accountId/mailbox"
          params={{ accountId }}
          size="xs"
          variant="default"
          mt={6}
        >
          {t('add.mailbox')}
        </ButtonLink>
      )}
    </Notice>
  )
}
