import { ActionIcon, Button, FileButton, Text } from '@mantine/core'
import { IconFile, IconUpload, IconX } from '@tabler/icons-react'
import { useRef, useState, type DragEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../ui/format.ts'
import classes from './answer.module.css'

interface Props {
  files: readonly File[]
  onChange: (files: File[]) => void
  /** Media types; anything the service takes when there are none. */
  accepted: readonly string[]
  fault: string | null
  disabled: boolean
}

/** Files to send, dropped or chosen. */
export function FileDrop({ files, onChange, accepted, fault, disabled }: Props) {
  const { t } = useTranslation()
  const [isOver, setOver] = useState(false)
  const reset = useRef<() => void>(null)
  function add(more: readonly File[]) {
    onChange([...files, ...more])
    // The same file may be chosen again after it was taken out.
    reset.current?.()
  }
  function drop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    if (!disabled) add([...event.dataTransfer.files])
  }
  return (
    <div>
      <div
        className={classes.drop}
        data-over={isOver}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <IconUpload size={22} stroke={1.6} aria-hidden="true" />
        <Text size="sm">{t('dossier.answer.drop')}</Text>
        <FileButton multiple resetRef={reset} accept={accepted.join(',')} onChange={add} disabled={disabled}>
          {(given) => (
            <Button {...given} variant="default" size="xs" disabled={disabled}>
              {t('dossier.answer.chooseFiles')}
            </Button>
          )}
        </FileButton>
      </div>
      {fault !== null && (
        <Text size="sm" mt={6} c="var(--mantine-color-error)" role="alert">
          {fault}
        </Text>
      )}
      <ChosenFiles
        files={files}
        disabled={disabled}
        onRemove={(gone) => onChange(files.filter((one) => one !== gone))}
      />
    </div>
  )
}

interface ChosenProps {
  files: readonly File[]
  disabled: boolean
  onRemove: (file: File) => void
}

function ChosenFiles({ files, disabled, onRemove }: ChosenProps) {
  const { t } = useTranslation()
  const format = useFormat()
  if (files.length === 0) return null
  return (
    <ul className={classes.files} aria-label={t('dossier.answer.chosen')}>
      {files.map((file, index) => (
        <li key={`${index} ${file.name}`} className={classes.file}>
          <IconFile size={18} stroke={1.6} aria-hidden="true" />
          <span className={classes.fileName}>{file.name}</span>
          <span className={classes.quiet}>{format.bytes(file.size)}</span>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="sm"
            disabled={disabled}
            aria-label={t('dossier.answer.removeFile', { name: file.name })}
            onClick={() => onRemove(file)}
          >
            <IconX size={15} aria-hidden="true" />
          </ActionIcon>
        </li>
      ))}
    </ul>
  )
}
