import { Radio, SegmentedControl, Select, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, newIdempotencyKey } from '../../api/index.ts'
import { FormDialog } from '../../parts/form-dialog/form-dialog.tsx'
import { useApiMutation } from '../../ui/use-api-mutation.ts'
import { OptionsInput, RequiredSwitch } from './attribute-inputs.tsx'
import { isList, scopes, types, type AttributeScope, type AttributeType } from './attributes.queries.ts'
import { FormulaField } from './formula-field.tsx'

interface Draft {
  label: string
  code: string
  scope: AttributeScope
  type: AttributeType
  options: string[]
  isCalculated: boolean
  formula: string
  required: boolean
}

const empty: Draft = {
  label: '',
  code: '',
  scope: 'THIRD_PARTY',
  type: 'string',
  options: [],
  isCalculated: false,
  formula: '',
  required: false,
}

function bodyOf({ label, code, scope, type, options, isCalculated, formula, required }: Draft) {
  return {
    label: label.trim(),
    ...(code !== '' && { code }),
    type,
    scope,
    options: isList(type) ? options : [],
    calculated: isCalculated ? formula.trim() : null,
    required: required && !isCalculated,
  }
}

function isComplete({ label, type, options, isCalculated, formula }: Draft): boolean {
  const hasOptions = !isList(type) || options.length > 0
  return label.trim() !== '' && hasOptions && (!isCalculated || formula.trim() !== '')
}

export function AddAttribute({ accountId, onClose }: { accountId: number; onClose: () => void }) {
  const { t } = useTranslation()
  const [draft, setDraft] = useState(empty)
  const add = useApiMutation({
    mutationFn: (idempotencyKey: string) =>
      api.account(accountId).post('/attributes', { body: bodyOf(draft), idempotencyKey }),
    successMessage: ({ label }) => t('attributes.added', { label }),
    invalidates: [['attributes', accountId]],
    onSuccess: onClose,
    silent: true,
  })
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('attributes.add')}
      submit={t('common.add')}
      onSubmit={() => add.mutate(newIdempotencyKey())}
      pending={add.isPending}
      error={add.error}
      disabled={!isComplete(draft)}
      size="lg"
    >
      <Names draft={draft} onChange={(part) => setDraft({ ...draft, ...part })} />
      <Kind draft={draft} onChange={(part) => setDraft({ ...draft, ...part })} />
      {draft.isCalculated ? (
        <FormulaField
          accountId={accountId}
          value={draft.formula}
          onChange={(formula) => setDraft({ ...draft, formula })}
          target={{ ...draft, code: null }}
        />
      ) : (
        <RequiredSwitch value={draft.required} onChange={(required) => setDraft({ ...draft, required })} />
      )}
    </FormDialog>
  )
}

interface PartProps {
  draft: Draft
  onChange: (part: Partial<Draft>) => void
}

function Names({ draft, onChange }: PartProps) {
  const { t } = useTranslation()
  return (
    <>
      <div>
        <Text size="sm" fw={550} mb={4}>
          {t('attributes.belongsTo')}
        </Text>
        <SegmentedControl
          aria-label={t('attributes.belongsTo')}
          data={scopes.map((value) => ({ value, label: t(`attributes.scope.${value}`) }))}
          value={draft.scope}
          onChange={(scope) => onChange({ scope })}
        />
      </div>
      <TextInput
        label={t('attributes.label')}
        description={t('attributes.labelHelp')}
        data-autofocus
        maxLength={200}
        value={draft.label}
        onChange={(event) => onChange({ label: event.currentTarget.value })}
      />
      <TextInput
        label={`${t('attributes.code')} (${t('common.optional')})`}
        description={t('attributes.codeHelp')}
        maxLength={64}
        value={draft.code}
        onChange={(event) => onChange({ code: codeOf(event.currentTarget.value) })}
      />
    </>
  )
}

const codeOf = (typed: string) =>
  typed
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, '_')
    .replace(/^[^A-Z]+/, '')

function Kind({ draft, onChange }: PartProps) {
  const { t } = useTranslation()
  return (
    <>
      <Select
        label={t('attributes.type')}
        allowDeselect={false}
        data={types.map((value) => ({ value, label: t(`attributes.types.${value}`) }))}
        value={draft.type}
        onChange={(type) => onChange({ type: type ?? 'string' })}
      />
      {isList(draft.type) && (
        <OptionsInput value={draft.options} onChange={(options) => onChange({ options })} />
      )}
      <Radio.Group
        label={t('attributes.origin')}
        value={draft.isCalculated ? 'calculated' : 'entered'}
        onChange={(value) => onChange({ isCalculated: value === 'calculated' })}
      >
        <Stack gap="xs" mt="xs">
          <Radio value="entered" label={t('attributes.entered')} />
          <Radio value="calculated" label={t('attributes.calculated')} />
        </Stack>
      </Radio.Group>
    </>
  )
}
