import { Select, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { accountNow } from '../../../ui/account-clock.ts'
import type { Portfolio } from '../list/use-portfolio.ts'
import { eventKindNames, kindOfNames, namesOfKind, type EventKind } from './event-kinds.ts'

const usualDays = 30

const dayBefore = (days: number) => new Date(accountNow() - days * 86_400_000).toISOString().slice(0, 10)

/** Those to whom something of a kind happened since a day. */
export function EventFilter({ portfolio }: { portfolio: Portfolio }) {
  const { t } = useTranslation()
  const names = portfolio.search['eventNames']
  const start = portfolio.search['eventOccurrenceStartDate']?.slice(0, 10)
  function choose(kind: EventKind | null) {
    portfolio.change({
      eventNames: kind === null ? null : namesOfKind(kind),
      eventOccurrenceStartDate: kind === null ? null : (start ?? dayBefore(usualDays)),
    })
  }
  return (
    <>
      <Select
        label={t('portfolio.filter.what')}
        placeholder={t('portfolio.filter.anything')}
        data={eventKindNames.map((value) => ({ value, label: t(`portfolio.event.${value}`) }))}
        clearable
        clearButtonProps={{ 'aria-label': t('common.remove') }}
        value={names === undefined ? null : kindOfNames(names)}
        onChange={choose}
      />
      {names !== undefined && (
        <TextInput
          type="date"
          label={t('portfolio.filter.sinceDay')}
          value={start ?? ''}
          max={dayBefore(0)}
          onChange={(event) =>
            event.currentTarget.value !== '' &&
            portfolio.change({ eventOccurrenceStartDate: event.currentTarget.value })
          }
        />
      )}
    </>
  )
}
