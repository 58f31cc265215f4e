import { TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useState, type ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { LoadMore } from '../../ui/load-more.tsx'
import { MailList } from './mail-list.tsx'
import type { MailSummary } from './mailbox.queries.ts'
import classes from './mailbox.module.css'

interface Props {
  accountId: number
  mails: MailSummary[]
  query: ComponentProps<typeof LoadMore>['query']
}

/** The list, narrowed by words of recipient or subject among the mails it has. */
export function MailPane({ accountId, mails, query }: Props) {
  const { t } = useTranslation()
  const [asked, setAsked] = useState('')
  const wanted = asked.trim().toLowerCase()
  const found = mails.filter(({ recipient, subject }) =>
    `${recipient} ${subject}`.toLowerCase().includes(wanted),
  )
  return (
    <>
      <div className={classes.search}>
        <TextInput
          type="search"
          aria-label={t('mailbox.search')}
          placeholder={t('mailbox.search')}
          leftSection={<IconSearch size={16} aria-hidden="true" />}
          value={asked}
          onChange={(event) => setAsked(event.currentTarget.value)}
        />
      </div>
      {found.length === 0 && <p className={classes.nothing}>{t('mailbox.searchEmpty')}</p>}
      <MailList accountId={accountId} mails={found} />
      <LoadMore query={query} />
    </>
  )
}
