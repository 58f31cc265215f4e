import { useId } from 'react'
import classes from './parts.module.css'

interface Props<T extends string> {
  label: string
  value: T
  options: readonly { value: T; label: string; lang?: string }[]
  onChange: (value: T) => void
}

export function Segments<T extends string>({ label, value, options, onChange }: Props<T>) {
  const name = useId()
  return (
    <fieldset className={classes.segments}>
      <legend className={classes.unseen}>{label}</legend>
      {options.map((option) => (
        <label key={option.value} className={classes.segment} lang={option.lang}>
          <input
            type="radio"
            name={name}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  )
}
