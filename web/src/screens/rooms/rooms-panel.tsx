import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconMessages, IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/index.ts'
import { useWishText } from '../../parts/alerts/use-wish-text.ts'
import { ActionsMenu } from '../../ui/actions-menu.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { useFormat } from '../../ui/format.ts'
import { Panel } from '../../ui/panel.tsx'
import { Pill } from '../../ui/pill.tsx'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import { TeachingState } from '../../ui/teaching-state.tsx'
import { useApiMutation } from '../../ui/use-api-mutation.ts'
import { AddRoom } from './add-room.tsx'
import classes from './rooms.module.css'
import { roomsQuery, type Room } from './rooms.queries.ts'

export function RoomsPanel({ accountId }: { accountId: number }) {
  const { t } = useTranslation()
  const [adding, { open, close }] = useDisclosure(false)
  const { data, error, isError, refetch } = useQuery(roomsQuery(accountId))
  return (
    <Panel
      title={t('rooms.rooms')}
      help={t('rooms.roomsHelp')}
      actions={
        <Button leftSection={<IconPlus size={18} aria-hidden="true" />} onClick={open}>
          {t('rooms.add')}
        </Button>
      }
    >
      {isError && <ProblemAlert title={t('rooms.loadFailed')} error={error} onRetry={() => void refetch()} />}
      {data?.length === 0 && (
        <TeachingState
          icon={<IconMessages size={32} stroke={1.6} />}
          title={t('rooms.emptyTitle')}
          detail={t('rooms.emptyDetail')}
        />
      )}
      {!isError && data?.length !== 0 && <RoomTable accountId={accountId} rooms={data ?? null} />}
      {adding && <AddRoom accountId={accountId} onClose={close} />}
    </Panel>
  )
}

function RoomTable({ accountId, rooms }: { accountId: number; rooms: readonly Room[] | null }) {
  const { t } = useTranslation()
  const { wantedText } = useWishText()
  const columns: Column<Room>[] = [
    {
      key: 'name',
      label: t('rooms.name'),
      render: ({ name, service, host }) => (
        <span className={classes.name}>
          <span>{name}</span>
          <span className={classes.host}>
            {t(`rooms.services.${service}`)} · {host}
          </span>
        </span>
      ),
    },
    {
      key: 'told',
      label: t('rooms.told'),
      render: (room) => <span className={classes.told}>{wantedText(room)}</span>,
    },
    { key: 'state', label: t('rooms.state'), render: (room) => <State room={room} /> },
    {
      key: 'actions',
      label: t('common.actions'),
      hideLabel: true,
      align: 'end',
      width: '48px',
      render: (room) => <RoomActions accountId={accountId} room={room} />,
    },
  ]
  return (
    <DataTable
      label={t('rooms.rooms')}
      columns={columns}
      rows={rooms}
      rowKey={({ channelId }) => channelId}
      skeletonRows={2}
    />
  )
}

function State({ room: { failures, failingSince, lastError } }: { room: Room }) {
  const { t } = useTranslation()
  const format = useFormat()
  if (failures === 0) return <Pill tone="good">{t('rooms.works')}</Pill>
  const since = failingSince === null ? [] : [t('rooms.since', { moment: format.moment(failingSince) })]
  return (
    <span className={classes.state}>
      <Pill tone="bad">{t('rooms.failing', { count: failures })}</Pill>
      <span className={classes.failure}>
        {[...since, ...(lastError === null ? [] : [lastError])].join(' · ')}
      </span>
      <span className={classes.failure}>{t('rooms.retried')}</span>
    </span>
  )
}

function RoomActions({ accountId, room: { channelId, name } }: { accountId: number; room: Room }) {
  const { t } = useTranslation()
  const [asking, setAsking] = useState(false)
  const remove = useApiMutation({
    mutationFn: () => api.account(accountId).delete('/alert-channels/{channelId}', { path: { channelId } }),
    successMessage: t('rooms.removed', { name }),
    invalidates: [
      ['alert-channels', accountId],
      ['settings', accountId],
    ],
    onSuccess: () => setAsking(false),
  })
  return (
    <>
      <ActionsMenu
        label={t('rooms.actionsOf', { name })}
        actions={[{ label: t('rooms.remove'), icon: IconTrash, onClick: () => setAsking(true) }]}
      />
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title={t('rooms.removeTitle', { name })}
        detail={t('rooms.removeDetail')}
        confirm={t('rooms.remove')}
        onConfirm={() => remove.mutate()}
        pending={remove.isPending}
        tone="danger"
      />
    </>
  )
}
