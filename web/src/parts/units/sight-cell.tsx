import { UnstyledButton } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/index.ts'
import type { Column } from '../../ui/data-table.tsx'
import { useApiMutation } from '../../ui/use-api-mutation.ts'
import { SightDialog, type Sight } from './sight-dialog.tsx'
import classes from './units.module.css'
import { useUnits } from './use-units.ts'

// A table has room for one beside its other columns.
const mostNames = 1

interface CellProps {
  accountId: number
  name: string
  sees: Sight
  /** Opens the dialog; null where nothing can be changed. */
  onOpen: (() => void) | null
}

/** In few words: everything, or the first units by name. */
function SightCell({ accountId, name, sees, onOpen }: CellProps) {
  const { t } = useTranslation()
  const { nameOf } = useUnits(accountId)
  const names = sees.units.map((unitId) => nameOf(unitId) ?? '…')
  const more = names.length - mostNames
  const words = sees.all
    ? t('units.sight.everything')
    : names.length === 0
      ? t('units.sight.none')
      : names.slice(0, mostNames).join(', ') + (more > 0 ? ` ${t('units.more', { count: more })}` : '')
  if (onOpen === null) return words
  return (
    <UnstyledButton
      className={classes.sight}
      data-limited={!sees.all}
      aria-label={t('units.sight.change', { name, sees: words })}
      onClick={onOpen}
    >
      {words}
      <IconPencil size={14} stroke={1.8} aria-hidden="true" />
    </UnstyledButton>
  )
}

const governing = ['ADMIN', 'AUDITOR']
const isGoverning = (roles: readonly string[]) => roles.some((role) => governing.includes(role))

interface SeenUser {
  userId: number
  name: string
  managed: boolean
  roles: readonly string[]
  sees: Sight
}

function UserSight({ accountId, user }: { accountId: number; user: SeenUser }) {
  const { t } = useTranslation()
  const [opened, setOpened] = useState(false)
  const save = useApiMutation({
    mutationFn: (body: Sight) =>
      api.account(accountId).put('/users/{userId}/units', { path: { userId: user.userId }, body }),
    successMessage: t('common.saved'),
    invalidates: [['users', accountId], ['me']],
    onSuccess: () => setOpened(false),
    silent: true,
  })
  return (
    <>
      <SightCell accountId={accountId} {...user} onOpen={() => setOpened(true)} />
      {opened && (
        <SightDialog
          accountId={accountId}
          {...user}
          governs={isGoverning(user.roles)}
          pending={save.isPending}
          error={save.error}
          onSave={save.mutate}
          onClose={() => setOpened(false)}
        />
      )}
    </>
  )
}

interface SeenClient {
  id: number
  name: string
  active: boolean
  scopes: readonly string[]
  sees: Sight
}

function ClientSight({ accountId, client }: { accountId: number; client: SeenClient }) {
  const { t } = useTranslation()
  const [opened, setOpened] = useState(false)
  const save = useApiMutation({
    mutationFn: (body: Sight) =>
      api.account(accountId).put('/clients/{id}/units', { path: { id: client.id }, body }),
    successMessage: t('common.saved'),
    invalidates: [['clients', accountId]],
    onSuccess: () => setOpened(false),
    silent: true,
  })
  return (
    <>
      <SightCell accountId={accountId} {...client} onOpen={client.active ? () => setOpened(true) : null} />
      {opened && (
        <SightDialog
          accountId={accountId}
          {...client}
          governs={isGoverning(client.scopes)}
          pending={save.isPending}
          error={save.error}
          onSave={save.mutate}
          onClose={() => setOpened(false)}
        />
      )}
    </>
  )
}

/** Which companies each of them sees. An account without units has nothing to say there. */
function useSightColumn<Row>(accountId: number, render: (row: Row) => ReactNode): Column<Row>[] {
  const { t } = useTranslation()
  const { choices } = useUnits(accountId)
  return choices.length === 0 ? [] : [{ key: 'sees', label: t('units.sight.column'), render }]
}

export const useUserSight = (accountId: number) =>
  useSightColumn<SeenUser>(accountId, (user) => <UserSight accountId={accountId} user={user} />)

export const useClientSight = (accountId: number) =>
  useSightColumn<SeenClient>(accountId, (client) => <ClientSight accountId={accountId} client={client} />)
