import { useTranslation } from 'react-i18next'
import { ratings } from '../../../ui/rating-badge.tsx'
import { indicatorCodes } from '../list/column-keys.ts'
import type { Portfolio } from '../list/use-portfolio.ts'
import classes from './rating-filter.module.css'

export const unknownRating = 'UNKNOWN'
const choices = [...ratings, unknownRating] as const

/** For each indicator the letters that are wanted; all when none is. */
export function RatingFilters({ portfolio }: { portfolio: Portfolio }) {
  return indicatorCodes.map((code) => <RatingFilter key={code} code={code} portfolio={portfolio} />)
}

interface Props {
  code: (typeof indicatorCodes)[number]
  portfolio: Portfolio
}

function RatingFilter({ code, portfolio }: Props) {
  const { t } = useTranslation()
  const name = `rating.${code}`
  const chosen = new Set(portfolio.search[name]?.split(','))
  function toggle(letter: string, isChosen: boolean) {
    const next = choices.filter((one) => (one === letter ? isChosen : chosen.has(one)))
    portfolio.change({ [name]: next.length === 0 ? null : next.join(',') })
  }
  return (
    <fieldset className={classes.rating}>
      <legend>{t(`portfolio.column.${code}`)}</legend>
      <div className={classes.letters}>
        {choices.map((letter) => (
          <label key={letter} className={classes.letter} data-rating={letter}>
            <input
              type="checkbox"
              checked={chosen.has(letter)}
              onChange={(event) => toggle(letter, event.currentTarget.checked)}
            />
            <span>{letter === unknownRating ? t('portfolio.filter.notRated') : letter}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
