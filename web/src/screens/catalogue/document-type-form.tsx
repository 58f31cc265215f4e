import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useState, type SubmitEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/index.ts'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import { useAccountId } from '../../ui/use-account-id.ts'
import { useApiMutation } from '../../ui/use-api-mutation.ts'
import type { DocumentDefinition, DocumentType } from './catalogue.queries.ts'
import { blankDocument, codePattern, definitionOf } from './definition-draft.ts'
import { Questions, RuleFields, WhatFields } from './document-type-fields.tsx'
import { isCompleteDocument } from './form-faults.ts'

interface Props {
  /** Null for a new one. */
  type: DocumentType | null
  onDone: () => void
  onCancel: () => void
}

/** Writes a new version: what was asked before keeps the version it was asked with. */
export function DocumentTypeForm({ type, onDone, onCancel }: Props) {
  const { t } = useTranslation()
  const accountId = useAccountId()
  const [code, setCode] = useState(type?.code ?? '')
  const [draft, setDraft] = useState<DocumentDefinition>(type?.definition ?? blankDocument)
  const [tried, setTried] = useState(false)
  const saving = useApiMutation({
    mutationFn: () =>
      api.account(accountId).put('/document-types/{code}', { path: { code }, body: definitionOf(draft) }),
    successMessage: t('catalogue.documentTypeSaved'),
    invalidates: [['document-types', accountId]],
    onSuccess: onDone,
    silent: true,
  })

  const isComplete = codePattern.test(code) && isCompleteDocument(draft)
  function submit(event: SubmitEvent) {
    event.preventDefault()
    setTried(!isComplete)
    if (isComplete) saving.mutate()
  }

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        {type === null && (
          <TextInput
            data-autofocus
            label={t('catalogue.code')}
            description={t('catalogue.codeHelp')}
            value={code}
            error={tried && !codePattern.test(code) && t('catalogue.codeInvalid')}
            onChange={(event) => setCode(event.currentTarget.value.toUpperCase())}
          />
        )}
        <WhatFields draft={draft} onChange={setDraft} tried={tried} />
        <RuleFields draft={draft} onChange={setDraft} tried={tried} />
        {draft.kind.includes('FORM') && <Questions draft={draft} onChange={setDraft} tried={tried} />}
        {tried && !isComplete && <Incomplete />}
        {saving.isError && <ProblemAlert title={t('catalogue.notSaved')} error={saving.error} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onCancel}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" loading={saving.isPending}>
            {t('catalogue.saveVersion')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function Incomplete() {
  const { t } = useTranslation()
  return (
    <Text size="sm" c="var(--mantine-color-error)" role="alert">
      {t('catalogue.incomplete')}
    </Text>
  )
}
