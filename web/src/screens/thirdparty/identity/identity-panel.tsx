import { useTranslation } from 'react-i18next'
import type { Texts } from '../../../i18n/en/index.ts'
import { useRegisters } from '../../../parts/registers/use-registers.ts'
import { formatDuns, formatSiren, formatSiret, formatVat, useFormat } from '../../../ui/format.ts'
import { Facts, Panel } from '../../../ui/panel.tsx'
import { useAccountId } from '../../../ui/use-account-id.ts'
import type { Company } from '../thirdparty.queries.ts'
import { Provenance } from './provenance.tsx'

const visible = (value: string | null, form: (value: string) => string) =>
  value === null ? null : form(value)

function useStatusText({ status, statusDetail, statusSince }: Company): string {
  const { t } = useTranslation()
  const format = useFormat()
  const known = statusDetail as keyof Texts['thirdparty']['statusDetail'] | null
  const word = t(`status.${status}`)
  const text =
    known === null ? word : `${word} (${t(`thirdparty.statusDetail.${known}`, { defaultValue: known })})`
  if (statusSince === null) return text
  return t('thirdparty.statusSince', { status: text, date: format.date(statusSince) })
}

/** The name of its register, or the code where we do not know the name. */
function useRegisterName({ localRegister }: Company): string | null {
  const registers = useRegisters(useAccountId(), localRegister !== null)
  return registers.find(({ code }) => code === localRegister)?.name ?? localRegister
}

export function IdentityPanel({ record }: { record: Company }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { legalForm } = record
  const status = useStatusText(record)
  const register = useRegisterName(record)
  return (
    <Panel title={t('thirdparty.identity')}>
      <Facts
        facts={[
          { label: t('thirdparty.legalName'), value: record.name },
          { label: t('thirdparty.tradeName'), value: record.tradeName, optional: true },
          { label: t('thirdparty.legalForm'), value: legalForm?.label ?? legalForm?.code },
          { label: t('thirdparty.siren'), value: visible(record.siren, formatSiren), optional: true },
          { label: t('thirdparty.siret'), value: visible(record.siret, formatSiret), optional: true },
          { label: t('thirdparty.vat'), value: visible(record.vatNumber, formatVat) },
          { label: t('thirdparty.duns'), value: visible(record.duns, formatDuns), optional: true },
          { label: t('thirdparty.lei'), value: record.lei, optional: true },
          { label: t('thirdparty.localId'), value: record.localId, optional: true },
          { label: t('thirdparty.localRegister'), value: register, optional: true },
          { label: t('thirdparty.status'), value: record.identityStatus === 'PENDING' ? null : status },
          { label: t('thirdparty.created'), value: visible(record.creationDate, format.date) },
          { label: t('thirdparty.closed'), value: visible(record.closureDate, format.date), optional: true },
          { label: t('thirdparty.ownCode'), value: record.code, optional: true },
        ]}
      />
      <Provenance record={record} groups={['identity', 'identifiers', 'status']} />
    </Panel>
  )
}
