import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { showEntrance } from '../entrance/entrance-state.ts'
import { removeAllStored } from '../device-storage.ts'
import { Problem } from '../parts/problem.tsx'
import { entranceApi, portalApi, type Me } from '../portal-api.ts'
import { queryClient, visitQuery, type Visit } from '../queries.ts'
import { Link, paths } from '../route.tsx'
import { useTexts } from '../texts.tsx'
import classes from './frame.module.css'
import { LanguageSegments, ThemeSegments } from './preferences.tsx'

export function Footer({ me }: { me: Me }) {
  const { t } = useTexts()
  const leave = useMutation({
    mutationFn: () => entranceApi.delete('/portal/api/session'),
    onSuccess: () => {
      removeAllStored('form', 'uploads')
      showEntrance('left')
    },
  })
  const choose = useMutation({
    mutationFn: (language: Me['language']) => portalApi.patch('/portal/api/me', { body: { language } }),
    onSuccess: (changed) => {
      queryClient.setQueryData(visitQuery.queryKey, (): Visit => ({ me: changed }))
    },
  })
  return (
    <footer className={classes.footer}>
      {leave.isError && <Problem title={t.frame.leaveFailed} error={leave.error} />}
      <div className={classes.footerRow}>
        <LanguageSegments
          onChosen={(language) => {
            // The server words what it tells: it is asked again.
            void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'visit' })
            choose.mutate(language)
          }}
        />
        <ThemeSegments />
      </div>
      {choose.isError && <output>{t.frame.languageFailed}</output>}
      <div className={classes.footerRow}>
        <span className={classes.email}>{t.frame.signedInAs(me.email)}</span>
        <span className={classes.ways}>
          <Link href={paths.wrongPerson}>{t.frame.wrongPerson}</Link>
          <Button
            variant="default"
            size="compact-sm"
            loading={leave.isPending}
            onClick={() => leave.mutate()}
          >
            {t.frame.leave}
          </Button>
        </span>
      </div>
      <p className={classes.powered}>{t.frame.poweredBy}</p>
    </footer>
  )
}
