import { Radio, Stack } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '../form-dialog/form-dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { UnitsInput } from './units-input.tsx'

export interface Sight {
  all: boolean
  units: number[]
}

interface Props {
  accountId: number
  name: string
  sees: Sight
  /** Whether they have a role that concerns the whole account. */
  governs: boolean
  /** Whether the directory keeps them. */
  managed?: boolean
  pending: boolean
  error: Error | null
  onSave: (sight: Sight) => void
  onClose: () => void
}

const mostUnits = 500

/** All companies, or those of some units. */
export function SightDialog(props: Props) {
  const { t } = useTranslation()
  const { accountId, name, sees, governs, pending, error, onSave, onClose } = props
  const [all, setAll] = useState(sees.all)
  const [units, setUnits] = useState(sees.units)
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('units.sight.title', { name })}
      submit={t('common.save')}
      onSubmit={() => onSave(all ? { all, units: [] } : { all, units })}
      pending={pending}
      error={error}
    >
      {props.managed === true && <Notice tone="info">{t('units.sight.managed')}</Notice>}
      <Radio.Group
        label={t('units.sight.label')}
        value={all ? 'all' : 'some'}
        onChange={(value) => setAll(value === 'all')}
      >
        <Stack gap="xs" mt="xs">
          <Radio
            value="all"
            label={t('units.sight.all')}
            description={t('units.sight.allHelp')}
            data-autofocus={all || undefined}
          />
          <Radio
            value="some"
            label={t('units.sight.some')}
            description={t('units.sight.someHelp')}
            data-autofocus={!all || undefined}
          />
        </Stack>
      </Radio.Group>
      {!all && (
        <UnitsInput
          accountId={accountId}
          label={t('units.sight.which')}
          value={units}
          onChange={setUnits}
          max={mostUnits}
        />
      )}
      {!all && units.length === 0 && <Notice tone="warning">{t('units.sight.nothing')}</Notice>}
      {!all && governs && <Notice tone="warning">{t('units.sight.governs')}</Notice>}
    </FormDialog>
  )
}
