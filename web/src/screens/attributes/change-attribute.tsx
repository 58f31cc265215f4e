import { Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/index.ts'
import { FormDialog } from '../../parts/form-dialog/form-dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useApiMutation } from '../../ui/use-api-mutation.ts'
import { OptionsInput, RequiredSwitch } from './attribute-inputs.tsx'
import { isList, type Attribute } from './attributes.queries.ts'
import { FormulaField } from './formula-field.tsx'

interface Props {
  accountId: number
  attribute: Attribute
  onClose: () => void
}

type Draft = Pick<Attribute, 'label' | 'options' | 'calculated' | 'required'>

/** Only what differs is sent, so that nothing a colleague changed meanwhile is put back. */
function bodyOf(draft: Draft, known: Attribute): Partial<Draft> {
  return {
    ...(draft.label.trim() !== known.label && { label: draft.label.trim() }),
    ...(draft.options.join('\n') !== known.options.join('\n') && { options: draft.options }),
    ...(draft.calculated !== known.calculated && { calculated: draft.calculated }),
    ...(draft.required !== known.required && { required: draft.required }),
  }
}

export function ChangeAttribute({ accountId, attribute, onClose }: Props) {
  const { t } = useTranslation()
  const { attributeId, label } = attribute
  const [draft, setDraft] = useState<Draft>(attribute)
  const body = bodyOf(draft, attribute)
  const change = useApiMutation({
    mutationFn: () =>
      api.account(accountId).patch('/attributes/{attributeId}', { path: { attributeId }, body }),
    successMessage: t('attributes.changed', { label: draft.label }),
    invalidates: [['attributes', accountId]],
    onSuccess: onClose,
    silent: true,
  })
  const isEmpty = draft.label.trim() === '' || draft.calculated?.trim() === ''
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('attributes.changeTitle', { label })}
      submit={t('common.save')}
      onSubmit={() => change.mutate()}
      pending={change.isPending}
      error={change.error}
      disabled={isEmpty || Object.keys(body).length === 0}
      size="lg"
    >
      <Fields accountId={accountId} attribute={attribute} draft={draft} onDraft={setDraft} />
      <Consequences body={body} attribute={attribute} />
    </FormDialog>
  )
}

interface FieldsProps {
  accountId: number
  attribute: Attribute
  draft: Draft
  onDraft: (draft: Draft) => void
}

function Fields({ accountId, attribute, draft, onDraft }: FieldsProps) {
  const { t } = useTranslation()
  const { type, scope, code } = attribute
  return (
    <>
      <Text size="sm" c="dimmed">
        {t(`attributes.types.${type}`)} · {code}. {t('attributes.kindFixed')}
      </Text>
      <TextInput
        label={t('attributes.label')}
        data-autofocus
        maxLength={200}
        value={draft.label}
        onChange={(event) => onDraft({ ...draft, label: event.currentTarget.value })}
      />
      {isList(type) && (
        <OptionsInput value={draft.options} onChange={(options) => onDraft({ ...draft, options })} />
      )}
      {draft.calculated === null ? (
        <RequiredSwitch value={draft.required} onChange={(required) => onDraft({ ...draft, required })} />
      ) : (
        <FormulaField
          accountId={accountId}
          value={draft.calculated}
          onChange={(calculated) => onDraft({ ...draft, calculated })}
          target={{ type, scope, code, options: draft.options }}
        />
      )}
    </>
  )
}

/** What else follows from the change, before it is made. */
function Consequences({ body, attribute }: { body: Partial<Draft>; attribute: Attribute }) {
  const { t } = useTranslation()
  const { options } = body
  const removed = options === undefined ? [] : attribute.options.filter((one) => !options.includes(one))
  const warnings = [
    ...(body.label === undefined ? [] : [t('attributes.labelWarning')]),
    ...(removed.length === 0 ? [] : [t('attributes.optionWarning', { options: removed.join(', ') })]),
    ...(body.calculated === undefined ? [] : [t('attributes.formulaWarning')]),
  ]
  if (warnings.length === 0) return null
  return (
    <Notice tone="warning" live="polite">
      {warnings.map((warning) => (
        <span key={warning}>{warning}</span>
      ))}
    </Notice>
  )
}
