import { ActionIcon, Menu } from '@mantine/core'
import { IconArchive, IconArrowBackUp, IconDots, IconPencil } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/index.ts'
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
      api.patch('/attributes/{attributeId}', { accountId, attributeId }, { body: { archived: false } }),
    done: t('attributes.restored', { label }),
    refresh: [['attributes', accountId]],
  })
  const common = { accountId, attribute, onClose: () => setOpen(null) }
  return (
    <>
      <Menu position="bottom-end" width={200} shadow="md" withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <ActionIcon
            ml="auto"
            variant="subtle"
            color="gray"
            aria-label={t('attributes.menuFor', { label })}
            loading={restore.isPending}
          >
            <IconDots size={18} aria-hidden="true" />
          </ActionIcon>
        </Menu.Target>
        {archived ? (
          <Menu.Dropdown>
            <Menu.Item leftSection={<IconArrowBackUp size={16} />} onClick={() => restore.mutate()}>
              {t('attributes.restore')}
            </Menu.Item>
          </Menu.Dropdown>
        ) : (
          <Menu.Dropdown>
            <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => setOpen('change')}>
              {t('common.change')}
            </Menu.Item>
            <Menu.Item leftSection={<IconArchive size={16} />} onClick={() => setOpen('archive')}>
              {t('attributes.archive')}
            </Menu.Item>
          </Menu.Dropdown>
        )}
      </Menu>
      {open === 'change' && <ChangeAttribute {...common} />}
      {open === 'archive' && <ArchiveAttribute {...common} />}
    </>
  )
}

function ArchiveAttribute({ accountId, attribute, onClose }: Props & { onClose: () => void }) {
  const { t } = useTranslation()
  const { attributeId, label } = attribute
  const archive = useAct({
    act: () => api.delete('/attributes/{attributeId}', { accountId, attributeId }),
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
