import { IconArrowsExchange, IconPencil, IconTrash, IconUsers } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { HandOverDialog } from '../../parts/owners/hand-over-dialog.tsx'
import type { Team } from '../../parts/people/teams.queries.ts'
import { ActionsMenu } from '../../ui/actions-menu.tsx'
import { DeleteTeam } from './delete-team.tsx'
import { ChangeMembers, RenameTeam } from './team-dialogs.tsx'

export function TeamActions({ accountId, team }: { accountId: number; team: Team }) {
  const { t } = useTranslation()
  const [open, setOpen] = useState<'rename' | 'members' | 'hand-over' | 'delete' | null>(null)
  const { teamId, name } = team
  const common = { accountId, team, onClose: () => setOpen(null) }
  return (
    <>
      <ActionsMenu
        label={t('owners.teamList.menuFor', { name })}
        actions={[
          {
            label: t('owners.teamList.changeMembers'),
            icon: IconUsers,
            onClick: () => setOpen('members'),
          },
          { label: t('owners.teamList.change'), icon: IconPencil, onClick: () => setOpen('rename') },
          {
            label: t('owners.teamList.handOver'),
            icon: IconArrowsExchange,
            onClick: () => setOpen('hand-over'),
          },
          { label: t('owners.teamList.delete'), icon: IconTrash, onClick: () => setOpen('delete') },
        ]}
      />
      {open === 'rename' && <RenameTeam {...common} />}
      {open === 'members' && <ChangeMembers {...common} />}
      {open === 'hand-over' && (
        <HandOverDialog
          accountId={accountId}
          from={{ userId: null, teamId }}
          name={name}
          onClose={common.onClose}
        />
      )}
      {open === 'delete' && <DeleteTeam {...common} />}
    </>
  )
}
