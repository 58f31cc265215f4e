import { IconLayoutGrid } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useAccountId } from '../../ui/use-account-id.ts'
import { sectionGroups } from './sections.ts'
import classes from './settings.module.css'

export function SettingsNavigation() {
  const { t } = useTranslation()
  const accountId = useAccountId()
  return (
    <>
      <Link
        to="/account/$accountId/settings"
        params={{ accountId }}
        activeOptions={{ exact: true }}
        className={classes.item}
      >
        <IconLayoutGrid size={18} stroke={1.7} aria-hidden="true" />
        {t('settings.sections.overview.name')}
      </Link>
      {sectionGroups.map(({ group, sections }) => (
        <div key={group}>
          <p className={classes.group}>{t(`settings.groups.${group}`)}</p>
          <ul className={classes.list} aria-label={t(`settings.groups.${group}`)}>
            {sections.map(({ name, to, Icon }) => (
              <li key={name}>
                <Link to={to} params={{ accountId }} className={classes.item}>
                  <Icon size={18} stroke={1.7} aria-hidden="true" />
                  {t(`settings.sections.${name}.name`)}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </>
  )
}
