import { IconArchive, IconArrowBackUp, IconPencil } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/index.ts'
import { ActionsMenu } from '../../ui/actions-menu.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useAct } from '../../ui/use-act.ts'
import type { Attribute } from './attributes.queries.ts'
import { ChangeAttribute } from './change-attribute.tsx'

interface Props {
  accountId: number
  attribute: Attribute
}

export function AttributeActions({ accountId, attribute }: Props) {
  const { t } = useTranslation()
  const [open, setOpen] = useState<'change' | 'archive' | null>(null)
  const { attributeId, label, archived } = attribute
  const restore = useAct({
    act: () =>
      api
        .account(accountId)
        .patch('/attributes/{attributeId}', { path: { attributeId }, body: { archived: false } }),
    done: t('attributes.restored', { label }),
    refresh: [['attributes', accountId]],
  })
  const common = { accountId, attribute, onClose: () => setOpen(null) }
  return (
    <>
      <ActionsMenu
        label={t('attributes.menuFor', { label })}
        pending={restore.isPending}
        actions={
          archived
            ? [{ label: t('attributes.restore'), icon: IconArrowBackUp, onClick: () => restore.mutate() }]
            : [
                { label: t('common.change'), icon: IconPencil, onClick: () => setOpen('change') },
                { label: t('attributes.archive'), icon: IconArchive, onClick: () => setOpen('archive') },
              ]
        }
      />
      {open === 'change' && <ChangeAttribute {...common} />}
      {open === 'archive' && <ArchiveAttribute {...common} />}
    </>
  )
}

function ArchiveAttribute({ accountId, attribute, onClose }: Props & { onClose: () => void }) {
  const { t } = useTranslation()
  const { attributeId, label } = attribute
  const archive = useAct({
    act: () => api.account(accountId).delete('/attributes/{attributeId}', { path: { attributeId } }),
    done: t('attributes.archived', { label }),
    refresh: [['attributes', accountId]],
    onDone: onClose,
  })
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t('attributes.archiveTitle', { label })}
      detail={t('attributes.archiveDetail')}
      confirm={t('attributes.archive')}
      tone="danger"
      onConfirm={() => archive.mutate()}
      pending={archive.isPending}
    />
  )
}
