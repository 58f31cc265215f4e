import { Button, Group, Modal, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '../../i18n/index.ts'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import { useAccountId } from '../../ui/use-account-id.ts'
import { ArchiveType } from './archive-type.tsx'
import { type DocumentType } from './catalogue.queries.ts'
import { DocumentTypeForm } from './document-type-form.tsx'
import { DocumentTypeSheet } from './document-type-sheet.tsx'
import { documentTypeQuery } from '../../parts/catalogue/catalogue.queries.ts'

interface Props {
  /** Null for a new one. */
  code: string | null
  mayChange: boolean
  onClose: () => void
}

export function DocumentTypeDialog({ code, mayChange, onClose }: Props) {
  const { t } = useTranslation()
  const found = useQuery({ ...documentTypeQuery(useAccountId(), code ?? ''), enabled: code !== null })
  const name = found.data?.definition.name[currentLanguage()]
  return (
    <Modal
      opened
      onClose={onClose}
      size={860}
      title={<Text fw={650}>{code === null ? t('catalogue.addDocumentType') : (name ?? code)}</Text>}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      {code === null ? (
        <DocumentTypeForm type={null} onDone={onClose} onCancel={onClose} />
      ) : found.isError ? (
        <ProblemAlert title={t('catalogue.loadFailed')} error={found.error} />
      ) : found.data === undefined ? (
        <Skeleton height={360} />
      ) : (
        <Content type={found.data} mayChange={mayChange} />
      )}
    </Modal>
  )
}

function Content({ type, mayChange }: { type: DocumentType; mayChange: boolean }) {
  const { t } = useTranslation()
  const [editing, setEditing] = useState(false)
  if (editing) {
    return (
      <DocumentTypeForm type={type} onDone={() => setEditing(false)} onCancel={() => setEditing(false)} />
    )
  }
  return (
    <Stack gap="lg">
      <DocumentTypeSheet type={type} />
      {mayChange && (
        <Group justify="space-between">
          <ArchiveType type={type} />
          {!type.archived && <Button onClick={() => setEditing(true)}>{t('common.change')}</Button>}
        </Group>
      )}
    </Stack>
  )
}
