import { VisuallyHidden } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './rating-badge.module.css'

export const ratings = ['A', 'B', 'C', 'D', 'E'] as const
export type Rating = (typeof ratings)[number]

/** A letter on its colour; readers without colours have the letter, listeners the words. */
export function RatingBadge({ rating, size = 'md' }: { rating: Rating | null; size?: 'md' | 'lg' }) {
  const { t } = useTranslation()
  return (
    <span className={classes.badge} data-rating={rating ?? 'none'} data-size={size}>
      <span aria-hidden="true">{rating ?? '–'}</span>
      <VisuallyHidden>
        {rating === null ? t('labels.notRated') : t('labels.rating', { rating })}
      </VisuallyHidden>
    </span>
  )
}
