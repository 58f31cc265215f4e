import { Button, UnstyledButton } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Portfolio } from '../list/use-portfolio.ts'
import type { AttributeDefinition } from '../portfolio.queries.ts'
import classes from './filters.module.css'
import { useFilterText } from './use-filter-text.ts'

interface Props {
  portfolio: Portfolio
  definitions: readonly AttributeDefinition[]
}

export function FilterChips({ portfolio, definitions }: Props) {
  const { t } = useTranslation()
  const active = useFilterText(portfolio, definitions)
  if (active.length === 0) return null
  return (
    <div className={classes.chips}>
      <ul className={classes.chipList} aria-label={t('portfolio.filter.active')}>
        {active.map(({ key, phrase: text, names }) => (
          <li key={key}>
            <UnstyledButton
              className={classes.chip}
              aria-label={t('portfolio.filter.remove', { filter: text })}
              onClick={() => portfolio.change(Object.fromEntries(names.map((name) => [name, null])))}
            >
              {text}
              <IconX size={14} stroke={2} aria-hidden="true" />
            </UnstyledButton>
          </li>
        ))}
      </ul>
      <Button variant="subtle" size="compact-sm" onClick={portfolio.clearFilters}>
        {t('common.clearFilters')}
      </Button>
    </div>
  )
}
