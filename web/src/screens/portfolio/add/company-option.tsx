import { Combobox } from '@mantine/core'
import { IconHash, IconPencil } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { formatIdentifier, useFormat } from '../../../ui/format.ts'
import { Pill } from '../../../ui/pill.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import classes from './add.module.css'
import type { FoundCompany } from './chosen.ts'
import type { TypedIdentifier } from './recognise.ts'

/** Where it sits and by which number it goes. */
export function CompanyLine({ company }: { company: FoundCompany }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { city, postalCode, countryCode, addBy: identifier } = company
  const place = [postalCode, city].filter((part) => part !== null).join(' ')
  const number =
    identifier === null
      ? (company.localId ?? company.lei)
      : `${t(`add.${identifier.code}`)} ${formatIdentifier(identifier)}`
  return [place, format.country(countryCode), number]
    .filter((part) => part !== null && part !== '')
    .join(' · ')
}

export function CompanyOption({ value, company }: { value: string; company: FoundCompany }) {
  const { t } = useTranslation()
  return (
    <Combobox.Option value={value} className={classes.option}>
      <span className={classes.optionWords}>
        <span className={classes.optionName}>{company.name}</span>
        <span className={classes.optionLine}>
          <CompanyLine company={company} />
        </span>
      </span>
      {company.thirdpartyId === null ? (
        company.status !== 'ACTIVE' && <StatusBadge status={company.status} />
      ) : (
        <Pill tone="info">{t('add.known')}</Pill>
      )}
    </Combobox.Option>
  )
}

/** The number as it was typed: a register may know it that does not let itself be searched. */
export function NumberOption({ value, number }: { value: string; number: TypedIdentifier }) {
  const { t } = useTranslation()
  const text = { kind: t(`add.${number.code}`), number: formatIdentifier(number) }
  return (
    <Combobox.Option value={value} className={classes.option}>
      <IconHash size={17} stroke={1.8} aria-hidden="true" className={classes.optionIcon} />
      <span className={classes.optionName}>{t('add.useNumber', text)}</span>
    </Combobox.Option>
  )
}

/** For a company that no register shows. */
export function ByHandOption({ value }: { value: string }) {
  const { t } = useTranslation()
  return (
    <Combobox.Option value={value} className={classes.option}>
      <IconPencil size={17} stroke={1.8} aria-hidden="true" className={classes.optionIcon} />
      <span className={classes.optionName}>{t('add.byHand')}</span>
    </Combobox.Option>
  )
}
