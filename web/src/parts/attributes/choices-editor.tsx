import { MultiSelect } from '@mantine/core'
import { useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './attribute-field.module.css'
import { valuesOf } from './attribute-value.ts'
import { EditorActions } from './editor-actions.tsx'
import type { EditorProps } from './editor-props.ts'
import { focusOnMount } from './focus-on-mount.ts'

/** Several of many. While the list is open the keys are its own. */
export function ChoicesEditor({ definition, value, fault, isSaving, onSave, onLeave }: EditorProps) {
  const { t } = useTranslation()
  const [chosen, setChosen] = useState(() => valuesOf(value).map(String))
  const [isOpen, setOpen] = useState(true)
  const save = () => onSave(chosen.length === 0 ? null : chosen)
  function onKeyDown(event: KeyboardEvent) {
    if (isOpen) return
    if (event.key === 'Enter') save()
    if (event.key === 'Escape') onLeave()
  }
  return (
    <div className={classes.editor}>
      <MultiSelect
        size="sm"
        ref={focusOnMount}
        searchable
        aria-label={definition.label}
        placeholder={chosen.length === 0 ? t('attributesEdit.choose') : ''}
        data={definition.options}
        value={chosen}
        dropdownOpened={isOpen}
        onDropdownOpen={() => setOpen(true)}
        onDropdownClose={() => setOpen(false)}
        onChange={setChosen}
        error={fault}
        readOnly={isSaving}
        onKeyDownCapture={onKeyDown}
        comboboxProps={{ shadow: 'md' }}
        className={classes.input}
      />
      <EditorActions isSaving={isSaving} onSave={save} onLeave={onLeave} />
    </div>
  )
}
