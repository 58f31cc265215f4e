import { IconEye } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '../../i18n/index.ts'
import { useSight } from '../../ui/use-sight.ts'
import classes from './units.module.css'

const mostNames = 6

/** Tells a limited reader whose companies they see; nothing to anybody else. */
export function OwnSight({ accountId }: { accountId: number }) {
  const { t } = useTranslation()
  const { all, units } = useSight(accountId)
  if (all) return null
  const more = units.length - mostNames
  const names = units.slice(0, mostNames).map(({ name }) => name)
  const listed = new Intl.ListFormat(currentLanguage()).format(
    more > 0 ? [...names, t('units.others', { count: more })] : names,
  )
  return (
    <p className={classes.own}>
      <IconEye size={16} stroke={1.7} aria-hidden="true" />
      {units.length === 0 ? t('units.own.none') : t('units.own.some', { units: listed })}
    </p>
  )
}
