import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../api/index.ts'
import { FormDialog } from '../../../parts/form-dialog/form-dialog.tsx'
import { UnitsInput } from '../../../parts/units/units-input.tsx'
import { useUnits } from '../../../parts/units/use-units.ts'
import { Panel } from '../../../ui/panel.tsx'
import { useApiMutation } from '../../../ui/use-api-mutation.ts'
import { useRights } from '../../../ui/use-rights.ts'
import { useSight } from '../../../ui/use-sight.ts'
import type { Company } from '../thirdparty.queries.ts'
import { useThirdPartyIds } from '../use-third-party-ids.ts'
import classes from './units-panel.module.css'

const unitsOfQuery = ({ accountId, thirdpartyId }: ReturnType<typeof useThirdPartyIds>) =>
  queryOptions({
    queryKey: ['thirdparty', accountId, thirdpartyId, 'units'],
    queryFn: ({ signal }) =>
      api.account(accountId).get('/thirdparties/{thirdpartyId}/units', { path: { thirdpartyId }, signal }),
    select: ({ units }) => units,
  })

/** The units it is in. An account without units has no such panel. */
export function UnitsPanel({ record }: { record: Company }) {
  const { t } = useTranslation()
  const ids = useThirdPartyIds()
  const { accountId } = ids
  const { choices } = useUnits(accountId)
  const { manage } = useRights(accountId)
  const [changing, { open, close }] = useDisclosure(false)
  const { data } = useQuery({ ...unitsOfQuery(ids), enabled: choices.length > 0 })
  if (choices.length === 0 || data === undefined) return null
  const change = (
    <Button variant="subtle" size="compact-sm" onClick={open} aria-label={t('units.company.change')}>
      {t('common.change')}
    </Button>
  )
  const pathOf = (unitId: number, name: string) =>
    choices.find(({ value }) => value === String(unitId))?.label ?? name
  return (
    <Panel title={t('units.company.title')} actions={manage ? change : undefined}>
      {data.length === 0 && <p className={classes.none}>{t('units.company.none')}</p>}
      <ul className={classes.units}>
        {data.map(({ unitId, name }) => (
          <li key={unitId}>
            <Link
              to="/account/$accountId/thirdparties"
              params={{ accountId }}
              search={{ unit: String(unitId) }}
            >
              {pathOf(unitId, name)}
            </Link>
          </li>
        ))}
      </ul>
      {changing && <ChangeUnits record={record} present={data.map(({ unitId }) => unitId)} onClose={close} />}
    </Panel>
  )
}

const mostUnits = 50

interface ChangeProps {
  record: Company
  present: number[]
  onClose: () => void
}

function ChangeUnits({ record, present, onClose }: ChangeProps) {
  const { t } = useTranslation()
  const { accountId, thirdpartyId } = useThirdPartyIds()
  const { all } = useSight(accountId)
  const [units, setUnits] = useState(present)
  const change = useApiMutation({
    mutationFn: () =>
      api
        .account(accountId)
        .put('/thirdparties/{thirdpartyId}/units', { path: { thirdpartyId }, body: { units } }),
    successMessage: t('common.saved'),
    invalidates: [
      ['thirdparty', accountId, thirdpartyId, 'units'],
      ['thirdparties', accountId],
      ['units', accountId],
    ],
    onSuccess: onClose,
    silent: true,
  })
  const isLost = !all && units.length === 0
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('units.company.changeTitle', { name: record.name ?? t('portfolio.unnamed') })}
      submit={t('common.save')}
      onSubmit={() => change.mutate()}
      pending={change.isPending}
      error={change.error}
      disabled={isLost}
    >
      <UnitsInput
        accountId={accountId}
        label={t('units.company.which')}
        description={t('units.company.help')}
        error={isLost ? t('units.company.needed') : null}
        value={units}
        onChange={setUnits}
        max={mostUnits}
      />
    </FormDialog>
  )
}
