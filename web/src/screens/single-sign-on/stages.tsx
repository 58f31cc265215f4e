import { Button } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Copyable } from '../../parts/secrets/copyable.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Pill } from '../../ui/pill.tsx'
import { EnforceDialog } from './enforce-dialog.tsx'
import { RemoveProvider, SwitchOff } from './end-dialogs.tsx'
import type { Provider } from './single-sign-on.queries.ts'
import classes from './single-sign-on.module.css'
import { useBeginTrial } from './use-begin-trial.ts'
import { useStanding } from './use-put-provider.ts'

interface Props {
  provider: Provider
  /** What is typed differs from what is stored, which alone can be tried and switched on. */
  isChanged: boolean
}

type Open = 'off' | 'enforce' | 'remove' | null

/** How far the provider is: tried, switched on, required; and the next thing to do. */
export function Stages({ provider, isChanged }: Props) {
  const { t } = useTranslation()
  const [open, setOpen] = useState<Open>(null)
  const close = () => setOpen(null)
  const remove = (
    <Button size="xs" variant="default" disabled={provider.enforced} onClick={() => setOpen('remove')}>
      {t('singleSignOn.remove.do')}
    </Button>
  )
  return (
    <Panel title={t('singleSignOn.status')} help={t('singleSignOn.statusHelp')} actions={remove}>
      <ul className={classes.stages}>
        <TryStage provider={provider} isChanged={isChanged} />
        <ForceStage provider={provider} isChanged={isChanged} onOff={() => setOpen('off')} />
        <RequireStage provider={provider} isChanged={isChanged} onEnforce={() => setOpen('enforce')} />
      </ul>
      {provider.state === 'IN_FORCE' && (
        <>
          <Copyable label={t('singleSignOn.startAddress')} value={provider.startUri} />
          <span className={classes.detail}>{t('singleSignOn.startHelp')}</span>
        </>
      )}
      {open === 'off' && <SwitchOff provider={provider} onClose={close} />}
      {open === 'enforce' && <EnforceDialog provider={provider} onClose={close} />}
      {open === 'remove' && <RemoveProvider onClose={close} />}
    </Panel>
  )
}

interface StageProps {
  name: 'try' | 'force' | 'require'
  isReached: boolean
  detail: string
  children: ReactNode
}

function Stage({ name, isReached, detail, children }: StageProps) {
  const { t } = useTranslation()
  return (
    <li className={classes.stage}>
      <div>
        <span className={classes.stageHead}>
          {t(`singleSignOn.stage.${name}.name`)}
          <Pill tone={isReached ? 'good' : 'neutral'}>
            {t(isReached ? 'singleSignOn.yes' : 'singleSignOn.notYet')}
          </Pill>
        </span>
        <span className={classes.detail}>{detail}</span>
      </div>
      <div>{children}</div>
    </li>
  )
}

function TryStage({ provider: { tried }, isChanged }: Props) {
  const { t } = useTranslation()
  const begin = useBeginTrial()
  const detail = t(`singleSignOn.stage.try.${tried ? 'yes' : 'no'}`)
  return (
    <Stage name="try" isReached={tried} detail={isChanged ? t('singleSignOn.unsaved') : detail}>
      <Button
        size="xs"
        variant={tried ? 'default' : 'filled'}
        disabled={isChanged}
        loading={begin.isPending}
        onClick={() => begin.mutate()}
      >
        {t(`singleSignOn.stage.try.${tried ? 'again' : 'do'}`)}
      </Button>
    </Stage>
  )
}

function ForceStage({ provider, isChanged, onOff }: Props & { onOff: () => void }) {
  const { t } = useTranslation()
  const standing = useStanding(provider)
  const isOn = provider.state === 'IN_FORCE'
  return (
    <Stage name="force" isReached={isOn} detail={t(`singleSignOn.stage.force.${forceDetail(provider)}`)}>
      {isOn ? (
        <Button size="xs" variant="default" disabled={provider.enforced || isChanged} onClick={onOff}>
          {t('singleSignOn.stage.force.undo')}
        </Button>
      ) : (
        <Button
          size="xs"
          variant={provider.tried ? 'filled' : 'default'}
          disabled={isChanged}
          loading={standing.pending}
          onClick={() => standing.set({ state: 'IN_FORCE' }, t('singleSignOn.stage.force.done'))}
        >
          {t('singleSignOn.stage.force.do')}
        </Button>
      )}
    </Stage>
  )
}

function forceDetail({ state, enforced }: Provider) {
  if (state !== 'IN_FORCE') return 'no'
  return enforced ? 'only' : 'yes'
}

function RequireStage({ provider, isChanged, onEnforce }: Props & { onEnforce: () => void }) {
  const { t } = useTranslation()
  const standing = useStanding(provider)
  const { enforced, tried, state } = provider
  const isPossible = tried && state === 'IN_FORCE'
  const detail = enforced ? 'yes' : isPossible ? 'no' : 'needs'
  return (
    <Stage name="require" isReached={enforced} detail={t(`singleSignOn.stage.require.${detail}`)}>
      {enforced ? (
        <Button
          size="xs"
          variant="default"
          loading={standing.pending}
          onClick={() => standing.set({ enforced: false }, t('singleSignOn.stage.require.undone'))}
        >
          {t('singleSignOn.stage.require.undo')}
        </Button>
      ) : (
        <Button size="xs" variant="default" disabled={!isPossible || isChanged} onClick={onEnforce}>
          {t('singleSignOn.stage.require.do')}
        </Button>
      )}
    </Stage>
  )
}
