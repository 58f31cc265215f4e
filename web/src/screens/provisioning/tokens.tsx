import { Button, Skeleton } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/index.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useFormat } from '../../ui/format.ts'
import { Panel } from '../../ui/panel.tsx'
import { Pill } from '../../ui/pill.tsx'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import { useApiMutation } from '../../ui/use-api-mutation.ts'
import { AddToken } from './add-token.tsx'
import { tokensQuery, type ProvisioningToken } from './provisioning.queries.ts'
import classes from './provisioning.module.css'

/** What lets the directory in. */
export function Tokens({ accountId }: { accountId: number }) {
  const { t } = useTranslation()
  const [open, setOpen] = useState<'add' | ProvisioningToken | null>(null)
  const close = () => setOpen(null)
  const add = (
    <Button size="xs" leftSection={<IconPlus size={16} aria-hidden="true" />} onClick={() => setOpen('add')}>
      {t('provisioning.add')}
    </Button>
  )
  return (
    <Panel title={t('provisioning.tokens')} help={t('provisioning.tokensHelp')} actions={add}>
      <TokenList accountId={accountId} onEnd={setOpen} />
      {open === 'add' && <AddToken accountId={accountId} onClose={close} />}
      {open !== null && open !== 'add' && <EndToken accountId={accountId} token={open} onClose={close} />}
    </Panel>
  )
}

interface ListProps {
  accountId: number
  onEnd: (token: ProvisioningToken) => void
}

function TokenList({ accountId, onEnd }: ListProps) {
  const { t } = useTranslation()
  const query = useQuery(tokensQuery(accountId))
  if (query.isError) {
    const retry = () => void query.refetch()
    return <ProblemAlert title={t('provisioning.tokensFailed')} error={query.error} onRetry={retry} />
  }
  if (query.isPending) return <Skeleton height={44} radius="md" />
  if (query.data.content.length === 0)
    return <span className={classes.none}>{t('provisioning.noTokens')}</span>
  return (
    <ul className={classes.tokens} aria-label={t('provisioning.tokens')}>
      {query.data.content.map((token) => (
        <TokenEntry key={token.tokenId} token={token} onEnd={() => onEnd(token)} />
      ))}
    </ul>
  )
}

function TokenEntry({ token, onEnd }: { token: ProvisioningToken; onEnd: () => void }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { name, createdAt, expiresAt, lastUsedAt, expired } = token
  const used = lastUsedAt === null ? null : format.ago(lastUsedAt)
  return (
    <li className={classes.token}>
      <div className={classes.words}>
        <span className={classes.name}>{name}</span>
        <span className={classes.facts}>
          {t('provisioning.made', { date: format.day(createdAt) })}
          {' · '}
          {used === null ? t('provisioning.neverUsed') : t('provisioning.lastUsed', { ago: used })}
        </span>
      </div>
      <Pill tone={expired ? 'bad' : 'neutral'}>
        {expiresAt === null
          ? t('provisioning.endless')
          : t(expired ? 'provisioning.expired' : 'provisioning.expires', { date: format.day(expiresAt) })}
      </Pill>
      <Button size="xs" variant="default" aria-label={t('provisioning.endNamed', { name })} onClick={onEnd}>
        {t('provisioning.end')}
      </Button>
    </li>
  )
}

interface EndProps {
  accountId: number
  token: ProvisioningToken
  onClose: () => void
}

function EndToken({ accountId, token: { tokenId, name }, onClose }: EndProps) {
  const { t } = useTranslation()
  const end = useApiMutation({
    mutationFn: () => api.account(accountId).delete('/provisioning/tokens/{tokenId}', { path: { tokenId } }),
    successMessage: t('provisioning.ended', { name }),
    invalidates: [tokensQuery(accountId).queryKey],
    onSuccess: onClose,
  })
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t('provisioning.endTitle', { name })}
      detail={t('provisioning.endDetail')}
      confirm={t('provisioning.end')}
      tone="danger"
      onConfirm={() => end.mutate()}
      pending={end.isPending}
    />
  )
}
