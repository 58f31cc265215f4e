import { ActionIcon, Menu, Text, Textarea } from '@mantine/core'
import { IconDots, IconGavel } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/index.ts'
import { FormDialog } from '../../parts/form-dialog/form-dialog.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useAct } from '../../ui/use-act.ts'
import type { Deletion } from './retention.queries.ts'

interface Props {
  accountId: number
  deletion: Deletion
}

export function HoldAction({ accountId, deletion }: Props) {
  const { t } = useTranslation()
  const [opened, setOpened] = useState(false)
  const { legalHold, documentName: name } = deletion
  const common = { accountId, deletion, onClose: () => setOpened(false) }
  return (
    <>
      <Menu position="bottom-end" width={240} shadow="md" withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <ActionIcon ml="auto" variant="subtle" color="gray" aria-label={t('retention.menuFor', { name })}>
            <IconDots size={18} aria-hidden="true" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconGavel size={16} />} onClick={() => setOpened(true)}>
            {t(legalHold ? 'retention.lift' : 'retention.hold')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {opened && (legalHold ? <LiftHold {...common} /> : <PutHold {...common} />)}
    </>
  )
}

const refreshed = (accountId: number, dossierId: number) => [
  ['retention', accountId],
  ['dossier', accountId, dossierId],
]

function PutHold({ accountId, deletion: { dossierId }, onClose }: Props & { onClose: () => void }) {
  const { t } = useTranslation()
  const [reason, setReason] = useState('')
  const hold = useAct({
    act: () =>
      api.post(
        '/dossiers/{dossierId}/legal-hold',
        { accountId, dossierId },
        { body: { reason: reason.trim() } },
      ),
    done: t('retention.holdDone'),
    refresh: refreshed(accountId, dossierId),
    onDone: onClose,
    silent: true,
  })
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('retention.holdTitle')}
      submit={t('retention.hold')}
      onSubmit={() => hold.mutate()}
      pending={hold.isPending}
      error={hold.error}
      disabled={reason.trim() === ''}
    >
      <Text size="sm">{t('retention.holdDetail')}</Text>
      <Textarea
        label={t('retention.reason')}
        description={t('retention.reasonHelp')}
        data-autofocus
        maxLength={1000}
        autosize
        minRows={2}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </FormDialog>
  )
}

function LiftHold({ accountId, deletion: { dossierId }, onClose }: Props & { onClose: () => void }) {
  const { t } = useTranslation()
  const lift = useAct({
    act: () => api.delete('/dossiers/{dossierId}/legal-hold', { accountId, dossierId }),
    done: t('retention.lifted'),
    refresh: refreshed(accountId, dossierId),
    onDone: onClose,
  })
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t('retention.liftTitle')}
      detail={t('retention.liftDetail')}
      confirm={t('retention.lift')}
      tone="danger"
      onConfirm={() => lift.mutate()}
      pending={lift.isPending}
    />
  )
}
