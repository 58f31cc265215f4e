import { AppShell, Button, PasswordInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState, type ReactNode, type SubmitEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { isProblem, operatorApi } from '../../api/index.ts'
import { Logo } from '../../ui/logo.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Panel } from '../../ui/panel.tsx'
import { LanguageChoice } from '../../ui/preferences.tsx'
import { problemText } from '../../ui/problem-text.ts'
import shell from '../shell/shell.module.css'
import { JobsBoard } from './jobs-board.tsx'
import { jobsKey, type OperatorApi } from './operator-jobs.queries.ts'
import classes from './operator-jobs.module.css'

/** For whoever runs the installation. The token lives in this component and nowhere else. */
export function OperatorJobs() {
  const queries = useQueryClient()
  const [api, setApi] = useState<OperatorApi | null>(null)
  function leave() {
    setApi(null)
    queries.removeQueries({ queryKey: jobsKey })
  }
  return (
    <Frame>{api === null ? <TokenForm onEnter={setApi} /> : <JobsBoard api={api} onLeave={leave} />}</Frame>
  )
}

function Frame({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <AppShell header={{ height: 56 }} padding={{ base: 16, sm: 28 }}>
      <a href="#main" className={shell.skip}>
        {t('common.skip')}
      </a>
      <AppShell.Header className={shell.header}>
        <span className={shell.home}>
          <Logo />
        </span>
        <span className={shell.space} />
        <div>
          <LanguageChoice />
        </div>
      </AppShell.Header>
      <AppShell.Main id="main" tabIndex={-1} className={shell.main}>
        <div className={classes.page}>{children}</div>
      </AppShell.Main>
    </AppShell>
  )
}

function TokenForm({ onEnter }: { onEnter: (api: OperatorApi) => void }) {
  const { t } = useTranslation()
  const [token, setToken] = useState('')
  const [tried, setTried] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const enter = useMutation({
    mutationFn: async () => {
      const api = operatorApi(token.trim())
      await api.get('/api/operator/jobs', { query: { size: 1 } })
      return api
    },
    onSuccess: onEnter,
  })
  function submit(event: SubmitEvent) {
    event.preventDefault()
    setTried(true)
    if (token.trim() === '') field.current?.focus()
    else enter.mutate()
  }
  return (
    <>
      <PageHeader title={t('operator.title')} lead={t('operator.tokenLead')} />
      <Panel title={t('operator.tokenTitle')} help={t('operator.tokenHelp')}>
        <form onSubmit={submit} noValidate className={classes.form}>
          {enter.isError && (
            <Notice tone="bad" live="assertive" title={t('operator.enterFailed')}>
              <RefusalText error={enter.error} />
            </Notice>
          )}
          <PasswordInput
            ref={field}
            label={t('operator.token')}
            autoComplete="off"
            value={token}
            onChange={(event) => setToken(event.currentTarget.value)}
            error={tried && token.trim() === '' && t('operator.tokenMissing')}
          />
          <Button type="submit" loading={enter.isPending} className={classes.send}>
            {t('operator.enter')}
          </Button>
        </form>
      </Panel>
    </>
  )
}

/** The server speaks of tokens to programs; who stands here needs to know which one, and where it is set. */
function RefusalText({ error }: { error: unknown }) {
  const { t } = useTranslation()
  if (isProblem(error, 'ROUTE_NOT_FOUND')) return <span>{t('operator.closed')}</span>
  if (isProblem(error, 'AUTH_TOKEN_INVALID', 'AUTH_TOKEN_MISSING'))
    return <span>{t('operator.refused')}</span>
  return <span>{problemText(error, t)}</span>
}
