import classes from './portfolio.module.css'

/** A score of 0 to 100: the number, and its length beside it. */
export function Score({ value }: { value: number | null }) {
  if (value === null) return <span className={classes.noScore}>–</span>
  return (
    <span className={classes.score}>
      <span className={classes.scoreTrack} aria-hidden="true">
        <span className={classes.scoreBar} style={{ width: `${value}%` }} />
      </span>
      <span className={classes.scoreNumber}>{value}</span>
    </span>
  )
}
