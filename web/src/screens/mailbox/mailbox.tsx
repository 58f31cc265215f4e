import { Button, Skeleton, Text, Title } from '@mantine/core'
import { IconMailbox } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { mailsQuery } from '../../api/index.ts'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import { Surface } from '../../ui/surface.tsx'
import { TeachingState } from '../../ui/teaching-state.tsx'
import { usePageTitle } from '../../ui/use-page-title.ts'
import { MailList } from './mail-list.tsx'
import { MailReader } from './mail-reader.tsx'
import classes from './mailbox.module.css'

const here = '/account/$accountId/mailbox'

export function Mailbox() {
  const { t } = useTranslation()
  usePageTitle(t('mailbox.title'))
  return (
    <>
      <header className={classes.head}>
        <Title order={1} size="h2">
          {t('mailbox.title')}
        </Title>
        <Text c="dimmed">{t('mailbox.lead')}</Text>
      </header>
      <Mails />
    </>
  )
}

function Mails() {
  const { t } = useTranslation()
  const { accountId } = useParams({ from: here })
  const { mail } = useSearch({ from: here })
  const mails = useInfiniteQuery(mailsQuery(accountId))
  if (mails.isPending) return <Skeleton height={420} radius={12} />
  if (mails.isError) {
    const retry = () => void mails.refetch()
    return <ProblemAlert title={t('mailbox.loadFailed')} error={mails.error} onRetry={retry} />
  }
  const all = mails.data.pages.flatMap((page) => page.content)
  if (all.length === 0) return <EmptyMailbox />
  const list = (
    <>
      <MailList accountId={accountId} mails={all} />
      {mails.hasNextPage && (
        <Button
          variant="subtle"
          fullWidth
          loading={mails.isFetchingNextPage}
          onClick={() => void mails.fetchNextPage()}
        >
          {t('mailbox.older')}
        </Button>
      )}
    </>
  )
  const reader = mail === undefined ? null : <MailReader accountId={accountId} mailId={mail} />
  return <Panes list={list} reader={reader} />
}

function EmptyMailbox() {
  const { t } = useTranslation()
  return (
    <Surface>
      <TeachingState
        icon={<IconMailbox size={32} stroke={1.6} />}
        title={t('mailbox.emptyTitle')}
        detail={t('mailbox.emptyDetail')}
      />
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
          <Text c="dimmed" className={classes.choose}>
            {t('mailbox.choose')}
          </Text>
        )}
      </div>
    </Surface>
  )
}
