import {
  Button,
  Checkbox,
  Group,
  MultiSelect,
  NumberInput,
  SimpleGrid,
  Stack,
  TextInput,
} from '@mantine/core'
import { useState, type SubmitEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/index.ts'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import { themes } from '../../ui/theme-label.tsx'
import { useAccountId } from '../../ui/use-account-id.ts'
import { useApiMutation } from '../../ui/use-api-mutation.ts'
import { ApprovalStepsEditor } from './approval-steps-editor.tsx'
import { RequestedDocumentsEditor } from './requested-documents-editor.tsx'
import type { DossierDefinition, DossierType } from './catalogue.queries.ts'
import { blankDossier, codePattern, isCompleteDossier, withSteps } from './definition-draft.ts'
import { NamePurposeFields } from './name-purpose-fields.tsx'

interface Props {
  /** Null for a new one. */
  type: DossierType | null
  onDone: () => void
  onCancel: () => void
}

/** Writes a draft: it asks nothing of anyone before it is published. */
export function DossierTypeForm({ type, onDone, onCancel }: Props) {
  const { t } = useTranslation()
  const accountId = useAccountId()
  const before = (type?.draft ?? type?.published)?.definition ?? blankDossier
  const [code, setCode] = useState(type?.code ?? '')
  const [draft, setDraft] = useState<DossierDefinition>(before)
  const [tried, setTried] = useState(false)
  const saving = useApiMutation({
    mutationFn: () => api.account(accountId).put('/dossier-types/{code}', { path: { code }, body: draft }),
    successMessage: t('catalogue.draftSaved'),
    invalidates: [['dossier-types', accountId]],
    onSuccess: onDone,
    silent: true,
  })

  function submit(event: SubmitEvent) {
    event.preventDefault()
    const complete = codePattern.test(code) && isCompleteDossier(draft)
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
        <Description draft={draft} onChange={setDraft} tried={tried} />
        <Rhythm draft={draft} onChange={setDraft} />
        <RequestedDocumentsEditor
          documents={draft.documents}
          onChange={(documents) => setDraft({ ...draft, documents })}
        />
        <ApprovalStepsEditor
          steps={draft.approvalSteps ?? []}
          tried={tried}
          onChange={(steps) => setDraft(withSteps(draft, steps))}
        />
        {saving.isError && <ProblemAlert title={t('catalogue.notSaved')} error={saving.error} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onCancel}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" loading={saving.isPending}>
            {t('catalogue.saveDraft')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

interface PartProps {
  draft: DossierDefinition
  onChange: (draft: DossierDefinition) => void
  tried?: boolean
}

function Description({ draft, onChange, tried = false }: PartProps) {
  const { t } = useTranslation()
  return (
    <>
      <NamePurposeFields
        name={draft.label}
        purpose={draft.purpose}
        tried={tried}
        onName={(label) => onChange({ ...draft, label })}
        onPurpose={(purpose) => onChange({ ...draft, purpose })}
      />
      <MultiSelect
        label={t('catalogue.themes')}
        data={themes.map((one) => ({ value: one, label: t(`labels.theme.${one}`) }))}
        value={draft.themes}
        error={tried && draft.themes.length === 0 && t('catalogue.missing')}
        onChange={(chosen) => onChange({ ...draft, themes: chosen })}
      />
    </>
  )
}

function Rhythm({ draft, onChange }: PartProps) {
  const { t } = useTranslation()
  const { renewal } = draft
  return (
    <>
      <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="sm">
        <NumberInput
          label={t('catalogue.dueDays')}
          min={1}
          max={365}
          value={draft.dueDays}
          onChange={(value) => onChange({ ...draft, dueDays: Number(value) || 1 })}
        />
        <NumberInput
          label={t('catalogue.renewalMonths')}
          placeholder={t('catalogue.noRenewal')}
          min={1}
          max={600}
          value={renewal?.months ?? ''}
          onChange={(value) =>
            onChange({
              ...draft,
              renewal: value === '' ? null : { opensDaysBefore: 30, ...renewal, months: Number(value) },
            })
          }
        />
        <NumberInput
          label={t('catalogue.opensDaysBefore')}
          min={0}
          max={365}
          disabled={renewal === null}
          value={renewal?.opensDaysBefore ?? ''}
          onChange={(value) =>
            renewal !== null &&
            onChange({ ...draft, renewal: { ...renewal, opensDaysBefore: Number(value) || 0 } })
          }
        />
      </SimpleGrid>
      <Checkbox
        label={t('catalogue.typed')}
        description={t('catalogue.typedHelp')}
        checked={draft.typed}
        onChange={(event) => onChange({ ...draft, typed: event.currentTarget.checked })}
      />
    </>
  )
}
