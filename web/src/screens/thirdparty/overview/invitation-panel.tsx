import { Button, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ButtonLink } from '../../../ui/button-link.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { useRights } from '../../../ui/use-rights.ts'
import { ContactFields } from '../contacts/contact-fields.tsx'
import { contactName } from '../contacts/contact-name.ts'
import { ContactState } from '../contacts/contact-state.tsx'
import { useContactForm } from '../contacts/use-contact-form.ts'
import { contactsQuery, openDossiersQuery, type Company, type Contact } from '../thirdparty.queries.ts'
import { useThirdPartyIds } from '../use-third-party-ids.ts'
import classes from './overview.module.css'
import { useIsFresh } from './use-is-fresh.ts'

const maxContacts = 3

/** Whom this company's documents are asked of; the first thing to settle for a new one. */
export function InvitationPanel({ record }: { record: Company }) {
  const { t } = useTranslation()
  const ids = useThirdPartyIds()
  const mayChange = useRights(ids.accountId).manage && !record.archived
  const { data, isPending } = useQuery(contactsQuery(ids))
  const isNobody = data?.content.length === 0
  const title =
    isNobody && mayChange ? t('thirdparty.invitation.nobodyTitle') : t('thirdparty.invitation.title')
  if (isPending) return <Skeleton height={150} radius={12} />
  if (data === undefined) return null
  return (
    <Panel
      title={title}
      {...(isNobody && mayChange && { help: t('thirdparty.invitation.nobodyDetail') })}
      {...(!isNobody && { actions: <AllContacts /> })}
    >
      {isNobody && mayChange && <FirstContact />}
      {isNobody && !mayChange && <Text size="sm">{t('thirdparty.invitation.nobodyReader')}</Text>}
      {!isNobody && <Invited contacts={data.content} />}
    </Panel>
  )
}

function AllContacts() {
  const { t } = useTranslation()
  return (
    <Link
      to="/account/$accountId/thirdparties/$thirdpartyId"
      params={useThirdPartyIds()}
      search={{ tab: 'contacts' }}
      resetScroll={false}
      className={classes.more}
    >
      {t('thirdparty.invitation.all')}
    </Link>
  )
}

function FirstContact() {
  const { t } = useTranslation()
  const form = useContactForm(null)
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        form.submit()
      }}
    >
      <Stack gap="md">
        <ContactFields form={form} />
        <Button type="submit" loading={form.isSending} className={classes.start}>
          {t('contacts.add')}
        </Button>
      </Stack>
    </form>
  )
}

function Invited({ contacts }: { contacts: readonly Contact[] }) {
  const isFresh = useIsFresh(contacts)
  const [first] = contacts
  return (
    <Stack gap="sm">
      {isFresh && first !== undefined && <Progressing contact={first} />}
      {contacts.slice(0, maxContacts).map((contact) => (
        <div key={contact.contactId}>
          <span className={classes.name}>{contactName(contact)}</span>
          <ContactState contact={contact} />
        </div>
      ))}
    </Stack>
  )
}

/** Between the first contact and their first visit: where the invitation is. */
function Progressing({ contact }: { contact: Contact }) {
  const { t } = useTranslation()
  const ids = useThirdPartyIds()
  const rights = useRights(ids.accountId)
  const { data: dossiers } = useQuery(openDossiersQuery(ids))
  const name = contactName(contact)
  if (contact.state === 'NEW') {
    const isRequested = (dossiers?.content.length ?? 0) > 0
    const text = isRequested ? 'thirdparty.invitation.waitingSoon' : 'thirdparty.invitation.waiting'
    return (
      <Notice tone="info" live="polite">
        {t(text, { name })}
      </Notice>
    )
  }
  return (
    <Notice tone="good" live="polite" title={t('thirdparty.invitation.sent', { name })}>
      {t('thirdparty.invitation.sentDetail')}
      {rights.administer && (
        <ButtonLink
          to="/account/$accountId/mailbox"
          params={{ accountId: ids.accountId }}
          size="xs"
          variant="default"
          mt={6}
        >
          {t('thirdparty.invitation.mailbox')}
        </ButtonLink>
      )}
    </Notice>
  )
}
