import { useId } from 'react'
import { CopyButton } from './copy-button.tsx'
import classes from './secrets.module.css'

interface Props {
  label: string
  value: string
  /** Several lines, such as a command. */
  block?: boolean
}

/** What is meant to be taken elsewhere: whole, selectable, and copied by one press. */
export function Copyable({ label, value, block = false }: Props) {
  const id = useId()
  return (
    <div className={classes.copyable}>
      <div className={classes.top}>
        <span id={id} className={classes.label}>
          {label}
        </span>
        <CopyButton value={value} label={label} />
      </div>
      <pre aria-labelledby={id} className={classes.value} data-block={block}>
        <code>{value}</code>
      </pre>
    </div>
  )
}
