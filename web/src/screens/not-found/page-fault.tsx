import type { ErrorComponentProps } from '@tanstack/react-router'
import { useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import classes from './not-found.module.css'

/** The last net: a page that could not be prepared says so and offers another try. */
export function PageFault({ error, reset }: ErrorComponentProps) {
  const { t } = useTranslation()
  const router = useRouter()
  const retry = () => {
    reset()
    void router.invalidate()
  }
  return (
    <main className={classes.page}>
      <ProblemAlert title={t('common.problem')} error={error} onRetry={retry} />
    </main>
  )
}
