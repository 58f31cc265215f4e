import { FieldLabel, type FieldProps } from './field-parts.tsx'
import classes from './forms.module.css'

interface Props extends FieldProps {
  options: readonly { code: string; label: string }[]
  inline?: boolean
}

/** Few answers, all in sight, each as large as a thumb. */
export function Choices({ field, id, value, fault, hint, options, inline = false, onChange }: Props) {
  const errorId = `${id}-error`
  return (
    <fieldset className={classes.question} aria-describedby={fault === undefined ? undefined : errorId}>
      <legend className={classes.label}>
        <FieldLabel field={field} />
      </legend>
      {field.help !== null && <p className={classes.help}>{field.help}</p>}
      {hint !== undefined && <p className={classes.help}>{hint}</p>}
      <div className={classes.options} data-inline={inline}>
        {options.map(({ code, label }, index) => (
          <label key={code} className={classes.option} data-faulty={fault !== undefined}>
            <input
              type="radio"
              // What the list of faults leads to.
              id={index === 0 ? id : undefined}
              name={id}
              checked={value === code}
              onChange={() => onChange(code)}
            />
            <span>{label}</span>
          </label>
        ))}
      </div>
      {fault !== undefined && (
        <p id={errorId} className={classes.error}>
          {fault}
        </p>
      )}
    </fieldset>
  )
}
