import { Select, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { LoadMore } from '../../ui/load-more.tsx'
import { mailKinds, templateOf } from './mail-kind.tsx'
import { MailList } from './mail-list.tsx'
import type { MailFilter, MailSummary } from './mailbox.queries.ts'
import classes from './mailbox.module.css'

interface Props {
  accountId: number
  mails: MailSummary[]
  query: ComponentProps<typeof LoadMore>['query']
  filter: MailFilter
  onFilter: (filter: MailFilter) => void
}

/** The list, narrowed by whom mails are for and what they are about. */
export function MailPane({ accountId, mails, query, filter, onFilter }: Props) {
  const { t } = useTranslation()
  return (
    <>
      <div className={classes.search}>
        <TextInput
          type="search"
          aria-label={t('mailbox.recipient')}
          placeholder={t('mailbox.recipient')}
          leftSection={<IconSearch size={16} aria-hidden="true" />}
          maxLength={254}
          value={filter.recipient}
          onChange={(event) => onFilter({ ...filter, recipient: event.currentTarget.value })}
        />
        <Select
          aria-label={t('mailbox.kindLabel')}
          placeholder={t('mailbox.allKinds')}
          clearable
          clearButtonProps={{ 'aria-label': t('common.clearFilters') }}
          data={mailKinds.map((kind) => ({ value: templateOf(kind), label: t(`mailbox.kind.${kind}`) }))}
          value={filter.template}
          onChange={(template) => onFilter({ ...filter, template })}
        />
      </div>
      {mails.length === 0 && <p className={classes.nothing}>{t('mailbox.searchEmpty')}</p>}
      <MailList accountId={accountId} mails={mails} />
      <LoadMore query={query} />
    </>
  )
}
