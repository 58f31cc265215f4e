import { bands } from '../../../../../catalogue/indicators.json'
import { ratings, type Rating } from '../../../ui/rating-badge.tsx'

/** The letter the server gives to a score. */
export function ratingOf(score: number): Rating | null {
  const band = bands.find(({ from }) => score >= from)
  return ratings.find((letter) => letter === band?.rating) ?? null
}
