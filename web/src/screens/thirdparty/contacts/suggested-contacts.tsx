import { Button, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../../api/index.ts'
import { useFormat } from '../../../ui/format.ts'
import { Notice } from '../../../ui/notice.tsx'
import { useApiMutation } from '../../../ui/use-api-mutation.ts'
import { companyKey, suggestedContactsQuery, type SuggestedContact } from '../thirdparty.queries.ts'
import { useThirdPartyIds } from '../use-third-party-ids.ts'
import { contactName } from './contact-name.ts'
import classes from './contacts.module.css'

/** Whom contacts have named in their place; nothing at all where there is nobody. */
export function SuggestedContacts({ mayChange }: { mayChange: boolean }) {
  const { t } = useTranslation()
  const { data } = useQuery(suggestedContactsQuery(useThirdPartyIds()))
  if (data === undefined || data.content.length === 0) return null
  return (
    <div className={classes.suggested}>
      <Notice tone="info" title={t('contacts.suggested.title')}>
        <p className={classes.advice}>{t('contacts.suggested.help')}</p>
        <ul className={classes.suggestions}>
          {data.content.map((one) => (
            <Suggestion key={one.contactId} contact={one} mayChange={mayChange} />
          ))}
        </ul>
      </Notice>
    </div>
  )
}

function Suggestion({ contact, mayChange }: { contact: SuggestedContact; mayChange: boolean }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { confirm, dismiss } = useSuggestionActs(contact)
  const name = contactName(contact)
  const date = format.day(contact.suggestedAt)
  const by = contact.suggestedBy
  return (
    <li className={classes.suggestion}>
      <span className={classes.who}>
        <strong>{name}</strong>
        {name !== contact.email && <span className={classes.email}>{contact.email}</span>}
        <span className={classes.steps}>
          {by === '' ? t('contacts.suggested.on', { date }) : t('contacts.suggested.by', { date, name: by })}
        </span>
      </span>
      {mayChange && (
        <Group gap="xs">
          <Button
            size="xs"
            loading={confirm.isPending}
            aria-label={t('contacts.suggested.inviteWhom', { name })}
            onClick={() => confirm.mutate()}
          >
            {t('contacts.suggested.invite')}
          </Button>
          <Button
            size="xs"
            variant="default"
            loading={dismiss.isPending}
            aria-label={t('contacts.suggested.dismissWhom', { name })}
            onClick={() => dismiss.mutate()}
          >
            {t('contacts.suggested.dismiss')}
          </Button>
        </Group>
      )}
    </li>
  )
}

function useSuggestionActs(contact: SuggestedContact) {
  const { t } = useTranslation()
  const ids = useThirdPartyIds()
  const path = { ...ids, contactId: contact.contactId }
  const refresh = [companyKey(ids)]
  const confirm = useApiMutation({
    mutationFn: () =>
      api
        .account(ids.accountId)
        .post('/thirdparties/{thirdpartyId}/suggested-contacts/{contactId}/confirm', { path }),
    successMessage: t('contacts.suggested.confirmed', { name: contactName(contact) }),
    invalidates: refresh,
  })
  const dismiss = useApiMutation({
    mutationFn: () =>
      api
        .account(ids.accountId)
        .delete('/thirdparties/{thirdpartyId}/suggested-contacts/{contactId}', { path }),
    successMessage: t('contacts.suggested.dismissed'),
    invalidates: refresh,
  })
  return { confirm, dismiss }
}
