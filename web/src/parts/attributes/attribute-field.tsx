import { UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../ui/format.ts'
import { problemText } from '../../ui/problem-text.ts'
import classes from './attribute-field.module.css'
import { valueText, type AttributeShape, type AttributeValue } from './attribute-value.ts'
import { CalculatedMark } from './calculated-mark.tsx'
import { ValueEditor } from './value-editor.tsx'

interface Props {
  definition: AttributeShape
  value: AttributeValue
  /** Rejects with the reason; it is told at the field, and what was typed stays. */
  onSave: (value: AttributeValue) => Promise<unknown>
  disabled?: boolean
}

/** A value edited where it stands. */
export function AttributeField({ definition, value, onSave, disabled = false }: Props) {
  const { t } = useTranslation()
  const [isEditing, setEditing] = useState(false)
  const [fault, setFault] = useState<string | null>(null)
  const [isSaving, setSaving] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  function leave() {
    setEditing(false)
    setFault(null)
    // The editor had the focus and goes away with it.
    requestAnimationFrame(() => button.current?.focus())
  }
  async function save(next: AttributeValue) {
    setSaving(true)
    setFault(null)
    try {
      await onSave(next)
      leave()
    } catch (error) {
      setFault(problemText(error, t))
    } finally {
      setSaving(false)
    }
  }
  if (definition.calculated !== null) return <Calculated definition={definition} value={value} />
  if (disabled) return <Shown definition={definition} value={value} />
  if (isEditing) {
    return (
      <ValueEditor
        definition={definition}
        value={value}
        fault={fault}
        isSaving={isSaving}
        onFault={setFault}
        onSave={(next) => void save(next)}
        onLeave={leave}
      />
    )
  }
  return (
    <UnstyledButton ref={button} className={classes.value} onClick={() => setEditing(true)}>
      <VisuallyHidden>{t('attributesEdit.edit', { label: definition.label })}: </VisuallyHidden>
      <Shown definition={definition} value={value} />
      <IconPencil size={15} stroke={1.7} aria-hidden="true" className={classes.pencil} />
    </UnstyledButton>
  )
}

function Shown({ definition, value }: Pick<Props, 'definition' | 'value'>) {
  const { t } = useTranslation()
  const format = useFormat()
  if (Array.isArray(value) && value.length > 0) {
    return (
      <span className={classes.choices}>
        {value.map((one) => (
          <span key={one} className={classes.choice}>
            {one}
          </span>
        ))}
      </span>
    )
  }
  const text = valueText(definition.type, value, { format, t })
  if (text === null) return <span className={classes.empty}>{t('attributesEdit.empty')}</span>
  return <span className={classes.text}>{text}</span>
}

function Calculated({ definition, value }: Pick<Props, 'definition' | 'value'>) {
  return (
    <span className={classes.calculated}>
      <Shown definition={definition} value={value} />
      <CalculatedMark {...definition} />
    </span>
  )
}
