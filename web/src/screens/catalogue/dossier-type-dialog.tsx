import { Button, Group, Modal, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '../../i18n/index.ts'
import { Notice } from '../../ui/notice.tsx'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import { useAccountId } from '../../ui/use-account-id.ts'
import { dossierTypeQuery, type DossierType } from './catalogue.queries.ts'
import { DossierTypeForm } from './dossier-type-form.tsx'
import { DossierTypeSheet } from './dossier-type-sheet.tsx'
import { PublishDraft } from './publish-draft.tsx'

interface Props {
  /** Null for a new one. */
  code: string | null
  mayChange: boolean
  onClose: () => void
}

export function DossierTypeDialog({ code, mayChange, onClose }: Props) {
  const { t } = useTranslation()
  const found = useQuery({ ...dossierTypeQuery(useAccountId(), code ?? ''), enabled: code !== null })
  const visible = found.data?.published ?? found.data?.draft
  const name = visible?.definition.label[currentLanguage()]
  return (
    <Modal
      opened
      onClose={onClose}
      size={860}
      title={<Text fw={650}>{code === null ? t('catalogue.addDossierType') : (name ?? code)}</Text>}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      {code === null ? (
        <DossierTypeForm type={null} onDone={onClose} onCancel={onClose} />
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

type Mode = 'reading' | 'writing' | 'publishing'

function Content({ type, mayChange }: { type: DossierType; mayChange: boolean }) {
  const { t } = useTranslation()
  const [mode, setMode] = useState<Mode>('reading')
  const back = () => setMode('reading')
  if (mode === 'writing') return <DossierTypeForm type={type} onDone={back} onCancel={back} />
  if (mode === 'publishing') return <PublishDraft code={type.code} onDone={back} onCancel={back} />
  const visible = type.published ?? type.draft
  return (
    <Stack gap="lg">
      {type.draft !== null && (
        <Notice tone="info" title={t('catalogue.draftTitle')}>
          {t('catalogue.draftDetail')}
        </Notice>
      )}
      {visible !== null && <DossierTypeSheet definition={visible.definition} />}
      {mayChange && (
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={() => setMode('writing')}>
            {type.draft === null ? t('catalogue.writeDraft') : t('catalogue.changeDraft')}
          </Button>
          {type.draft !== null && (
            <Button onClick={() => setMode('publishing')}>{t('catalogue.publish')}</Button>
          )}
        </Group>
      )}
    </Stack>
  )
}
