import { Progress, Radio, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '../../../parts/form-dialog/form-dialog.tsx'
import { UnitInput } from '../../../parts/units/unit-input.tsx'
import { useFormat } from '../../../ui/format.ts'
import { filtersOf } from '../list/portfolio-search.ts'
import type { Portfolio } from '../list/use-portfolio.ts'
import { placings, type Placing } from './place-companies.ts'
import { usePlacing } from './use-placing.ts'
import type { Selection } from './use-selection.ts'

interface Props {
  portfolio: Portfolio
  selection: Selection
  onClose: () => void
  onDone: () => void
}

/** Into a unit or out of it: those that are ticked, or all that the filters let through, however many they are. */
export function PlaceDialog({ portfolio, selection, onClose, onDone }: Props) {
  const { t } = useTranslation()
  const { accountId } = portfolio
  const [how, setHow] = useState<Placing>('ADD')
  const [unitId, setUnitId] = useState<number | null>(null)
  const [isAll, setIsAll] = useState(selection.isAll)
  const placing = usePlacing(portfolio, onDone)
  function submit() {
    if (unitId === null) return
    const ids = isAll ? null : [...selection.ticked.keys()]
    placing.mutate({ unitId, how, ids })
  }
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('units.place.title')}
      submit={t('units.place.submit')}
      onSubmit={submit}
      pending={placing.isPending}
      error={placing.error}
      disabled={unitId === null}
    >
      <HowChoice how={how} onChange={setHow} />
      <UnitInput accountId={accountId} label={t('units.place.unit')} value={unitId} onChange={setUnitId} />
      <WhichChoice portfolio={portfolio} selection={selection} isAll={isAll} onChange={setIsAll} />
      <Meter moved={placing.moved} most={isAll ? selection.matching : selection.ticked.size} />
    </FormDialog>
  )
}

/** Those that are placed so already are passed over: the end may come before the bar is full. */
function Meter({ moved, most }: { moved: number; most: number | null }) {
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

function HowChoice({ how, onChange }: { how: Placing; onChange: (how: Placing) => void }) {
  const { t } = useTranslation()
  return (
    <Radio.Group
      label={t('units.place.how')}
      value={how}
      onChange={(value) => onChange(placings.find((one) => one === value) ?? 'ADD')}
    >
      <Stack gap="xs" mt="xs">
        {placings.map((one) => (
          <Radio
            key={one}
            value={one}
            label={t(`units.place.${one}`)}
            description={t(`units.place.${one}Help`)}
            data-autofocus={one === how || undefined}
          />
        ))}
      </Stack>
    </Radio.Group>
  )
}

interface WhichProps {
  portfolio: Portfolio
  selection: Selection
  isAll: boolean
  onChange: (isAll: boolean) => void
}

function WhichChoice({ portfolio, selection, isAll, onChange }: WhichProps) {
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
