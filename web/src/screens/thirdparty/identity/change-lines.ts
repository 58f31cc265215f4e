import type { TFunction } from 'i18next'
import type { Address, Headcount } from '../../../api/index.ts'
import type { Texts } from '../../../i18n/en/index.ts'
import type { useFormat } from '../../../ui/format.ts'
import { addressLines } from './address-lines.ts'
import { headcountText } from './headcount-text.ts'

type ChangeTexts = { t: TFunction; format: ReturnType<typeof useFormat> }

const labels = {
  name: 'legalName',
  tradeName: 'tradeName',
  siren: 'siren',
  siret: 'siret',
  vatNumber: 'vat',
  duns: 'duns',
  lei: 'lei',
  localId: 'localId',
  localRegister: 'localRegister',
  countryCode: 'country',
  legalForm: 'legalForm',
  headOffice: 'address',
  nafCode: 'activityCode',
  mainActivity: 'mainActivity',
  executives: 'executives',
  headcount: 'headcount',
  creationDate: 'created',
  closureDate: 'closed',
  status: 'status',
} as const

/** The name of a field of the record; null for what this page does not show. */
export function fieldLabel(field: string, t: TFunction): string | null {
  return field in labels ? t(`thirdparty.${labels[field as keyof typeof labels]}`) : null
}

/** A field's value in words; null when it says nothing or cannot be said in a line. */
function valueText(field: string, value: unknown, { t, format }: ChangeTexts): string | null {
  if (value === null || value === undefined || value === '') return null
  if (field === 'headOffice') return addressLines(value as Address).join(', ')
  if (field === 'headcount') return headcountText(value as Headcount, format.number, t)
  if (field === 'status') return t(`status.${value as keyof Texts['status']}`)
  if (field === 'legalForm') return (value as { label: string | null }).label
  if (field === 'executives') return (value as { name: string }[]).map(({ name }) => name).join(', ')
  if (typeof value !== 'string') return null
  if (field === 'countryCode') return format.country(value)
  return field.endsWith('Date') ? format.date(value) : value
}

type Side = Readonly<Record<string, unknown>> | undefined

/** What an event of the journal says has changed, a line for each field. */
export function changeLines(data: Readonly<Record<string, unknown>>, text: ChangeTexts): string[] {
  const before = data['before'] as Side
  const after = data['after'] as Side
  const fields = Object.keys({ ...before, ...after }).filter((field) => field in labels)
  return fields.map((field) => {
    const label = text.t(`thirdparty.${labels[field as keyof typeof labels]}`)
    const was = valueText(field, before?.[field], text)
    const is = valueText(field, after?.[field], text)
    if (is === null) return text.t('thirdparty.changedOnly', { label })
    if (was === null) return text.t('thirdparty.changedTo', { label, after: is })
    return text.t('thirdparty.changedFrom', { label, before: was, after: is })
  })
}
