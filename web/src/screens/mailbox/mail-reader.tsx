import { Anchor, Button, Group, Skeleton, Text, Title } from '@mantine/core'
import { IconArrowLeft, IconExternalLink } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Answer } from '../../api/index.ts'
import { styleNonce } from '../../ui/style-nonce.ts'
import { useFormat } from '../../ui/format.ts'
import { Pill, type Tone } from '../../ui/pill.tsx'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import { framedMail, portalLinkOf } from './framed-mail.ts'
import { MailKind } from './mail-kind.tsx'
import { mailQuery, type MailSummary } from './mailbox.queries.ts'
import classes from './mailbox.module.css'

const tones: Record<MailSummary['status'], Tone> = { QUEUED: 'neutral', SENT: 'good', FAILED: 'bad' }

export function MailReader({ accountId, mailId }: { accountId: number; mailId: number }) {
  const { t } = useTranslation()
  const { data: mail, error, refetch } = useQuery(mailQuery(accountId, mailId))
  const html = mail?.html ?? ''
  const content = useMemo(() => framedMail(html, styleNonce()), [html])
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
          <MailHead mail={mail} />
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

function MailHead({ mail }: { mail: Answer<'getMail'> }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { subject, recipient, createdAt, status, lastError, html } = mail
  return (
    <header className={classes.mailHead}>
      <Group justify="space-between" align="flex-start" gap="xs" wrap="nowrap">
        <Title order={2} size="h4">
          {subject}
        </Title>
        <span className={classes.state}>
          <Pill tone={tones[status]}>{t(`mailbox.${status}`)}</Pill>
        </span>
      </Group>
      <Group gap="xs">
        <Text size="sm" c="dimmed" component="span">
          {t('mailbox.to', { recipient })} · {format.moment(createdAt)}
        </Text>
        <MailKind mail={mail} />
      </Group>
      {status === 'FAILED' && lastError !== null && (
        <Text size="sm" c="var(--mantine-color-error)">
          {isKnownReason(lastError)
            ? t(`mailbox.${reasons[lastError]}`)
            : t('mailbox.error', { reason: lastError })}
        </Text>
      )}
      <PortalButton recipient={recipient} link={portalLinkOf(html)} />
    </header>
  )
}

/** Words of ours among the codes of mail servers. */
const reasons = {
  RESERVED_ADDRESS: 'invented',
  PERHAPS_SENT: 'perhapsSent',
  DROPPED: 'dropped',
  RESTORED: 'restored',
} as const

const isKnownReason = (reason: string): reason is keyof typeof reasons => Object.hasOwn(reasons, reason)

/** The recipient's way into the portal, for whoever tries the product alone. */
function PortalButton({ recipient, link }: { recipient: string; link: string | null }) {
  const { t } = useTranslation()
  if (link === null) return null
  return (
    <div className={classes.portal}>
      <Button
        component="a"
        href={link}
        target="_blank"
        rel="noopener"
        size="sm"
        classNames={{ root: classes.portalButton, label: classes.portalLabel }}
        rightSection={<IconExternalLink size={16} aria-hidden="true" />}
      >
        {t('mailbox.portal', { recipient })}
      </Button>
      <Text size="xs" c="dimmed">
        {t('mailbox.portalHelp')}
      </Text>
    </div>
  )
}
