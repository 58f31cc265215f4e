import { Button, Loader, Text } from '@mantine/core'
import { useFullscreenElement } from '@mantine/hooks'
import { IconDownload, IconFileUnknown } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../ui/format.ts'
import { Notice } from '../../ui/notice.tsx'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import { TeachingState } from '../../ui/teaching-state.tsx'
import { toast } from '../../ui/toast.ts'
import { saveBlob } from '../../ui/save-blob.ts'
import type { FailReason, FromFrame, Mark, View } from '../../viewer/messages.ts'
import { fileBytes, type LoadFile } from './file-bytes.ts'
import { fileKind } from './file-kind.ts'
import { postToFrame, ViewerFrame, type ShownMark } from './viewer-frame.tsx'
import { ViewerToolbar } from './viewer-toolbar.tsx'
import classes from './viewer.module.css'

export interface ViewedFile {
  readonly fileId: number
  readonly name: string
  readonly mimeType?: string | null
  readonly size?: number | null
}

interface Props {
  file: ViewedFile
  load: LoadFile
  /** Keys pressed inside the frame, none of which decides anything. */
  onKey?: (key: string) => void
  /** Places to be marked on its pages. */
  marks?: readonly Mark[]
  /** The one to be shown; another value shows it again. */
  shown?: ShownMark | null
  beside?: ReactNode
}

/** Shows a file without trusting it. Another file gets a frame of its own. */
export function FileViewer(props: Props) {
  return <OneFile key={props.file.fileId} {...props} />
}

function OneFile({ file, load, onKey, marks, shown = null, beside }: Props) {
  const kind = fileKind(file.name, file.mimeType)
  const bytes = useQuery({ ...fileBytes(file.fileId, load), enabled: kind !== null })
  const { ref: box, toggle, fullscreen: on } = useFullscreenElement<HTMLDivElement>()
  const tools = useRef<HTMLDivElement>(null)
  const frame = useRef<HTMLIFrameElement>(null)
  const [view, setView] = useState<View | null>(null)
  const [failed, setFailed] = useState<FailReason | null>(null)
  const { save, saving } = useSave(file, load)

  const hear = (message: FromFrame) => {
    if (message.type === 'view') setView(message)
    if (message.type === 'failed') setFailed(message.reason)
    if (message.type !== 'key') return
    // The way out of the frame for the keyboard.
    tools.current?.querySelector('button')?.focus()
    if (message.key !== 'Escape') onKey?.(message.key)
  }
  const shows = kind !== null && failed === null
  return (
    <div ref={box} className={classes.viewer}>
      <div ref={tools}>
        <ViewerToolbar
          kind={shows ? kind : null}
          view={view}
          onCommand={(command) => postToFrame(frame.current, { type: 'do', command })}
          onPage={(page) => postToFrame(frame.current, { type: 'page', page })}
          onSave={save}
          saving={saving}
          fullScreen={document.fullscreenEnabled ? { on, toggle: () => void toggle() } : null}
        />
      </div>
      <div className={classes.room}>
        <div className={classes.stage}>
          {!shows && <NotShown file={file} reason={failed} onSave={save} saving={saving} />}
          {shows && bytes.isError && <LoadFailed error={bytes.error} onRetry={() => void bytes.refetch()} />}
          {shows && !bytes.isError && view === null && <FileLoading file={file} loaded={bytes.isSuccess} />}
          {shows && bytes.isSuccess && (
            <ViewerFrame
              frame={frame}
              kind={kind}
              name={file.name}
              blob={bytes.data}
              marks={marks}
              shown={shown}
              onMessage={hear}
            />
          )}
        </div>
        {beside}
      </div>
      {view?.cut === true && <Cut />}
    </div>
  )
}

function useSave(file: ViewedFile, load: LoadFile) {
  const queries = useQueryClient()
  const { t } = useTranslation()
  const [saving, setSaving] = useState(false)
  const save = async () => {
    setSaving(true)
    try {
      saveBlob(await queries.fetchQuery(fileBytes(file.fileId, load)), file.name)
    } catch (error) {
      toast.problem(error, t('common.downloadFailed'))
    } finally {
      setSaving(false)
    }
  }
  return { save: () => void save(), saving }
}

function LoadFailed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { t } = useTranslation()
  return (
    <div className={classes.message}>
      <ProblemAlert title={t('viewer.loadFailed')} error={error} onRetry={onRetry} />
    </div>
  )
}

const slowAfterMs = 12_000

function FileLoading({ file, loaded }: { file: ViewedFile; loaded: boolean }) {
  const { t } = useTranslation()
  const { bytes } = useFormat()
  const [long, setLong] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), slowAfterMs)
    return () => clearTimeout(timer)
  }, [])
  const size = typeof file.size === 'number' ? ` (${bytes(file.size)})` : ''
  return (
    <output className={classes.waiting}>
      <Loader size="sm" />
      <Text size="sm" c="dimmed">
        {loaded ? t('viewer.drawing') : `${t('viewer.loading')}${size}`}
      </Text>
      {long && (
        <Text size="sm" maw={320} ta="center">
          {t('viewer.long')}
        </Text>
      )}
    </output>
  )
}

interface NotShownProps {
  file: ViewedFile
  reason: FailReason | null
  onSave: () => void
  saving: boolean
}

function NotShown({ file, reason, onSave, saving }: NotShownProps) {
  const { t } = useTranslation()
  const text = reason ?? 'kind'
  return (
    <div className={classes.message}>
      <TeachingState
        icon={<IconFileUnknown size={32} stroke={1.6} />}
        title={t(`viewer.notShown.${text}`)}
        detail={t(`viewer.notShownDetail.${text}`, { name: file.name })}
      >
        <Button
          mt="sm"
          variant="default"
          leftSection={<IconDownload size={17} aria-hidden="true" />}
          loading={saving}
          onClick={onSave}
        >
          {t('common.download')}
        </Button>
      </TeachingState>
    </div>
  )
}

function Cut() {
  const { t } = useTranslation()
  return (
    <div className={classes.cut}>
      <Notice tone="warning" live="polite">
        {t('viewer.cut')}
      </Notice>
    </div>
  )
}
