import { Button, CloseButton } from '@mantine/core'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './decision-result.module.css'
import type { Decisions } from './use-decisions.ts'

const shortly = 5_000

interface Props {
  decisions: Decisions
  onShow: (documentId: number) => void
}

/** What became of the last decision, where it covers neither the next answer nor the buttons. */
export function DecisionResult({ decisions: { told: result, hush: dismiss }, onShow }: Props) {
  const { t } = useTranslation()
  const leave = useEffectEvent(dismiss)
  useEffect(() => {
    if (result === null || result.outcome === 'failed') return
    const timer = setTimeout(() => leave(), shortly)
    return () => clearTimeout(timer)
  }, [result])
  const isBad = result?.outcome === 'failed'
  const Icon = isBad ? IconAlertTriangle : IconCheck
  return (
    <output className={classes.place}>
      {result !== null && (
        <span className={classes.result} data-bad={isBad || undefined}>
          <Icon size={17} stroke={2} aria-hidden="true" />
          <span className={classes.text}>
            {t(`review.done.${result.outcome}`, { name: result.decision.name })}
          </span>
          {isBad && (
            <Button
              variant="white"
              color="dark"
              size="compact-xs"
              onClick={() => {
                onShow(result.decision.documentId)
                dismiss()
              }}
            >
              {t('review.show')}
            </Button>
          )}
          <CloseButton
            size="sm"
            variant="transparent"
            c="inherit"
            aria-label={t('common.close')}
            onClick={dismiss}
          />
        </span>
      )}
    </output>
  )
}
