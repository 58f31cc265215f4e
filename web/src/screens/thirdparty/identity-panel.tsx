import { useTranslation } from 'react-i18next'
import type { ThirdParty } from '../../api/index.ts'
import { formatDuns, formatSiren, formatSiret, formatVat, useFormat } from '../../ui/format.ts'
import { Facts, Panel } from '../../ui/panel.tsx'

const shown = (value: string | null, form: (value: string) => string) => (value === null ? null : form(value))

export function IdentityPanel({ record }: { record: ThirdParty }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { legalForm, statusSince } = record
  const status = t(`status.${record.status}`)
  const since =
    statusSince === null ? status : t('thirdparty.statusSince', { status, date: format.date(statusSince) })
  return (
    <Panel title={t('thirdparty.identity')}>
      <Facts
        facts={[
          { label: t('thirdparty.legalName'), value: record.name },
          { label: t('thirdparty.tradeName'), value: record.tradeName, optional: true },
          { label: t('thirdparty.legalForm'), value: legalForm?.label ?? legalForm?.code },
          { label: t('thirdparty.siren'), value: shown(record.siren, formatSiren), optional: true },
          { label: t('thirdparty.siret'), value: shown(record.siret, formatSiret), optional: true },
          { label: t('thirdparty.vat'), value: shown(record.vatNumber, formatVat) },
          { label: t('thirdparty.duns'), value: shown(record.duns, formatDuns), optional: true },
          { label: t('thirdparty.lei'), value: record.lei, optional: true },
          { label: t('thirdparty.localId'), value: record.localId, optional: true },
          {
            label: t('thirdparty.status'),
            value: record.identityStatus === 'PENDING' ? null : (record.statusDetail ?? since),
          },
          { label: t('thirdparty.created'), value: shown(record.creationDate, format.date) },
          { label: t('thirdparty.closed'), value: shown(record.closureDate, format.date), optional: true },
          { label: t('thirdparty.ownCode'), value: record.code, optional: true },
        ]}
      />
    </Panel>
  )
}
