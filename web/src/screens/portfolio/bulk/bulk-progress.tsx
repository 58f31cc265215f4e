import { Button, Group, Modal, Progress, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../ui/format.ts'
import { Notice } from '../../../ui/notice.tsx'
import { ProblemAlert } from '../../../ui/problem-alert.tsx'
import { problemText } from '../../../ui/problem-text.ts'
import classes from './bulk.module.css'
import type { Failure } from './run-all.ts'
import { isUnderWay, type BulkRun, type useBulk } from './use-bulk.ts'

const maxFailures = 100

interface Props {
  accountId: number
  bulk: ReturnType<typeof useBulk>
  onFinished: () => void
}

export function BulkProgress({ accountId, bulk, onFinished }: Props) {
  const { t } = useTranslation()
  const { run } = bulk
  if (run === null) return null
  const isRunning = isUnderWay(run)
  function leave() {
    if (run?.failures.length === 0 && run.error === null) onFinished()
    bulk.close()
  }
  return (
    <Modal
      opened
      onClose={leave}
      closeOnClickOutside={!isRunning}
      closeOnEscape={!isRunning}
      withCloseButton={!isRunning}
      closeButtonProps={{ 'aria-label': t('common.close') }}
      title={<Text fw={650}>{run.title}</Text>}
      size="lg"
      centered
    >
      <Stack gap="md">
        <Meter run={run} />
        {!isRunning && run.error === null && <Verdict run={run} />}
        {run.error !== null && (
          <ProblemAlert title={t('portfolio.bulk.notFound')} error={run.error} onRetry={bulk.again} />
        )}
        {run.failures.length > 0 && <Failures accountId={accountId} failures={run.failures} />}
        <Group justify="flex-end" gap="xs">
          {isRunning ? (
            <Button variant="default" onClick={bulk.stop}>
              {t('portfolio.bulk.stop')}
            </Button>
          ) : (
            <>
              {run.failures.length > 0 && (
                <Button variant="default" onClick={bulk.retry}>
                  {t('portfolio.bulk.retry')}
                </Button>
              )}
              <Button onClick={leave}>{t('common.close')}</Button>
            </>
          )}
        </Group>
      </Stack>
    </Modal>
  )
}

function Meter({ run }: { run: BulkRun }) {
  const { t } = useTranslation()
  const format = useFormat()
  const isCollecting = run.state === 'gathering'
  const reached = isCollecting ? run.found : run.done
  const text = t(isCollecting ? 'portfolio.bulk.gathering' : 'portfolio.bulk.progress', {
    done: format.number(reached),
    total: format.number(run.total),
  })
  return (
    <div>
      <Progress value={(reached / Math.max(run.total, 1)) * 100} aria-label={run.title} size="md" />
      <Text size="sm" c="dimmed" mt={6} aria-live="polite">
        {text}
      </Text>
    </div>
  )
}

function Verdict({ run }: { run: BulkRun }) {
  const { t } = useTranslation()
  const well = run.done - run.failures.length
  const tone = run.failures.length > 0 ? 'warning' : run.state === 'stopped' ? 'info' : 'good'
  return (
    <Notice tone={tone} live="polite">
      {t('portfolio.bulk.well', { count: well })}
      {run.failures.length > 0 && ` ${t('portfolio.bulk.failed', { count: run.failures.length })}`}
      {run.state === 'stopped' && ` ${t('portfolio.bulk.untouched', { count: run.total - run.done })}`}
    </Notice>
  )
}

function Failures({ accountId, failures }: { accountId: number; failures: readonly Failure[] }) {
  const { t } = useTranslation()
  return (
    <div className={classes.failures}>
      <ul aria-label={t('portfolio.bulk.failuresLabel')}>
        {failures.slice(0, maxFailures).map(({ target, error }) => (
          <li key={target.thirdpartyId}>
            <Link
              to="/account/$accountId/thirdparties/$thirdpartyId"
              params={{ accountId, thirdpartyId: target.thirdpartyId }}
            >
              {target.name}
            </Link>
            <span>{problemText(error, t)}</span>
          </li>
        ))}
        {failures.length > maxFailures && (
          <li>{t('portfolio.bulk.moreFailures', { count: failures.length - maxFailures })}</li>
        )}
      </ul>
    </div>
  )
}
