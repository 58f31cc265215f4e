import { Skeleton, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconMailOpened, IconMailbox } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { AskAdministrator } from '../../parts/roles/ask-administrator.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import { Surface } from '../../ui/surface.tsx'
import { TeachingState } from '../../ui/teaching-state.tsx'
import { useAccountId } from '../../ui/use-account-id.ts'
import { useRights } from '../../ui/use-rights.ts'
import { MailPane } from './mail-pane.tsx'
import { MailReader } from './mail-reader.tsx'
import { mailsQuery, type MailFilter } from './mailbox.queries.ts'
import classes from './mailbox.module.css'

export function Mailbox() {
  const { t } = useTranslation()
  const accountId = useAccountId()
  const { administer } = useRights(accountId)
  return (
    <>
      <PageHeader title={t('mailbox.title')} lead={administer ? t('mailbox.lead') : undefined} />
      {administer ? <Mails accountId={accountId} /> : <AskAdministrator detail={t('mailbox.reserved')} />}
    </>
  )
}

const everything: MailFilter = { recipient: '', template: null }
// Long enough to type a few letters.
const pause = 250

function Mails({ accountId }: { accountId: number }) {
  const { t } = useTranslation()
  const { mail } = useSearch({ from: '/account/$accountId/mailbox' })
  const [filter, setFilter] = useState(everything)
  const [recipient] = useDebouncedValue(filter.recipient.trim().toLowerCase(), pause)
  const mails = useInfiniteQuery(mailsQuery(accountId, { ...filter, recipient }))
  if (mails.isPending) return <Skeleton height={420} radius={12} />
  // What was read once stays in sight when asking again fails.
  if (mails.data === undefined) {
    const retry = () => void mails.refetch()
    return <ProblemAlert title={t('mailbox.loadFailed')} error={mails.error} onRetry={retry} />
  }
  const all = mails.data.pages.flatMap((page) => page.content)
  const isNarrowed = filter.recipient !== '' || filter.template !== null
  if (all.length === 0 && !isNarrowed && !mails.isPlaceholderData)
    return <EmptyMailbox accountId={accountId} />
  const reader = mail === undefined ? null : <MailReader accountId={accountId} mailId={mail} />
  const list = (
    <MailPane accountId={accountId} mails={all} query={mails} filter={filter} onFilter={setFilter} />
  )
  return <Panes list={list} reader={reader} />
}

function EmptyMailbox({ accountId }: { accountId: number }) {
  const { t } = useTranslation()
  return (
    <Surface>
      <TeachingState
        icon={<IconMailbox size={32} stroke={1.6} />}
        title={t('mailbox.emptyTitle')}
        detail={t('mailbox.emptyDetail')}
      >
        <ButtonLink to="/account/$accountId/thirdparties" params={{ accountId }} variant="default">
          {t('mailbox.emptyAction')}
        </ButtonLink>
      </TeachingState>
    </Surface>
  )
}

/** Side by side where there is room; else the mail takes the place of the list. */
function Panes({ list, reader }: { list: ReactNode; reader: ReactNode }) {
  const { t } = useTranslation()
  const reading = reader !== null
  return (
    <Surface className={classes.panes}>
      <div className={classes.list} data-reading={reading}>
        {list}
      </div>
      <div className={classes.reader} data-reading={reading}>
        {reader ?? (
          <div className={classes.choose}>
            <IconMailOpened size={30} stroke={1.5} aria-hidden="true" />
            <Text fw={600}>{t('mailbox.choose')}</Text>
            <Text c="dimmed" size="sm">
              {t('mailbox.chooseDetail')}
            </Text>
          </div>
        )}
      </div>
    </Surface>
  )
}
