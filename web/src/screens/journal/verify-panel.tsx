import { Button, Group, Progress, SegmentedControl, Stack } from '@mantine/core'
import { IconShieldCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { VerifyOutcome } from '../../parts/journal/verify-outcome.tsx'
import { useFormat } from '../../ui/format.ts'
import { Panel } from '../../ui/panel.tsx'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import { useAccountId } from '../../ui/use-account-id.ts'
import { CheckpointsPanel } from './checkpoints-panel.tsx'
import classes from '../../parts/journal/journal.module.css'
import { useVerify, type Since } from './use-verify.ts'

/** For auditors: have the chain recomputed, and see by what it is held from outside. */
export function VerifyPanel() {
  const { t } = useTranslation()
  const accountId = useAccountId()
  const [since, setSince] = useState<Since>('start')
  const verify = useVerify(accountId)
  return (
    <Stack gap={16}>
      <Panel title={t('journal.verify.title')} help={t('journal.verify.help')}>
        <Stack gap={12}>
          <SegmentedControl
            fullWidth
            size="xs"
            aria-label={t('journal.verify.scope')}
            value={since}
            onChange={(value) => setSince(value)}
            disabled={verify.isRunning}
            data={[
              { value: 'start', label: t('journal.verify.start') },
              { value: 'checkpoint', label: t('journal.verify.checkpoint') },
            ]}
          />
          <Group gap={8}>
            <Button
              leftSection={<IconShieldCheck size={17} stroke={1.7} aria-hidden="true" />}
              loading={verify.isRunning}
              onClick={() => verify.run(since)}
            >
              {t('journal.verify.run')}
            </Button>
            {verify.isRunning && (
              <Button variant="default" onClick={verify.stop}>
                {t('journal.verify.stop')}
              </Button>
            )}
          </Group>
          {verify.isRunning && <VerifyProgress {...verify} />}
          {verify.result !== null && <VerifyOutcome result={verify.result} />}
          {verify.error !== null && <ProblemAlert title={t('journal.verify.failed')} error={verify.error} />}
        </Stack>
      </Panel>
      <CheckpointsPanel />
    </Stack>
  )
}

function VerifyProgress({ from, done, total }: { from: number; done: number; total: number }) {
  const { t } = useTranslation()
  const format = useFormat()
  const share = total > from && done > from ? ((done - from) / (total - from)) * 100 : 0
  return (
    <output className={classes.walking}>
      <Progress value={share || 4} animated={share === 0} aria-label={t('journal.verify.working')} />
      <span className={classes.muted}>
        {share === 0
          ? t('journal.verify.working')
          : t('journal.verify.progress', {
              done: format.number(done - from),
              total: format.number(total - from),
            })}
      </span>
    </output>
  )
}
