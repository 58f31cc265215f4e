import { Button, Loader, Modal, UnstyledButton } from '@mantine/core'
import { IconEye, IconFile, IconFileText } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/index.ts'
import { useFormat } from '../../ui/format.ts'
import type { RequestedDocument, Evidence } from './answer-types.ts'
import classes from './answer.module.css'
import { Provenance } from './provenance.tsx'

const FileViewer = lazy(async () => ({ default: (await import('../viewer/file-viewer.tsx')).FileViewer }))

interface Props {
  accountId: number
  document: Pick<RequestedDocument, 'dossierId' | 'documentId'>
  evidence: Evidence
}

/** One file of an answer: what it is, where it comes from, and a look inside. */
export function EvidenceFile({ accountId, document, evidence }: Props) {
  const { t } = useTranslation()
  const format = useFormat()
  const [isOpen, setOpen] = useState(false)
  const { fileName, fileSize, fileState, format: kind } = evidence
  const name = fileName ?? t('dossier.file.unnamed')
  const Icon = kind === 'FORMULAIRE' ? IconFileText : IconFile
  const isReady = fileState === 'CLEAN'
  return (
    <li className={classes.evidence}>
      <div className={classes.file}>
        <Icon size={18} stroke={1.6} aria-hidden="true" />
        {isReady ? (
          <UnstyledButton className={classes.fileOpen} onClick={() => setOpen(true)}>
            {name}
          </UnstyledButton>
        ) : (
          <span className={classes.fileName}>{name}</span>
        )}
        <span className={classes.quiet}>
          {isReady ? format.bytes(fileSize ?? 0) : t(`dossier.fileState.${fileState}`)}
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
      </div>
      <Provenance evidence={evidence} />
      <Viewer {...{ accountId, document, evidence, name, isOpen }} onClose={() => setOpen(false)} />
    </li>
  )
}

interface ViewerProps extends Props {
  name: string
  isOpen: boolean
  onClose: () => void
}

function Viewer({ accountId, document, evidence, name, isOpen, onClose }: ViewerProps) {
  const { t } = useTranslation()
  const load = async (signal: AbortSignal) => {
    const path = '/dossiers/{dossierId}/documents/{documentId}/files/{fileId}'
    const ids = { dossierId: document.dossierId, documentId: document.documentId, fileId: evidence.id }
    const file = await api.account(accountId).download(path, { path: ids, signal })
    return file.response.blob()
  }
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={name}
      size="min(1100px, 96vw)"
      closeButtonProps={{ 'aria-label': t('common.close') }}
      classNames={{ body: classes.viewer }}
    >
      <Suspense fallback={<Loader size="sm" aria-label={t('common.loading')} />}>
        <FileViewer file={{ fileId: evidence.id, name, size: evidence.fileSize }} load={load} />
      </Suspense>
    </Modal>
  )
}
