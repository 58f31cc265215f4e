import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../ui/format.ts'
import { Panel } from '../../../ui/panel.tsx'
import type { Company } from '../thirdparty.queries.ts'
import { executiveFacts } from './executive-facts.ts'
import classes from './identity.module.css'
import { Provenance } from './provenance.tsx'

export function ExecutivesPanel({ record }: { record: Company }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { executives } = record
  return (
    <Panel title={t('thirdparty.executives')}>
      {executives.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('thirdparty.noExecutives')}
        </Text>
      ) : (
        <>
          <ul className={classes.people}>
            {executives.map((executive) => {
              const { name, role, kind, birthMonth } = executive
              const facts = executiveFacts(executive, format, t)
              return (
                <li key={`${name} ${role ?? ''} ${birthMonth ?? ''}`}>
                  <span>
                    {name}
                    {kind === 'COMPANY' && (
                      <span className={classes.muted}> · {t('thirdparty.company')}</span>
                    )}
                  </span>
                  <span className={classes.muted}>{role}</span>
                  {facts !== null && <span className={classes.facts}>{facts}</span>}
                </li>
              )
            })}
          </ul>
          <Provenance record={record} groups={['executives']} />
        </>
      )}
    </Panel>
  )
}
