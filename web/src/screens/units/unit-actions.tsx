import { IconFolderSymlink, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Branch } from '../../parts/units/unit-tree.ts'
import { ActionsMenu } from '../../ui/actions-menu.tsx'
import { AddUnit } from './add-unit.tsx'
import { MoveUnit, RenameUnit } from './change-unit.tsx'
import { DeleteUnit } from './delete-unit.tsx'

// Ten levels is the limit of the tree.
const deepest = 10

export function UnitActions({ accountId, branch }: { accountId: number; branch: Branch }) {
  const { t } = useTranslation()
  const [open, setOpen] = useState<'add' | 'rename' | 'move' | 'delete' | null>(null)
  const { unit, path } = branch
  const common = { accountId, unit, onClose: () => setOpen(null) }
  return (
    <>
      <ActionsMenu
        label={t('units.menuFor', { name: unit.name })}
        actions={[
          path.length < deepest && {
            label: t('units.addBeneath'),
            icon: IconPlus,
            onClick: () => setOpen('add'),
          },
          { label: t('units.rename'), icon: IconPencil, onClick: () => setOpen('rename') },
          { label: t('units.move'), icon: IconFolderSymlink, onClick: () => setOpen('move') },
          { label: t('units.delete'), icon: IconTrash, onClick: () => setOpen('delete') },
        ]}
      />
      {open === 'add' && (
        <AddUnit accountId={accountId} parentId={unit.unitId} onClose={() => setOpen(null)} />
      )}
      {open === 'rename' && <RenameUnit {...common} />}
      {open === 'move' && <MoveUnit {...common} />}
      {open === 'delete' && <DeleteUnit {...common} />}
    </>
  )
}
