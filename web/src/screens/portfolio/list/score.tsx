import { RatingBadge } from '../../../ui/rating-badge.tsx'
import classes from './portfolio.module.css'
import { ratingOf } from './rating-of.ts'

/** A score of 0 to 100 with its letter. */
export function Score({ value }: { value: number | null }) {
  if (value === null) return <span className={classes.noScore}>–</span>
  return (
    <span className={classes.score}>
      <RatingBadge rating={ratingOf(value)} />
      <span className={classes.scoreNumber}>{value}</span>
    </span>
  )
}
