import { ActionIcon, Tooltip } from '@mantine/core'
import {
  IconArrowsMaximize,
  IconArrowsMinimize,
  IconChevronDown,
  IconChevronUp,
  IconDownload,
  IconRotateClockwise,
  IconViewportWide,
  IconZoomIn,
  IconZoomOut,
  type Icon,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Command, FileKind, View } from '../../viewer/messages.ts'
import { useFormat } from '../../ui/format.ts'
import classes from './viewer.module.css'

interface ToolProps {
  icon: Icon
  label: string
  onClick: () => void
  disabled?: boolean
  loading?: boolean
}

function Tool({ icon: Icon, label, onClick, disabled = false, loading = false }: ToolProps) {
  return (
    <Tooltip label={label} openDelay={400}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="md"
        aria-label={label}
        className={classes.tool}
        disabled={disabled}
        loading={loading}
        onClick={onClick}
      >
        <Icon size={18} stroke={1.7} />
      </ActionIcon>
    </Tooltip>
  )
}

interface Props {
  kind: FileKind | null
  view: View | null
  onCommand: (command: Command) => void
  onPage: (page: number) => void
  onSave: () => void
  saving: boolean
  /** Null: this browser cannot. */
  fullScreen: { on: boolean; toggle: () => void } | null
}

export function ViewerToolbar({ kind, view, onCommand, onPage, onSave, saving, fullScreen }: Props) {
  const { t } = useTranslation()
  const format = useFormat()
  const canZoom = kind === 'pdf' || kind === 'image'
  const idle = view === null
  return (
    <div role="toolbar" aria-label={t('viewer.tools')} className={classes.toolbar}>
      {view !== null && view.pages > 1 && <Pages view={view} onCommand={onCommand} onPage={onPage} />}
      {canZoom && (
        <div className={classes.group}>
          <Tool
            icon={IconZoomOut}
            label={t('viewer.zoomOut')}
            disabled={idle}
            onClick={() => onCommand('zoomOut')}
          />
          <span className={classes.zoom}>{view ? format.percent(view.zoom / 100) : '–'}</span>
          <Tool
            icon={IconZoomIn}
            label={t('viewer.zoomIn')}
            disabled={idle}
            onClick={() => onCommand('zoomIn')}
          />
          <Tool
            icon={IconViewportWide}
            label={t('viewer.fit')}
            disabled={idle}
            onClick={() => onCommand('fit')}
          />
          <Tool
            icon={IconRotateClockwise}
            label={t('viewer.rotate')}
            disabled={idle}
            onClick={() => onCommand('rotate')}
          />
        </div>
      )}
      <div className={classes.group} data-end>
        <Tool icon={IconDownload} label={t('common.download')} loading={saving} onClick={onSave} />
        {fullScreen && (
          <Tool
            icon={fullScreen.on ? IconArrowsMinimize : IconArrowsMaximize}
            label={fullScreen.on ? t('viewer.leaveFullScreen') : t('viewer.fullScreen')}
            onClick={fullScreen.toggle}
          />
        )}
      </div>
    </div>
  )
}

function Pages({
  view: { page, pages },
  onCommand,
  onPage,
}: Pick<Props, 'onCommand' | 'onPage'> & { view: View }) {
  const { t } = useTranslation()
  return (
    <div className={classes.group}>
      <Tool
        icon={IconChevronUp}
        label={t('viewer.previousPage')}
        disabled={page <= 1}
        onClick={() => onCommand('previousPage')}
      />
      <Tool
        icon={IconChevronDown}
        label={t('viewer.nextPage')}
        disabled={page >= pages}
        onClick={() => onCommand('nextPage')}
      />
      <input
        key={page}
        className={classes.page}
        aria-label={t('viewer.page')}
        inputMode="numeric"
        defaultValue={page}
        onKeyDown={({ key, currentTarget }) => {
          const wanted = Number(currentTarget.value)
          if (key === 'Enter' && Number.isInteger(wanted) && wanted > 0) onPage(wanted)
        }}
      />
      <span className={classes.pages}>{t('viewer.ofPages', { pages })}</span>
    </div>
  )
}
