import { IconBuildings, IconMailShare, IconRoute } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { ButtonLink } from '../../ui/button-link.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Surface } from '../../ui/surface.tsx'
import { useAccountId } from '../../ui/use-account-id.ts'
import { useRights } from '../../ui/use-rights.ts'
import classes from './first-day.module.css'

const steps = [
  { name: 'firstAdd', to: '/account/$accountId/thirdparties', hash: 'add', Icon: IconBuildings },
  { name: 'firstRules', to: '/account/$accountId/rules', hash: '', Icon: IconRoute },
  { name: 'firstInvite', to: '/account/$accountId/help', hash: '', Icon: IconMailShare },
] as const

/** The dashboard of an account without companies: what to do instead of a page of zeros. */
export function FirstDay() {
  const { t } = useTranslation()
  const accountId = useAccountId()
  const { manage } = useRights(accountId)
  if (!manage) {
    return (
      <PageHeader
        title={t('dashboard.emptyTitle')}
        pageTitle={t('dashboard.title')}
        lead={t('dashboard.emptyLead')}
      />
    )
  }
  return (
    <>
      <PageHeader
        title={t('dashboard.firstTitle')}
        pageTitle={t('dashboard.title')}
        lead={t('dashboard.firstLead')}
      />
      <ol className={classes.steps}>
        {steps.map(({ name, to, hash, Icon }, index) => (
          <li key={name}>
            <Surface className={classes.step}>
              <span className={classes.icon} aria-hidden="true">
                <Icon size={24} stroke={1.6} />
              </span>
              <h2 className={classes.title}>
                {index + 1}. {t(`dashboard.${name}`)}
              </h2>
              <p className={classes.detail}>{t(`dashboard.${name}Detail`)}</p>
              <ButtonLink
                to={to}
                hash={hash}
                params={{ accountId }}
                variant={index === 0 ? 'filled' : 'default'}
                className={classes.action}
              >
                {t(`dashboard.${name}Action`)}
              </ButtonLink>
            </Surface>
          </li>
        ))}
      </ol>
    </>
  )
}
