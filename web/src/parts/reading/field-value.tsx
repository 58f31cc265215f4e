import { formatSiren, formatSiret, formatVat, useFormat } from '../../ui/format.ts'

interface Props {
  name: string
  value: string
  className?: string | undefined
}

const groups: Readonly<Record<string, (value: string) => string>> = {
  companySIREN: formatSiren,
  companySIRET: formatSiret,
  companyVAT: formatVat,
  iban: (value) => value.replaceAll(/(.{4})(?=.)/g, '$1\u00a0'),
}

/** A value as people write it: days, amounts and numbers in groups. */
export function FieldValue({ name, value, className }: Props) {
  const format = useFormat()
  const amount = /^(\d+(?:\.\d+)?) ([A-Z]{3})$/.exec(value)
  const text = /^\d{4}-\d\d-\d\d$/.test(value)
    ? format.date(value)
    : amount
      ? `${format.number(Number(amount[1]))}\u00a0${amount[2]}`
      : (groups[name]?.(value) ?? value)
  return <span className={className}>{text}</span>
}
