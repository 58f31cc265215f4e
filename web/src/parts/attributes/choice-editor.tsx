import { Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './attribute-field.module.css'
import type { AttributeShape, AttributeValue } from './attribute-value.ts'
import { EditorActions } from './editor-actions.tsx'
import type { EditorProps } from './editor-props.ts'
import { focusOnMount } from './focus-on-mount.ts'

const manyOptions = 8

function useOptions({ type, options }: AttributeShape) {
  const { t } = useTranslation()
  if (type !== 'boolean') return options.map((option) => ({ value: option, label: option }))
  return [
    { value: 'true', label: t('common.yes') },
    { value: 'false', label: t('common.no') },
  ]
}

/** One of several, yes or no: choosing is saving. */
export function ChoiceEditor({ definition, value, fault, isSaving, onSave, onLeave }: EditorProps) {
  const { t } = useTranslation()
  const options = useOptions(definition)
  const isYesNo = definition.type === 'boolean'
  const wanted = (chosen: string | null): AttributeValue =>
    chosen === null || !isYesNo ? chosen : chosen === 'true'
  return (
    <div className={classes.editor}>
      <Select
        size="sm"
        ref={focusOnMount}
        defaultDropdownOpened
        aria-label={definition.label}
        placeholder={t('attributesEdit.choose')}
        data={options}
        value={value === null ? null : String(value)}
        searchable={options.length > manyOptions}
        clearable
        clearButtonProps={{ 'aria-label': t('common.remove') }}
        error={fault}
        readOnly={isSaving}
        onChange={(chosen) => onSave(wanted(chosen))}
        onKeyDown={(event) => event.key === 'Escape' && onLeave()}
        comboboxProps={{ shadow: 'md' }}
        className={classes.input}
      />
      <EditorActions isSaving={isSaving} onLeave={onLeave} />
    </div>
  )
}
