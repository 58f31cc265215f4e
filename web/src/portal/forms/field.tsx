import { Input, NativeSelect, TextInput } from '@mantine/core'
import { useTexts } from '../texts.tsx'
import { Choices } from './choices.tsx'
import { commonOf, type FieldProps } from './field-parts.tsx'
import { groupedIban } from './form-values.ts'
import classes from './forms.module.css'

const longText = 160
const fewChoices = 6

/** One question, in the shape its kind of answer wants. */
export function Field(props: FieldProps) {
  const { field } = props
  switch (field.type) {
    case 'boolean':
      return field.mustBeTrue ? <Commitment {...props} /> : <YesOrNo {...props} />
    case 'choice': {
      const choices = field.choices ?? []
      return choices.length <= fewChoices ? <Choices {...props} options={choices} /> : <Select {...props} />
    }
    case 'date':
      return <DateField {...props} />
    case 'iban':
      return <IbanField {...props} />
    case 'number':
      return <TextInput {...commonOf(props)} inputMode="decimal" onBlur={props.onLeave} />
    default:
      return (field.maxLength ?? 0) > longText ? <LongText {...props} /> : <ShortText {...props} />
  }
}

function Select(props: FieldProps) {
  const { t } = useTexts()
  const choices = (props.field.choices ?? []).map(({ code, label }) => ({ value: code, label }))
  return <NativeSelect {...commonOf(props)} data={[{ value: '', label: t.form.choose }, ...choices]} />
}

function ShortText(props: FieldProps) {
  const { maxLength } = props.field
  return (
    <TextInput {...commonOf(props)} {...(maxLength === null ? {} : { maxLength })} onBlur={props.onLeave} />
  )
}

function LongText(props: FieldProps) {
  const { t } = useTexts()
  const { label, description, error, size, id, ...input } = commonOf(props)
  const { maxLength } = props.field
  const isNearEnd = maxLength !== null && props.value.length > maxLength * 0.8
  const count = isNearEnd ? t.form.characters(props.value.length, maxLength) : null
  return (
    <Input.Wrapper id={id} size={size} label={label} description={description ?? count} error={error}>
      <Input
        component="textarea"
        multiline
        id={id}
        size={size}
        rows={3}
        className={classes.area}
        maxLength={maxLength ?? undefined}
        error={error !== undefined}
        {...input}
        onBlur={props.onLeave}
      />
    </Input.Wrapper>
  )
}

function DateField(props: FieldProps) {
  const { t } = useTexts()
  return (
    <TextInput
      {...commonOf(props)}
      type="date"
      className={classes.short}
      max="9999-12-31"
      onBlur={(event) => {
        // Half a date counts as none, and would vanish without a word.
        if (event.currentTarget.validity.badInput) props.onFault(t.form.dateIncomplete)
        else props.onLeave()
      }}
    />
  )
}

function IbanField(props: FieldProps) {
  return (
    <TextInput
      {...commonOf(props)}
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      className={classes.iban}
      onBlur={(event) => {
        const grouped = groupedIban(event.currentTarget.value)
        if (grouped !== props.value) props.onChange(grouped)
        props.onLeave()
      }}
    />
  )
}

function YesOrNo(props: FieldProps) {
  const { t } = useTexts()
  const options = [
    { code: 'true', label: t.form.yes },
    { code: 'false', label: t.form.no },
  ]
  return <Choices {...props} options={options} inline />
}

function Commitment({ field, id, value, fault, onChange }: FieldProps) {
  const errorId = `${id}-error`
  return (
    <div className={classes.question}>
      <label className={classes.option} data-faulty={fault !== undefined}>
        <input
          id={id}
          type="checkbox"
          checked={value === 'true'}
          aria-required={field.required}
          aria-invalid={fault !== undefined}
          aria-describedby={fault === undefined ? undefined : errorId}
          onChange={(event) => onChange(event.currentTarget.checked ? 'true' : '')}
        />
        <span>
          {field.label}
          {field.help !== null && <span className={classes.help}>{field.help}</span>}
        </span>
      </label>
      {fault !== undefined && (
        <p id={errorId} className={classes.error}>
          {fault}
        </p>
      )}
    </div>
  )
}
