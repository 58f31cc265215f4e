import { Progress, Radio, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../ui/format.ts'
import { filtersOf } from '../list/portfolio-search.ts'
import type { Portfolio } from '../list/use-portfolio.ts'
import type { Selection } from './use-selection.ts'

interface WhichProps {
  portfolio: Portfolio
  selection: Selection
  isAll: boolean
  onChange: (isAll: boolean) => void
}

/** Those that are ticked, or all that the filters let through, however many they are. */
export function WhichCompanies({ portfolio, selection, isAll, onChange }: WhichProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const isFiltered = Object.keys(filtersOf(portfolio.search)).length > 0
  const words = t(isFiltered ? 'units.place.matching' : 'units.place.everything')
  const everything = selection.matching === null ? words : `${words} (${format.number(selection.matching)})`
  // Who chose all before means all.
  if (selection.isAll) return <Text size="sm">{everything}</Text>
  return (
    <Radio.Group
      label={t('units.place.which')}
      value={isAll ? 'all' : 'ticked'}
      onChange={(value) => onChange(value === 'all')}
    >
      <Stack gap="xs" mt="xs">
        <Radio value="ticked" label={t('units.place.ticked', { count: selection.ticked.size })} />
        <Radio value="all" label={everything} />
      </Stack>
    </Radio.Group>
  )
}

/** Those that are so already are passed over: the end may come before the bar is full. */
export function ChangedMeter({ moved, most }: { moved: number; most: number | null }) {
  const { t } = useTranslation()
  const format = useFormat()
  const isKnown = most !== null && most >= moved
  return (
    <div aria-live="polite">
      {moved > 0 && (
        <>
          {isKnown && <Progress value={(moved / most) * 100} aria-hidden="true" mb={6} />}
          <Text size="sm" c="dimmed">
            {isKnown
              ? t('units.place.progressOf', { moved: format.number(moved), most: format.number(most) })
              : t('units.place.progress', { count: moved })}
          </Text>
        </>
      )}
    </div>
  )
}
