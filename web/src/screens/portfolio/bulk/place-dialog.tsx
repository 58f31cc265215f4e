import { Radio, Stack } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '../../../parts/form-dialog/form-dialog.tsx'
import { UnitInput } from '../../../parts/units/unit-input.tsx'
import type { Portfolio } from '../list/use-portfolio.ts'
import { placings, type Placing } from './place-companies.ts'
import { usePlacing } from './use-placing.ts'
import type { Selection } from './use-selection.ts'
import { ChangedMeter, WhichCompanies } from './which-companies.tsx'

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
      <WhichCompanies portfolio={portfolio} selection={selection} isAll={isAll} onChange={setIsAll} />
      <ChangedMeter moved={placing.moved} most={isAll ? selection.matching : selection.ticked.size} />
    </FormDialog>
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
