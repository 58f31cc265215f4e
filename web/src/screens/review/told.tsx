import { Button, CloseButton } from '@mantine/core'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './told.module.css'
import type { Decisions } from './use-decisions.ts'

const shortly = 5_000

interface Props {
  decisions: Decisions
  onShow: (documentId: number) => void
}

/** What became of the last decision, where it covers neither the next answer nor the buttons. */
export function Told({ decisions: { told, hush }, onShow }: Props) {
  const { t } = useTranslation()
  const leave = useEffectEvent(hush)
  useEffect(() => {
    if (told === null || told.outcome === 'failed') return
    const timer = setTimeout(() => leave(), shortly)
    return () => clearTimeout(timer)
  }, [told])
  const isBad = told?.outcome === 'failed'
  const Icon = isBad ? IconAlertTriangle : IconCheck
  return (
    <output className={classes.place}>
      {told !== null && (
        <span className={classes.told} data-bad={isBad || undefined}>
          <Icon size={17} stroke={2} aria-hidden="true" />
          <span className={classes.words}>
            {t(`review.done.${told.outcome}`, { name: told.decision.name })}
          </span>
          {isBad && (
            <Button
              variant="white"
              color="dark"
              size="compact-xs"
              onClick={() => {
                onShow(told.decision.documentId)
                hush()
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
            onClick={hush}
          />
        </span>
      )}
    </output>
  )
}
