import { Checkbox, Group, Stack } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '../../i18n/index.ts'
import { BilingualField } from './bilingual-field.tsx'
import type { FormColumn, FormField } from './catalogue.queries.ts'
import classes from './catalogue.module.css'
import { isBlank, nothing, type Patch } from './definition-draft.ts'
import { areBoundsReversed, hasFaultyDetails } from './form-faults.ts'
import { LimitInput } from './limit-input.tsx'
import { useLimitText } from './use-limit-text.ts'

type Changes = Patch<Pick<FormColumn, 'help' | 'maxLength' | 'min' | 'max' | 'integer' | 'mustBeTrue'>>

interface Props {
  field: FormField | FormColumn
  title: string
  onChange: (changes: Changes) => void
  tried: boolean
  /** What only a question of the form itself has. */
  children?: ReactNode
}

/** What many questions do without: an explanation, and limits to what may be answered. */
export function QuestionDetails({ field, title, onChange, tried, children }: Props) {
  const { t } = useTranslation()
  const limitText = useLimitText()
  const [isOpen, setOpen] = useState(false)
  const { help, section } = field
  const said = [section?.[currentLanguage()], help && t('catalogue.help'), ...limitText(field)]
  const visible = isOpen || (tried && hasFaultyDetails(field))
  return (
    <details className={classes.more} open={visible} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {title}
        {!visible && <span className={classes.said}>{said.filter(Boolean).join(' · ')}</span>}
      </summary>
      {visible && (
        <Stack gap="sm">
          {children}
          <BilingualField
            label={t('catalogue.help')}
            multiline
            maxLength={500}
            value={help ?? nothing}
            tried={tried && help !== undefined}
            onChange={(next) => onChange({ help: isBlank(next) ? undefined : next })}
          />
          <Limits field={field} onChange={onChange} />
        </Stack>
      )}
    </details>
  )
}

function Limits({ field, onChange }: Pick<Props, 'field' | 'onChange'>) {
  const { t } = useTranslation()
  if (field.type === 'string') {
    return (
      <LimitInput
        label={t('catalogue.maxLength')}
        description={t('catalogue.maxLengthHelp')}
        min={1}
        max={10_000}
        allowDecimal={false}
        limit={field.maxLength}
        onLimit={(maxLength) => onChange({ maxLength })}
      />
    )
  }
  if (field.type === 'boolean') {
    return (
      <Checkbox
        label={t('catalogue.mustBeTrue')}
        description={t('catalogue.mustBeTrueHelp')}
        checked={field.mustBeTrue ?? false}
        onChange={(event) => onChange({ mustBeTrue: event.currentTarget.checked || undefined })}
      />
    )
  }
  return field.type === 'number' ? <Bounds field={field} onChange={onChange} /> : null
}

function Bounds({ field, onChange }: Pick<Props, 'field' | 'onChange'>) {
  const { t } = useTranslation()
  return (
    <Group gap="md" align="flex-start">
      <LimitInput
        label={t('catalogue.minValue')}
        limit={field.min}
        error={areBoundsReversed(field) && t('catalogue.boundsReversed')}
        onLimit={(min) => onChange({ min })}
      />
      <LimitInput label={t('catalogue.maxValue')} limit={field.max} onLimit={(max) => onChange({ max })} />
      <Checkbox
        className={classes.boxes}
        label={t('catalogue.integer')}
        checked={field.integer ?? false}
        onChange={(event) => onChange({ integer: event.currentTarget.checked || undefined })}
      />
    </Group>
  )
}
