import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ThirdParty } from '../../api/index.ts'
import { Panel } from '../../ui/panel.tsx'
import classes from './thirdparty.module.css'

export function ExecutivesPanel({ executives }: Pick<ThirdParty, 'executives'>) {
  const { t } = useTranslation()
  return (
    <Panel title={t('thirdparty.executives')}>
      {executives.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('thirdparty.noExecutives')}
        </Text>
      ) : (
        <ul className={classes.people}>
          {executives.map(({ name, role, kind }) => (
            <li key={`${name} ${role ?? ''}`}>
              <span>
                {name}
                {kind === 'COMPANY' && <span className={classes.muted}> · {t('thirdparty.company')}</span>}
              </span>
              <span className={classes.muted}>{role}</span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
