import { Select, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useRegisters } from '../../../parts/registers/use-registers.ts'
import classes from './add.module.css'
import type { Own } from './own-data.tsx'

interface Props {
  accountId: number
  own: Own
  onChange: (own: Own) => void
}

/** The number of a company in the register of its country, where somebody knows it. */
export function NationalNumber({ accountId, own, onChange }: Props) {
  const { t } = useTranslation()
  const registers = useRegisters(accountId).filter(({ countryCode }) => countryCode === own.countryCode)
  const [first] = registers
  return (
    <div className={classes.two}>
      <TextInput
        label={t('add.national')}
        description={first ? t('add.nationalCalled', { name: first.numberName }) : t('add.nationalHelp')}
        value={own.number}
        maxLength={64}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => onChange({ ...own, number: event.currentTarget.value })}
      />
      {registers.length > 0 && (
        <Select
          label={t('add.register')}
          description={t('add.registerHelp')}
          data={registers.map(({ code, name }) => ({ value: code, label: name }))}
          clearable
          clearButtonProps={{ 'aria-label': t('add.registerClear') }}
          value={own.register}
          onChange={(register) => onChange({ ...own, register })}
        />
      )}
    </div>
  )
}
