import { IconArchive, IconArrowBackUp, IconPencil } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/index.ts'
import { ActionsMenu } from '../../ui/actions-menu.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useApiMutation } from '../../ui/use-api-mutation.ts'
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
  const restore = useApiMutation({
    mutationFn: () =>
      api
        .account(accountId)
        .patch('/attributes/{attributeId}', { path: { attributeId }, body: { archived: false } }),
    successMessage: t('attributes.restored', { label }),
    invalidates: [['attributes', accountId]],
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
  const archive = useApiMutation({
    mutationFn: () => api.account(accountId).delete('/attributes/{attributeId}', { path: { attributeId } }),
    successMessage: t('attributes.archived', { label }),
    invalidates: [['attributes', accountId]],
    onSuccess: onClose,
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
