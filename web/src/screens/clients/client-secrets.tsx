import { ActionIcon, Button, Checkbox, Modal, Stack, Text, Tooltip } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/index.ts'
import { FormDialog } from '../../parts/form-dialog/form-dialog.tsx'
import { useSecretMutation } from '../../parts/secrets/use-secret-mutation.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useFormat } from '../../ui/format.ts'
import { Pill } from '../../ui/pill.tsx'
import { useApiMutation } from '../../ui/use-api-mutation.ts'
import classes from './clients.module.css'
import type { Client } from './clients.queries.ts'
import { Credentials } from './credentials.tsx'
import { freshSecret, secretBody, SecretFields } from './secret-fields.tsx'

type Secret = Client['secrets'][number]

interface Props {
  accountId: number
  client: Client
  onClose: () => void
}

const mostSecrets = 2

/** The secrets of a client: two at a time, so that one can follow the other. */
export function ClientSecrets({ accountId, client, onClose }: Props) {
  const { t } = useTranslation()
  const [open, setOpen] = useState<'list' | 'add' | Secret>('list')
  const back = () => setOpen('list')
  if (open === 'add') return <AddSecret accountId={accountId} client={client} onClose={back} />
  if (open !== 'list') {
    return <RemoveSecret accountId={accountId} client={client} secret={open} onClose={back} />
  }
  const isFull = client.secrets.filter(({ ended }) => !ended).length >= mostSecrets
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={<Text fw={650}>{t('clients.secretsTitle', { name: client.name })}</Text>}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <Stack gap="md">
        <Text size="sm">{t('clients.secretsDetail')}</Text>
        {client.secrets.length === 0 ? (
          <Text size="sm" c="dimmed">
            {t('clients.noSecrets')}
          </Text>
        ) : (
          <ul className={classes.secrets}>
            {client.secrets.map((secret) => (
              <SecretEntry key={secret.id} secret={secret} onRemove={() => setOpen(secret)} />
            ))}
          </ul>
        )}
        <Button
          variant="default"
          leftSection={<IconPlus size={18} aria-hidden="true" />}
          disabled={isFull}
          onClick={() => setOpen('add')}
        >
          {isFull ? t('clients.secretsFull') : t('clients.addSecret')}
        </Button>
      </Stack>
    </Modal>
  )
}

function SecretEntry({ secret, onRemove }: { secret: Secret; onRemove: () => void }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { label, createdAt, expiresAt, lastUsedAt, ended, endsSoon } = secret
  const name = label ?? t('clients.secretOf', { date: format.day(createdAt) })
  const remove = t('clients.removeSecret', { name })
  return (
    <li className={classes.secret}>
      <div className={classes.words}>
        <span className={classes.secretName}>{name}</span>
        <span className={classes.facts}>
          {t('clients.secretSince', { date: format.day(createdAt) })}
          {' · '}
          {lastUsedAt === null
            ? t('clients.secretUnused')
            : t('clients.secretUsed', { ago: format.ago(lastUsedAt) })}
        </span>
      </div>
      <Pill tone={ended ? 'bad' : endsSoon ? 'warning' : 'neutral'}>
        {expiresAt === null
          ? t('clients.secretEndless')
          : t(ended ? 'clients.secretEnded' : 'clients.secretEnds', { date: format.day(expiresAt) })}
      </Pill>
      <Tooltip label={remove} openDelay={400}>
        <ActionIcon variant="subtle" color="gray" aria-label={remove} onClick={onRemove}>
          <IconTrash size={17} stroke={1.7} />
        </ActionIcon>
      </Tooltip>
    </li>
  )
}

function AddSecret({ accountId, client, onClose }: Props) {
  const { t } = useTranslation()
  const [secret, setSecret] = useState(freshSecret)
  const made = useSecretMutation({
    mutationFn: () =>
      api
        .account(accountId)
        .post('/clients/{id}/secrets', { path: { id: client.id }, body: secretBody(secret) }),
    invalidates: [['clients', accountId]],
  })
  if (made.answer !== null) return <Credentials client={made.answer} onClose={onClose} />
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('clients.addSecretTitle', { name: client.name })}
      submit={t('clients.makeSecret')}
      onSubmit={() => made.run()}
      pending={made.pending}
      error={made.error}
    >
      <SecretFields value={secret} onChange={setSecret} />
    </FormDialog>
  )
}

function RemoveSecret({ accountId, client, secret, onClose }: Props & { secret: Secret }) {
  const { t } = useTranslation()
  const format = useFormat()
  const [endTokens, setEndTokens] = useState(false)
  const name = secret.label ?? t('clients.secretOf', { date: format.day(secret.createdAt) })
  const remove = useApiMutation({
    mutationFn: () =>
      api.account(accountId).delete('/clients/{id}/secrets/{secretId}', {
        path: { id: client.id, secretId: secret.id },
        query: { endTokens },
      }),
    successMessage: t('clients.secretRemoved'),
    invalidates: [['clients', accountId]],
    onSuccess: onClose,
  })
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t('clients.removeSecretTitle', { name })}
      detail={t('clients.removeSecretDetail')}
      confirm={t('clients.remove')}
      tone="danger"
      onConfirm={() => remove.mutate()}
      pending={remove.isPending}
    >
      <Checkbox
        label={t('clients.endTokens')}
        description={t('clients.endTokensHelp')}
        checked={endTokens}
        onChange={({ currentTarget }) => setEndTokens(currentTarget.checked)}
      />
    </ConfirmDialog>
  )
}
