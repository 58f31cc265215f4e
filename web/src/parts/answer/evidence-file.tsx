import { IconFile, IconFileText } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/index.ts'
import type { RequestedDocument, Evidence } from './answer-types.ts'
import classes from './answer.module.css'
import { FileLine } from './file-line.tsx'
import { Provenance } from './provenance.tsx'

interface Props {
  accountId: number
  document: Pick<RequestedDocument, 'dossierId' | 'documentId'>
  evidence: Evidence
}

/** One file of an answer: what it is, where it comes from, and a look inside. */
export function EvidenceFile({ accountId, document, evidence }: Props) {
  const { t } = useTranslation()
  const { id, fileName, fileSize, fileState, format: kind, seal } = evidence
  const load = async (signal: AbortSignal) => {
    const path = '/dossiers/{dossierId}/documents/{documentId}/files/{fileId}'
    const ids = { dossierId: document.dossierId, documentId: document.documentId, fileId: id }
    const file = await api.account(accountId).download(path, { path: ids, signal })
    return file.response.blob()
  }
  return (
    <li className={classes.evidence}>
      <FileLine
        fileId={id}
        name={fileName ?? t('dossier.file.unnamed')}
        size={fileSize}
        state={fileState}
        load={load}
        seal={seal}
        place={{ accountId, dossierId: document.dossierId, documentId: document.documentId, fileId: id }}
        icon={kind === 'FORMULAIRE' ? IconFileText : IconFile}
      />
      <Provenance evidence={evidence} />
    </li>
  )
}
