import { Button, Group, Menu } from '@mantine/core'
import {
  IconArchive,
  IconChevronDown,
  IconFolderPlus,
  IconRotate2,
  IconSitemap,
  IconTag,
  IconUserCheck,
} from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../api/index.ts'
import { useUnits } from '../../../parts/units/use-units.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import type { Portfolio } from '../list/use-portfolio.ts'
import type { AttributeDefinition } from '../portfolio.queries.ts'
import classes from './bulk.module.css'
import { BulkProgress } from './bulk-progress.tsx'
import { DossierDialog } from './dossier-dialog.tsx'
import { OwnerDialog } from './owner-dialog.tsx'
import { PlaceDialog } from './place-dialog.tsx'
import type { Target } from './run-all.ts'
import { SelectedCount } from './selected-count.tsx'
import { SetAttributeDialog } from './set-attribute-dialog.tsx'
import { useBulk, type BulkAction } from './use-bulk.ts'
import type { Selection } from './use-selection.ts'

interface Props {
  portfolio: Portfolio
  selection: Selection
  definitions: readonly AttributeDefinition[]
}

type Dialog = 'attribute' | 'dossier' | 'owner' | 'units' | 'archive' | null

/** What can be done to all that were chosen, on this page and on others. */
export function BulkBar({ portfolio, selection, definitions }: Props) {
  const { t } = useTranslation()
  const { accountId } = portfolio
  const [dialog, setDialog] = useState<Dialog>(null)
  const bulk = useBulk(accountId)
  const { chosen, onClear } = selection
  const { count } = chosen
  function start(action: BulkAction) {
    setDialog(null)
    bulk.start(action, chosen)
  }
  const move = (path: 'archive' | 'reactivate') => ({
    title: t(`portfolio.bulk.${path}Title`, { count }),
    act: ({ thirdpartyId }: Target) =>
      api.account(accountId).post(`/thirdparties/{thirdpartyId}/${path}`, { path: { thirdpartyId } }),
  })
  const common = { accountId, count, onClose: () => setDialog(null), onStart: start }
  const finish = () => {
    setDialog(null)
    onClear()
  }
  const many = { portfolio, selection, onClose: common.onClose, onDone: finish }
  return (
    <>
      {count > 0 && (
        <section className={classes.bar} aria-label={t('portfolio.bulk.label')}>
          <SelectedCount selection={selection} />
          <Actions
            accountId={accountId}
            onChoose={setDialog}
            onReactivate={() => start(move('reactivate'))}
          />
        </section>
      )}
      <SetAttributeDialog opened={dialog === 'attribute'} definitions={definitions} {...common} />
      <DossierDialog opened={dialog === 'dossier'} {...common} />
      {dialog === 'owner' && <OwnerDialog {...many} />}
      {dialog === 'units' && <PlaceDialog {...many} />}
      <ConfirmDialog
        opened={dialog === 'archive'}
        onClose={common.onClose}
        title={t('portfolio.bulk.archiveAsk', { count })}
        detail={t('portfolio.bulk.archiveDetail')}
        confirm={t('portfolio.bulk.archive')}
        tone="danger"
        onConfirm={() => start(move('archive'))}
      />
      <BulkProgress accountId={accountId} bulk={bulk} onFinished={onClear} />
    </>
  )
}

interface ActionsProps {
  accountId: number
  onChoose: (dialog: Dialog) => void
  onReactivate: () => void
}

function Actions({ accountId, onChoose, onReactivate }: ActionsProps) {
  const { t } = useTranslation()
  const { choices } = useUnits(accountId)
  return (
    <Group gap={8}>
      <Button
        size="sm"
        variant="default"
        leftSection={<IconTag size={16} aria-hidden="true" />}
        onClick={() => onChoose('attribute')}
      >
        {t('portfolio.bulk.setAttribute')}
      </Button>
      <Button
        size="sm"
        variant="default"
        leftSection={<IconFolderPlus size={16} aria-hidden="true" />}
        onClick={() => onChoose('dossier')}
      >
        {t('portfolio.bulk.openDossier')}
      </Button>
      <Menu position="top-end" shadow="md">
        <Menu.Target>
          <Button size="sm" variant="default" rightSection={<IconChevronDown size={15} aria-hidden="true" />}>
            {t('portfolio.bulk.more')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconUserCheck size={16} />} onClick={() => onChoose('owner')}>
            {t('owners.bulk.action')}
          </Menu.Item>
          {choices.length > 0 && (
            <Menu.Item leftSection={<IconSitemap size={16} />} onClick={() => onChoose('units')}>
              {t('units.place.action')}
            </Menu.Item>
          )}
          <Menu.Item leftSection={<IconArchive size={16} />} onClick={() => onChoose('archive')}>
            {t('portfolio.bulk.archive')}
          </Menu.Item>
          <Menu.Item leftSection={<IconRotate2 size={16} />} onClick={onReactivate}>
            {t('portfolio.bulk.reactivate')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </Group>
  )
}
