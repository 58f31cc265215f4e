import { useTranslation } from 'react-i18next'
import classes from './owners.module.css'
import type { PartyRecord } from './owners.queries.ts'

interface Props {
  owner: PartyRecord
  by: 'DOSSIER' | 'THIRD_PARTY' | 'RULE' | 'DUTY' | undefined
}

/** Who answers for a row; below, why, where it is not by name. */
export function OwnerCell({ owner, by }: Props) {
  const { t } = useTranslation()
  const isDefault = by === 'RULE' || by === 'DUTY'
  return (
    <span className={classes.cell}>
      {owner.name ?? t('owners.unknown')}
      {isDefault && <span className={classes.quiet}>{t(`owners.shortly.${by}`)}</span>}
    </span>
  )
}
