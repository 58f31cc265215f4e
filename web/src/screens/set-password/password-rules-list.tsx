import { VisuallyHidden } from '@mantine/core'
import { IconCircle, IconCircleCheckFilled, IconInfoCircle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { isVaried, lengthOf, minLength } from './password-rules.ts'
import classes from './set-password.module.css'

/** What the password has to be, ticked off as it is typed. Stands in a paragraph, hence the spans. */
export function PasswordRulesList({ password }: { password: string }) {
  const { t } = useTranslation()
  return (
    <span className={classes.rules}>
      <Rule met={lengthOf(password) >= minLength} text={t('setPassword.ruleLength', { min: minLength })} />
      <Rule met={isVaried(password)} text={t('setPassword.ruleVaried')} />
      <span className={classes.rule}>
        <IconInfoCircle size={16} stroke={1.8} aria-hidden="true" />
        <span>{t('setPassword.ruleUncommon')}</span>
      </span>
    </span>
  )
}

function Rule({ met, text }: { met: boolean; text: string }) {
  const { t } = useTranslation()
  const Icon = met ? IconCircleCheckFilled : IconCircle
  return (
    <span className={classes.rule} data-met={met}>
      <Icon size={16} stroke={1.8} aria-hidden="true" />
      <VisuallyHidden>{met ? t('setPassword.met') : t('setPassword.unmet')}</VisuallyHidden>
      <span>{text}</span>
    </span>
  )
}
