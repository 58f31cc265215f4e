import { Anchor, Group, Skeleton, Text, Title } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { mailQuery, type MailSummary } from '../../api/index.ts'
import { styleNonce } from '../../app/style-nonce.ts'
import { useFormat } from '../../ui/format.ts'
import { Pill, type Tone } from '../../ui/pill.tsx'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import { framedMail } from './framed-mail.ts'
import classes from './mailbox.module.css'

const tones: Record<MailSummary['status'], Tone> = { QUEUED: 'neutral', SENT: 'good', FAILED: 'bad' }

export function MailReader({ accountId, mailId }: { accountId: number; mailId: number }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { data: mail, error, refetch } = useQuery(mailQuery(accountId, mailId))
  const content = useMemo(() => (mail === undefined ? '' : framedMail(mail.html, styleNonce())), [mail])
  if (error !== null) {
    return <ProblemAlert title={t('mailbox.mailFailed')} error={error} onRetry={() => void refetch()} />
  }
  return (
    <article className={classes.article}>
      <Anchor component={Link} to={`/account/${accountId}/mailbox`} size="sm" className={classes.back}>
        <IconArrowLeft size={16} aria-hidden="true" />
        {t('mailbox.back')}
      </Anchor>
      {mail === undefined ? (
        <Skeleton height={380} />
      ) : (
        <>
          <header className={classes.mailHead}>
            <Group justify="space-between" gap="xs">
              <Title order={2} size="h4">
                {mail.subject}
              </Title>
              <Pill tone={tones[mail.status]}>{t(`mailbox.${mail.status}`)}</Pill>
            </Group>
            <Text size="sm" c="dimmed">
              {t('mailbox.to', { recipient: mail.recipient })} · {format.moment(mail.createdAt)}
            </Text>
          </header>
          <iframe
            title={t('mailbox.frame', { subject: mail.subject })}
            srcDoc={content}
            // No script, no form, no access to this page; links may leave for a tab of their own.
            sandbox="allow-popups allow-popups-to-escape-sandbox"
            className={classes.frame}
          />
        </>
      )}
    </article>
  )
}
