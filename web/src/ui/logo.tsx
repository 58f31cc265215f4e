import classes from './logo.module.css'

/** A V that opens like the beam of a lighthouse, its lamp lit. */
export function Mark({ size = 28 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" className={classes.mark}>
      <rect width="32" height="32" rx="8" className={classes.ground} />
      <path d="M6.5 10.5 16 26l9.5-15.5" className={classes.beam} />
      <circle cx="16" cy="9.5" r="3.4" className={classes.lamp} />
    </svg>
  )
}

export function Logo({ size = 28 }: { size?: number }) {
  return (
    <span className={classes.logo}>
      <Mark size={size} />
      <span className={classes.word}>Vigie</span>
    </span>
  )
}
