import { Button, Menu } from '@mantine/core'
import {
  IconBookmark,
  IconDeviceFloppy,
  IconPencil,
  IconPlus,
  IconStar,
  IconTrash,
} from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import type { Portfolio } from '../list/use-portfolio.ts'
import type { SavedView } from '../portfolio.queries.ts'
import { isChanged } from './is-changed.ts'
import { useViewActs } from './use-view-acts.ts'
import { ViewDialog } from './view-dialog.tsx'

type Dialog = 'add' | 'rename' | 'remove'

interface Props {
  portfolio: Portfolio
  current: SavedView | null
  mayManage: boolean
  startView: number | null
  onStart: (viewId: number | null) => void
}

/** Keeps the list as it stands, and looks after the view that is open. */
export function ViewMenu({ portfolio, current, mayManage, startView, onStart }: Props) {
  const { t } = useTranslation()
  const [dialog, setDialog] = useState<Dialog | null>(null)
  const acts = useViewActs(portfolio)
  const mayChange = current !== null && (mayManage || !current.shared)
  const close = () => {
    setDialog(null)
    acts.add.reset()
    acts.rename.reset()
  }
  return (
    <>
      <Choices
        portfolio={portfolio}
        current={current}
        mayChange={mayChange}
        isStart={current !== null && current.viewId === startView}
        onStart={onStart}
        onUpdate={acts.update.mutate}
        onDialog={setDialog}
      />
      <ViewDialog
        key={`${dialog} ${current?.viewId}`}
        opened={dialog === 'add' || dialog === 'rename'}
        onClose={close}
        view={dialog === 'rename' ? current : null}
        mayShare={mayManage}
        acts={acts}
      />
      <ConfirmDialog
        opened={dialog === 'remove'}
        onClose={close}
        title={t('savedViews.removeTitle', { name: current?.name })}
        detail={t(current?.shared === true ? 'savedViews.removeShared' : 'savedViews.removeOwn')}
        confirm={t('savedViews.remove')}
        tone="danger"
        pending={acts.remove.isPending}
        onConfirm={() => current !== null && acts.remove.mutate(current, { onSuccess: close })}
      />
    </>
  )
}

interface ChoicesProps extends Pick<Props, 'portfolio' | 'current' | 'onStart'> {
  mayChange: boolean
  isStart: boolean
  onUpdate: (view: SavedView) => void
  onDialog: (dialog: Dialog) => void
}

function Choices(props: ChoicesProps) {
  const { t } = useTranslation()
  const { portfolio, current, mayChange, isStart, onStart, onUpdate, onDialog } = props
  return (
    <Menu position="bottom-end" width={250} shadow="md">
      <Menu.Target>
        <Button variant="default" leftSection={<IconBookmark size={17} stroke={1.7} aria-hidden="true" />}>
          {t('savedViews.menu')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {mayChange && current !== null && isChanged(current, portfolio) && (
          <Menu.Item leftSection={<IconDeviceFloppy size={16} />} onClick={() => onUpdate(current)}>
            {t('savedViews.update', { name: current.name })}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconPlus size={16} />} onClick={() => onDialog('add')}>
          {t('savedViews.add')}
        </Menu.Item>
        {current !== null && (
          <Menu.Item
            leftSection={<IconStar size={16} />}
            onClick={() => onStart(isStart ? null : current.viewId)}
          >
            {t(isStart ? 'savedViews.notStart' : 'savedViews.makeStart')}
          </Menu.Item>
        )}
        {mayChange && (
          <>
            <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => onDialog('rename')}>
              {t('savedViews.rename')}
            </Menu.Item>
            <Menu.Item leftSection={<IconTrash size={16} />} onClick={() => onDialog('remove')}>
              {t('savedViews.remove')}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
