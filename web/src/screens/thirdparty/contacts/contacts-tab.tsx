import { Button } from '@mantine/core'
import { IconUserPlus, IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DataTable, type Column } from '../../../ui/data-table.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { ProblemAlert } from '../../../ui/problem-alert.tsx'
import { TeachingState } from '../../../ui/teaching-state.tsx'
import { useRights } from '../../../ui/use-rights.ts'
import { contactsQuery, type Company, type Contact } from '../thirdparty.queries.ts'
import { useThirdPartyIds } from '../use-third-party-ids.ts'
import { ContactDialog } from './contact-dialog.tsx'
import { ContactMenu } from './contact-menu.tsx'
import { contactName } from './contact-name.ts'
import { ContactState } from './contact-state.tsx'
import { SuggestedContacts } from './suggested-contacts.tsx'
import classes from './contacts.module.css'

export function ContactsTab({ record }: { record: Company }) {
  const { t } = useTranslation()
  const ids = useThirdPartyIds()
  const mayChange = useRights(ids.accountId).manage && !record.archived
  const [edited, setEdited] = useState<Contact | 'new' | null>(null)
  const query = useQuery(contactsQuery(ids))
  const columns = useColumns(mayChange, setEdited)
  const add = (
    <Button
      size="xs"
      leftSection={<IconUserPlus size={16} aria-hidden="true" />}
      onClick={() => setEdited('new')}
    >
      {t('contacts.add')}
    </Button>
  )
  const rows = query.data?.content ?? null
  return (
    <Panel title={t('contacts.title')} help={t('contacts.help')} {...(mayChange && { actions: add })}>
      <SuggestedContacts mayChange={mayChange} />
      {query.isError && (
        <ProblemAlert
          title={t('contacts.loadFailed')}
          error={query.error}
          onRetry={() => void query.refetch()}
        />
      )}
      {rows?.length === 0 ? (
        <TeachingState
          icon={<IconUsers size={30} stroke={1.6} />}
          title={t('contacts.empty')}
          detail={t('contacts.emptyDetail')}
        />
      ) : (
        !query.isError && (
          <DataTable
            label={t('contacts.title')}
            columns={columns}
            rows={rows}
            rowKey={(row) => row.contactId}
            skeletonRows={2}
          />
        )
      )}
      {edited !== null && (
        <ContactDialog contact={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
      )}
    </Panel>
  )
}

function useColumns(mayChange: boolean, onChange: (contact: Contact) => void): Column<Contact>[] {
  const { t } = useTranslation()
  const columns: Column<Contact>[] = [
    { key: 'name', label: t('contacts.name'), render: (contact) => <Who contact={contact} /> },
    {
      key: 'themes',
      label: t('contacts.themes'),
      render: ({ themes }) =>
        themes.length === 0
          ? t('contacts.allThemes')
          : themes.map((theme) => t(`labels.theme.${theme}`)).join(', '),
    },
    {
      key: 'language',
      label: t('contacts.language'),
      render: ({ language }) => t(`contacts.languages.${language}`),
    },
    { key: 'state', label: t('contacts.state'), render: (contact) => <ContactState contact={contact} /> },
  ]
  if (!mayChange) return columns
  const menu = (contact: Contact) => <ContactMenu contact={contact} onChange={() => onChange(contact)} />
  return [
    ...columns,
    { key: 'actions', label: t('common.actions'), hideLabel: true, align: 'end', render: menu },
  ]
}

function Who({ contact }: { contact: Contact }) {
  const name = contactName(contact)
  return (
    <span className={classes.who}>
      {name}
      {name !== contact.email && <span className={classes.email}>{contact.email}</span>}
    </span>
  )
}
