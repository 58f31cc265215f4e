import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../ui/format.ts'
import classes from './bulk.module.css'
import type { Selection } from './use-selection.ts'

/** How many are chosen, and the way from the rows of one page to all that match. */
export function SelectedCount({ selection }: { selection: Selection }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { isAll, offer, onAll, onClear, chosen } = selection
  const total = format.number(offer?.total ?? chosen.count)
  return (
    <div className={classes.count}>
      <span aria-live="polite">
        {isAll
          ? t('portfolio.bulk.allSelected', { total })
          : t('portfolio.bulk.selected', { count: chosen.count })}
      </span>
      {offer?.isTooMany === true && (
        <span className={classes.tooMany}>{t('portfolio.bulk.tooMany', { total })}</span>
      )}
      {offer?.isTooMany === false && (
        <Button size="compact-sm" variant="light" onClick={onAll}>
          {t('portfolio.bulk.selectAll', { total })}
        </Button>
      )}
      <Button size="compact-sm" variant="subtle" onClick={onClear}>
        {t('portfolio.bulk.clear')}
      </Button>
    </div>
  )
}
