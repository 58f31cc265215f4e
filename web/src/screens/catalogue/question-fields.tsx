import { Checkbox, Group, Select, Stack, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { BilingualField } from './bilingual-field.tsx'
import type { FormColumn, FormField } from './catalogue.queries.ts'
import classes from './catalogue.module.css'
import { ChoicesEditor } from './choices-editor.tsx'
import type { Patch } from './definition-draft.ts'
import { keyFault } from './form-faults.ts'
import { LimitInput } from './limit-input.tsx'

/** What a question of the form and a column of a table have in common. */
type Shared = Pick<FormColumn, 'key' | 'label' | 'required' | 'personal' | 'choices' | 'weight'>

interface Props<Type extends FormField['type']> {
  field: Shared & { type: Type }
  /** Among which its key is the only one. */
  all: readonly (FormField | FormColumn)[]
  /** What it is called here. */
  title: string
  types: readonly Type[]
  onType: (type: Type) => void
  onChange: (part: Patch<Shared>) => void
  tried: boolean
}

export function QuestionFields<Type extends FormField['type']>(props: Props<Type>) {
  const { t } = useTranslation()
  const { field, all, title, types, onType, onChange, tried } = props
  const fault = keyFault(field.key, all)
  return (
    <Stack gap="xs">
      <BilingualField
        label={title}
        maxLength={300}
        value={field.label}
        tried={tried}
        onChange={(label) => onChange({ label })}
      />
      <Group gap="md" align="flex-start">
        <Select
          label={t('catalogue.fieldType')}
          allowDeselect={false}
          data={types.map((type) => ({ value: type, label: t(`catalogue.fieldTypes.${type}`) }))}
          value={field.type}
          onChange={(type) => type !== null && onType(type)}
        />
        <TextInput
          label={t('catalogue.fieldKey')}
          maxLength={60}
          w={220}
          value={field.key}
          error={fault !== null && t(`catalogue.${fault}`)}
          onChange={(event) => onChange({ key: event.currentTarget.value })}
        />
        <Group gap="md" className={classes.boxes}>
          <Checkbox
            label={t('catalogue.required')}
            checked={field.required}
            onChange={(event) => onChange({ required: event.currentTarget.checked })}
          />
          <Checkbox
            label={t('catalogue.personal')}
            checked={field.personal ?? false}
            onChange={(event) => onChange({ personal: event.currentTarget.checked })}
          />
        </Group>
      </Group>
      {field.type === 'choice' && (
        <>
          <ChoicesEditor
            choices={field.choices ?? []}
            tried={tried}
            onChange={(choices) => onChange({ choices })}
          />
          <Weight field={field} onChange={onChange} />
        </>
      )}
    </Stack>
  )
}

/** Scores count only where something says how much. */
function Weight({ field, onChange }: { field: Shared; onChange: (part: Patch<Shared>) => void }) {
  const { t } = useTranslation()
  const isScored = field.choices?.some(({ score }) => typeof score === 'number') ?? false
  if (!isScored) return null
  return (
    <LimitInput
      size="xs"
      maw={320}
      label={t('catalogue.weight')}
      description={t('catalogue.weightHelp')}
      min={0.1}
      max={100}
      limit={field.weight}
      onLimit={(weight) => onChange({ weight: weight === 0 ? undefined : weight })}
    />
  )
}
