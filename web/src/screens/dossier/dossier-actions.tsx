import { Button, Menu } from '@mantine/core'
import {
  IconArchive,
  IconChevronDown,
  IconLock,
  IconLockOpen,
  IconPencil,
  IconPlus,
  IconRefresh,
  IconRestore,
} from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAccountId } from '../../ui/use-account-id.ts'
import { useRights } from '../../ui/use-rights.ts'
import { ArchiveDialog } from './archive-dialog.tsx'
import type { Dossier } from './dossier.queries.ts'
import { DownloadMenu } from './download-menu.tsx'
import { EditDialog } from './edit-dialog.tsx'
import { HoldDialog } from './hold-dialog.tsx'
import { RenewDialog } from './renew-dialog.tsx'
import { RequireDialog } from './require-dialog.tsx'

type Opened = 'require' | 'edit' | 'renew' | 'archive' | 'hold'

/** What a person may do with the dossier; nothing else is offered. */
export function DossierActions({ dossier, hold }: { dossier: Dossier; hold: string | null }) {
  const { t } = useTranslation()
  const { manage } = useRights(useAccountId())
  const [opened, setOpened] = useState<Opened | null>(null)
  const close = () => setOpened(null)
  const canAsk = manage && !dossier.archived && !dossier.type.typed
  return (
    <>
      <DownloadMenu dossier={dossier} />
      <MoreMenu dossier={dossier} hold={hold} onChoose={setOpened} />
      {canAsk && (
        <Button leftSection={<IconPlus size={17} aria-hidden="true" />} onClick={() => setOpened('require')}>
          {t('dossier.require.open')}
        </Button>
      )}
      {canAsk && <RequireDialog dossier={dossier} opened={opened === 'require'} onClose={close} />}
      <EditDialog dossier={dossier} opened={opened === 'edit'} onClose={close} />
      <RenewDialog dossier={dossier} opened={opened === 'renew'} onClose={close} />
      <ArchiveDialog dossier={dossier} opened={opened === 'archive'} onClose={close} />
      <HoldDialog dossier={dossier} hold={hold} opened={opened === 'hold'} onClose={close} />
    </>
  )
}

interface MenuProps {
  dossier: Dossier
  hold: string | null
  onChoose: (opened: Opened) => void
}

function MoreMenu({ dossier, hold, onChoose }: MenuProps) {
  const { t } = useTranslation()
  const { manage, administer } = useRights(useAccountId())
  if (!manage && !administer) return null
  const isOpen = !dossier.archived
  const items = [
    { key: 'edit', icon: IconPencil, label: t('dossier.edit.open'), shown: manage && isOpen },
    { key: 'renew', icon: IconRefresh, label: t('dossier.renew.open'), shown: manage && isOpen },
    {
      key: 'hold',
      icon: hold === null ? IconLock : IconLockOpen,
      label: t(hold === null ? 'dossier.hold.open' : 'dossier.hold.lift'),
      shown: administer,
    },
    {
      key: 'archive',
      icon: isOpen ? IconArchive : IconRestore,
      label: t(isOpen ? 'dossier.archive.open' : 'dossier.reactivate.open'),
      shown: manage,
    },
  ] as const
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <Button variant="default" rightSection={<IconChevronDown size={15} aria-hidden="true" />}>
          {t('common.actions')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {items
          .filter(({ shown: visible }) => visible)
          .map(({ key, icon: Icon, label }) => (
            <Menu.Item
              key={key}
              leftSection={<Icon size={16} stroke={1.7} aria-hidden="true" />}
              onClick={() => onChoose(key)}
            >
              {label}
            </Menu.Item>
          ))}
      </Menu.Dropdown>
    </Menu>
  )
}
