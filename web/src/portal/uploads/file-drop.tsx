import { Button } from '@mantine/core'
import { IconCamera, IconCloudUpload, IconPaperclip } from '@tabler/icons-react'
import { useRef, useState, type DragEvent } from 'react'
import type { OneRequest } from '../portal-api.ts'
import { useTexts } from '../texts.tsx'
import { acceptList, takesPhotos, typeNames } from './accept.ts'
import { FileInput } from './file-input.tsx'
import classes from './uploads.module.css'

interface Props {
  request: OneRequest
  hasFiles: boolean
  onFiles: (files: readonly File[]) => void
}

/** Drop, choose or photograph. */
export function FileDrop({ request, hasFiles, onFiles }: Props) {
  const { t, format } = useTexts()
  const [isOver, setIsOver] = useState(false)
  const { fileTypes, maxFileBytes, maxFiles } = request
  function drop(event: DragEvent) {
    event.preventDefault()
    setIsOver(false)
    onFiles([...event.dataTransfer.files])
  }
  return (
    <div
      className={classes.drop}
      data-over={isOver}
      data-small={hasFiles}
      onDragOver={(event) => {
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
    >
      <div className={classes.invite} aria-hidden="true">
        <IconCloudUpload size={32} stroke={1.5} />
        <span>{t.files.drop}</span>
        <span className={classes.or}>{t.files.or}</span>
      </div>
      <div className={classes.buttons}>
        <ChooseButton fileTypes={fileTypes} isFirst={!hasFiles} onFiles={onFiles} />
        {takesPhotos(fileTypes) && <CameraButton onFiles={onFiles} />}
      </div>
      <p id="file-limits" className={classes.limits}>
        {t.files.limits(typeNames(fileTypes), format.bytes(maxFileBytes), maxFiles)}{' '}
        {takesPhotos(fileTypes) && t.files.scanHint}
      </p>
    </div>
  )
}

interface ChooseProps extends Pick<Props, 'onFiles'> {
  fileTypes: readonly string[]
  isFirst: boolean
}

function ChooseButton({ fileTypes, isFirst, onFiles }: ChooseProps) {
  const { t } = useTexts()
  const chooser = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button
        id="field-files"
        size="md"
        variant={isFirst ? 'filled' : 'default'}
        leftSection={<IconPaperclip size={18} />}
        aria-describedby="file-limits"
        onClick={() => chooser.current?.click()}
      >
        {t.files.choose}
      </Button>
      <FileInput ref={chooser} multiple accept={acceptList(fileTypes)} onFiles={onFiles} />
    </>
  )
}

function CameraButton({ onFiles }: Pick<Props, 'onFiles'>) {
  const { t } = useTexts()
  const camera = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button
        size="md"
        variant="default"
        className={classes.camera}
        leftSection={<IconCamera size={18} />}
        onClick={() => camera.current?.click()}
      >
        {t.files.camera}
      </Button>
      <FileInput ref={camera} accept="image/jpeg" capture="environment" onFiles={onFiles} />
    </>
  )
}
