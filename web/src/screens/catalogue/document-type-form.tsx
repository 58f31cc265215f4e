import { Button, Checkbox, Group, NumberInput, Select, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { useState, type SubmitEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/index.ts'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import { themes } from '../../ui/theme-label.tsx'
import { useAccountId } from '../../ui/use-account-id.ts'
import { useAct } from '../../ui/use-act.ts'
import { BilingualField } from './bilingual-field.tsx'
import type { DocumentDefinition, DocumentType } from './catalogue.queries.ts'
import { blankDocument, codePattern, isCompleteDocument } from './definition-draft.ts'
import { FieldsEditor } from './fields-editor.tsx'
import { ValidityFields } from './validity-fields.tsx'

const kinds = ['FILE', 'FORM', 'FILE_AND_FORM', 'CHECK'] as const

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
  const saving = useAct({
    act: () => api.put('/document-types/{code}', { accountId, code }, { body: draft }),
    done: t('catalogue.documentTypeSaved'),
    refresh: [['document-types', accountId]],
    onDone,
    silent: true,
  })

  function submit(event: SubmitEvent) {
    event.preventDefault()
    const complete = codePattern.test(code) && isCompleteDocument(draft)
    setTried(!complete)
    if (complete) saving.mutate()
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
        <RuleFields draft={draft} onChange={setDraft} />
        {draft.kind.includes('FORM') && (
          <FieldsEditor
            fields={draft.fields}
            tried={tried}
            onChange={(fields) => setDraft({ ...draft, fields })}
          />
        )}
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

interface PartProps {
  draft: DocumentDefinition
  onChange: (draft: DocumentDefinition) => void
  tried?: boolean
}

function WhatFields({ draft, onChange, tried = false }: PartProps) {
  const { t } = useTranslation()
  return (
    <>
      <BilingualField
        label={t('catalogue.name')}
        value={draft.name}
        tried={tried}
        onChange={(name) => onChange({ ...draft, name })}
      />
      <BilingualField
        label={t('catalogue.purpose')}
        multiline
        value={draft.purpose}
        tried={tried}
        onChange={(purpose) => onChange({ ...draft, purpose })}
      />
      <BilingualField
        label={t('catalogue.legalBasis')}
        multiline
        value={draft.legalBasis}
        tried={tried}
        onChange={(legalBasis) => onChange({ ...draft, legalBasis })}
      />
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
        <Select
          label={t('catalogue.theme')}
          allowDeselect={false}
          data={themes.map((one) => ({ value: one, label: t(`labels.theme.${one}`) }))}
          value={draft.theme}
          onChange={(theme) => theme !== null && onChange({ ...draft, theme })}
        />
        <Select
          label={t('catalogue.kind')}
          allowDeselect={false}
          data={kinds.map((one) => ({ value: one, label: t(`catalogue.kinds.${one}`) }))}
          value={draft.kind}
          onChange={(kind) => kind !== null && onChange({ ...draft, kind })}
        />
      </SimpleGrid>
    </>
  )
}

function RuleFields({ draft, onChange }: PartProps) {
  const { t } = useTranslation()
  return (
    <>
      <ValidityFields
        validity={draft.validity}
        fields={draft.fields}
        onChange={(validity) => onChange({ ...draft, validity })}
      />
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
        <NumberInput
          label={t('catalogue.retention')}
          description={t('catalogue.retentionHelp')}
          min={1}
          max={100}
          value={draft.retentionYears}
          onChange={(value) => onChange({ ...draft, retentionYears: Number(value) || 1 })}
        />
        <NumberInput
          label={t('catalogue.expectedScore')}
          description={t('catalogue.expectedScoreHelp')}
          min={0}
          max={100}
          value={draft.expectedScore ?? ''}
          onChange={(value) => onChange({ ...draft, expectedScore: value === '' ? null : Number(value) })}
        />
      </SimpleGrid>
      <Group gap="lg">
        <Checkbox
          label={t('catalogue.legalBasisVerified')}
          checked={draft.legalBasisVerified}
          onChange={(event) => onChange({ ...draft, legalBasisVerified: event.currentTarget.checked })}
        />
        <Checkbox
          label={t('catalogue.personalData')}
          checked={draft.personalData}
          onChange={(event) => onChange({ ...draft, personalData: event.currentTarget.checked })}
        />
        <Checkbox
          label={t('catalogue.bankDetails')}
          checked={draft.bankDetails}
          onChange={(event) => onChange({ ...draft, bankDetails: event.currentTarget.checked })}
        />
      </Group>
    </>
  )
}
