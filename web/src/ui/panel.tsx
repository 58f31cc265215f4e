import { Title } from '@mantine/core'
import { useId, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './panel.module.css'
import surface from './surface.module.css'

interface PanelProps {
  title: string
  /** One sentence for who sees this for the first time. */
  help?: string
  actions?: ReactNode
  children: ReactNode
}

/** A titled part of a page. */
export function Panel({ title, help, actions, children }: PanelProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={`${surface.surface} ${classes.panel}`}>
      <div className={classes.top}>
        <div>
          <Title order={2} id={id} className={classes.title}>
            {title}
          </Title>
          {help !== undefined && <p className={classes.help}>{help}</p>}
        </div>
        {actions !== undefined && <div className={classes.actions}>{actions}</div>}
      </div>
      {children}
    </section>
  )
}

export interface Fact {
  label: string
  value: ReactNode
  /** Left out when there is nothing to say; other facts then say so. */
  optional?: boolean
}

export function Facts({ facts }: { facts: Fact[] }) {
  const { t } = useTranslation()
  const known = (value: ReactNode) => value !== null && value !== undefined && value !== ''
  return (
    <dl className={classes.facts}>
      {facts
        .filter((fact) => fact.optional !== true || known(fact.value))
        .map(({ label, value }) => (
          <div key={label} className={classes.fact}>
            <dt>{label}</dt>
            <dd>{known(value) ? value : <span className={classes.unknown}>{t('common.none')}</span>}</dd>
          </div>
        ))}
    </dl>
  )
}
