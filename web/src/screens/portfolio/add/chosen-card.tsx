import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { formatIdentifier } from '../../../ui/format.ts'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import classes from './add.module.css'
import type { Chosen } from './chosen.ts'
import { CompanyLine } from './company-option.tsx'

export function ChosenCard({ chosen, onChange }: { chosen: Chosen; onChange: () => void }) {
  const { t } = useTranslation()
  const { company, identifier } = chosen
  return (
    <div className={classes.chosen}>
      <div>
        <p className={classes.chosenName}>
          {company?.name ??
            (identifier === null
              ? t('add.byHandTitle')
              : `${t(`add.${identifier.code}`)} ${formatIdentifier(identifier)}`)}
        </p>
        <p className={classes.chosenLine}>
          {company !== null ? (
            <CompanyLine company={company} />
          ) : (
            t(identifier === null ? 'add.byHandHelp' : 'add.numberOnly')
          )}
        </p>
        {company !== null && company.status !== 'ACTIVE' && (
          <p className={classes.chosenLine}>
            <StatusBadge status={company.status} />
          </p>
        )}
      </div>
      <Button size="compact-sm" variant="subtle" onClick={onChange}>
        {t('common.change')}
      </Button>
    </div>
  )
}
