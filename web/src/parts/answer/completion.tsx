import { Progress } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './answer.module.css'

interface Props {
  required: number
  valid: number
}

/** How much of what is required is accepted. */
export function Completion({ required, valid }: Props) {
  const { t } = useTranslation()
  const text = t('dossier.completion', { valid, required })
  if (required === 0) return <span className={classes.quiet}>{t('dossier.nothingRequired')}</span>
  return (
    <span className={classes.completion}>
      <Progress.Root size={7} radius="xl" className={classes.bar}>
        <Progress.Section value={(valid / required) * 100} color="teal.7" aria-label={text} />
      </Progress.Root>
      <span aria-hidden="true">
        {valid}/{required}
      </span>
    </span>
  )
}
