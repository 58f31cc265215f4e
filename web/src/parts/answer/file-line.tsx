import { Button, Loader, Modal, UnstyledButton } from '@mantine/core'
import { IconEye, IconFile, type Icon } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../ui/format.ts'
import { SealedFile } from '../seal/sealed-file.tsx'
import type { FilePlace } from '../reading/reading.queries.ts'
import type { LoadFile } from '../viewer/file-bytes.ts'
import type { Evidence } from './answer-types.ts'
import classes from './answer.module.css'

const ReadFile = lazy(async () => ({ default: (await import('../reading/read-file.tsx')).ReadFile }))
const FileViewer = lazy(async () => ({ default: (await import('../viewer/file-viewer.tsx')).FileViewer }))

interface Props {
  fileId: number
  name: string
  size: number | null
  state: Evidence['fileState']
  load: LoadFile
  icon?: Icon
  /** Where what was read in it is asked for; of other files nothing is read. */
  place?: FilePlace
  /** What was found out about its seal; null where nothing is known of one. */
  seal?: Evidence['seal']
}

/** A file by its name, and a look inside once it has been inspected. */
export function FileLine({
  fileId,
  name,
  size,
  state,
  load,
  icon: Picture = IconFile,
  place,
  seal = null,
}: Props) {
  const { t } = useTranslation()
  const format = useFormat()
  const [isOpen, setOpen] = useState(false)
  const isReady = state === 'CLEAN'
  return (
    <div className={classes.file}>
      <Picture size={18} stroke={1.6} aria-hidden="true" />
      {isReady ? (
        <UnstyledButton className={classes.fileOpen} onClick={() => setOpen(true)}>
          {name}
        </UnstyledButton>
      ) : (
        <span className={classes.fileName}>{name}</span>
      )}
      <span className={classes.quiet}>
        {isReady ? format.bytes(size ?? 0) : t(`dossier.fileState.${state}`)}
      </span>
      {isReady && (
        <Button
          size="compact-xs"
          variant="default"
          leftSection={<IconEye size={14} aria-hidden="true" />}
          aria-label={t('dossier.file.look', { name })}
          onClick={() => setOpen(true)}
        >
          {t('common.open')}
        </Button>
      )}
      <Modal
        opened={isOpen}
        onClose={() => setOpen(false)}
        title={name}
        size="min(1100px, 96vw)"
        closeButtonProps={{ 'aria-label': t('common.close') }}
        classNames={{ body: classes.viewer }}
      >
        <Suspense fallback={<Loader size="sm" aria-label={t('common.loading')} />}>
          <SealedFile seal={seal}>
            {place ? (
              <ReadFile place={place} file={{ fileId, name, size }} load={load} />
            ) : (
              <FileViewer file={{ fileId, name, size }} load={load} />
            )}
          </SealedFile>
        </Suspense>
      </Modal>
    </div>
  )
}
