import { TextInput } from '@mantine/core'
import { useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './attribute-field.module.css'
import { readTyped, type AttributeValue } from './attribute-value.ts'
import { EditorActions } from './editor-actions.tsx'
import type { EditorProps } from './editor-props.ts'
import { focusOnMount } from './focus-on-mount.ts'

const typedOf = (value: AttributeValue) => (value === null ? '' : String(value))

/** Text, numbers and dates. */
export function TypedEditor({ definition, value, fault, isSaving, onFault, onSave, onLeave }: EditorProps) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState(() => typedOf(value))
  const { type, label } = definition
  function save() {
    const read = readTyped(type, typed)
    if ('fault' in read) onFault(t(read.fault))
    else onSave(read.value)
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Enter') save()
    if (event.key === 'Escape') onLeave()
    if (event.key === 'Enter' || event.key === 'Escape') event.stopPropagation()
  }
  return (
    <div className={classes.editor}>
      <TextInput
        size="sm"
        ref={focusOnMount}
        aria-label={label}
        type={type === 'date' ? 'date' : 'text'}
        inputMode={type === 'decimal' || type === 'percentage' ? 'decimal' : undefined}
        value={typed}
        maxLength={2000}
        error={fault}
        // Disabled, it would lose the focus.
        readOnly={isSaving}
        rightSection={type === 'percentage' ? '%' : undefined}
        onFocus={(event) => type !== 'date' && event.currentTarget.select()}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          onFault(null)
        }}
        onKeyDown={onKeyDown}
        className={classes.input}
      />
      <EditorActions isSaving={isSaving} onSave={save} onLeave={onLeave} />
    </div>
  )
}
