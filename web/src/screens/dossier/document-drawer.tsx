import { Drawer, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { RequestedDocument } from '../../parts/answer/answer-types.ts'
import { useAccountId } from '../../ui/use-account-id.ts'
import { DocumentAnswering } from './document-answering.tsx'
import { DocumentDetail } from './document-detail.tsx'
import classes from './dossier.module.css'
import { documentsQuery, type Dossier } from './dossier.queries.ts'

interface Props {
  dossier: Dossier
  documentId: number | null
}

/** A document beside the list; the address says which, so it can be sent to a colleague. */
export function DocumentDrawer({ dossier, documentId }: Props) {
  const { t } = useTranslation()
  const accountId = useAccountId()
  const navigate = useNavigate({ from: '/account/$accountId/dossiers/$dossierId' })
  const documents = useQuery(documentsQuery(accountId, dossier.dossierId))
  const [answered, setAnswered] = useState<number | null>(null)
  const isAnswering = answered !== null && answered === documentId
  const found = documents.data?.find((one) => one.documentId === documentId)
  // What was shown stays while the drawer slides away.
  const [last, setLast] = useState<RequestedDocument>()
  if (found !== undefined && found !== last) setLast(found)
  const document = found ?? (documentId === null ? last : undefined)
  const close = () => {
    setAnswered(null)
    void navigate({ search: ({ document: _gone, ...rest }) => rest, replace: true, resetScroll: false })
  }
  return (
    <Drawer
      opened={documentId !== null}
      onClose={close}
      position="right"
      size={720}
      title={<Text fw={650}>{document?.documentName ?? t('dossier.documents.one')}</Text>}
      closeButtonProps={{ 'aria-label': t('common.close') }}
      // Typed answers are not lost by a click beside the drawer.
      closeOnClickOutside={!isAnswering}
      keepMounted={false}
    >
      {document === undefined && documents.isPending && <Skeleton height={240} radius={12} />}
      {document === undefined && documents.isSuccess && (
        <Text className={classes.text}>{t('dossier.documents.gone')}</Text>
      )}
      {document !== undefined && isAnswering && (
        <DocumentAnswering document={document} onEnd={() => setAnswered(null)} />
      )}
      {document !== undefined && !isAnswering && (
        <DocumentDetail dossier={dossier} document={document} onAnswer={() => setAnswered(documentId)} />
      )}
    </Drawer>
  )
}
