import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, newIdempotencyKey } from '../../api/index.ts'
import { FormDialog } from '../../parts/form-dialog/form-dialog.tsx'
import { keysAfterHandOver } from '../../parts/owners/owners.queries.ts'
import type { Team } from '../../parts/people/teams.queries.ts'
import { PartiesInput, type NamedParty } from '../../parts/owners/parties-input.tsx'
import { useApiMutation } from '../../ui/use-api-mutation.ts'

const mostMembers = 200
const userIdsOf = (members: readonly NamedParty[]) => members.flatMap(({ userId }) => userId ?? [])

interface AddProps {
  accountId: number
  onClose: () => void
}

export function AddTeam({ accountId, onClose }: AddProps) {
  const { t } = useTranslation()
  const [name, setName] = useState('')
  const [members, setMembers] = useState<NamedParty[]>([])
  const add = useApiMutation({
    mutationFn: (idempotencyKey: string) => {
      const body = { name: name.trim(), userIds: userIdsOf(members) }
      return api.account(accountId).post('/teams', { body, idempotencyKey })
    },
    successMessage: (team) => t('owners.teamList.added', { name: team.name }),
    invalidates: [['teams', accountId]],
    onSuccess: onClose,
    silent: true,
  })
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('owners.teamList.add')}
      submit={t('common.add')}
      onSubmit={() => add.mutate(newIdempotencyKey())}
      pending={add.isPending}
      error={add.error}
      disabled={name.trim() === ''}
    >
      <NameInput value={name} onChange={setName} />
      <MembersInput accountId={accountId} value={members} onChange={setMembers} />
    </FormDialog>
  )
}

interface Props extends AddProps {
  team: Team
}

export function RenameTeam({ accountId, team: { teamId, name: before }, onClose }: Props) {
  const { t } = useTranslation()
  const [name, setName] = useState(before)
  const rename = useApiMutation({
    mutationFn: () =>
      api.account(accountId).patch('/teams/{teamId}', { path: { teamId }, body: { name: name.trim() } }),
    successMessage: t('common.saved'),
    invalidates: keysAfterHandOver(accountId),
    onSuccess: onClose,
    silent: true,
  })
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('owners.teamList.renameTitle', { name: before })}
      submit={t('common.save')}
      onSubmit={() => rename.mutate()}
      pending={rename.isPending}
      error={rename.error}
      disabled={name.trim() === '' || name.trim() === before}
    >
      <NameInput value={name} onChange={setName} />
    </FormDialog>
  )
}

export function ChangeMembers({ accountId, team: { teamId, name, members: before }, onClose }: Props) {
  const { t } = useTranslation()
  const [members, setMembers] = useState<NamedParty[]>(before.map((one) => ({ ...one, teamId: null })))
  const change = useApiMutation({
    mutationFn: () =>
      api
        .account(accountId)
        .put('/teams/{teamId}/members', { path: { teamId }, body: { userIds: userIdsOf(members) } }),
    successMessage: t('common.saved'),
    invalidates: keysAfterHandOver(accountId),
    onSuccess: onClose,
    silent: true,
  })
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('owners.teamList.membersTitle', { name })}
      submit={t('common.save')}
      onSubmit={() => change.mutate()}
      pending={change.isPending}
      error={change.error}
    >
      <MembersInput accountId={accountId} value={members} onChange={setMembers} autofocus />
    </FormDialog>
  )
}

function NameInput({ value, onChange }: { value: string; onChange: (name: string) => void }) {
  const { t } = useTranslation()
  return (
    <TextInput
      data-autofocus
      label={t('owners.teamList.name')}
      placeholder={t('owners.teamList.nameExample')}
      maxLength={100}
      autoComplete="off"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

interface MembersProps {
  accountId: number
  value: NamedParty[]
  onChange: (members: NamedParty[]) => void
  autofocus?: boolean
}

function MembersInput({ accountId, value, onChange, autofocus = false }: MembersProps) {
  const { t } = useTranslation()
  return (
    <PartiesInput
      accountId={accountId}
      label={t('owners.teamList.members')}
      description={t('owners.teamList.membersHelp')}
      peopleOnly
      value={value}
      onChange={onChange}
      max={mostMembers}
      autofocus={autofocus}
    />
  )
}
