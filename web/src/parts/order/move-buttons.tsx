import { ActionIcon, VisuallyHidden } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './order.module.css'
import type { Step } from './use-list.ts'

interface Props {
  /** What is moved, for listeners. */
  name: string
  index: number
  count: number
  onMove: (step: Step) => void
}

/** Moves one thing of a list. The keyboard stays with what was moved, and listeners hear where it is now. */
export function MoveButtons({ name, index, count, onMove }: Props) {
  const { t } = useTranslation()
  const up = useRef<HTMLButtonElement>(null)
  const down = useRef<HTMLButtonElement>(null)
  const last = useRef<{ step: Step; from: number } | null>(null)
  const [hasMoved, setHasMoved] = useState(false)
  useLayoutEffect(() => {
    if (last.current === null || last.current.from === index) return
    const button = last.current.step === -1 ? up.current : down.current
    last.current = null
    // At either end the button of that way rests.
    if (button?.disabled === false) button.focus()
    else (button === up.current ? down : up).current?.focus()
  }, [index])
  function move(step: Step) {
    last.current = { step, from: index }
    setHasMoved(true)
    onMove(step)
  }
  const place = { name, place: index + 1, total: count }
  return (
    <>
      <VisuallyHidden component="output">{hasMoved && t('order.at', place)}</VisuallyHidden>
      <ActionIcon
        ref={up}
        variant="subtle"
        color="gray"
        disabled={index === 0}
        className={classes.move}
        aria-label={t('order.up', place)}
        onClick={() => move(-1)}
      >
        <IconArrowUp size={16} aria-hidden="true" />
      </ActionIcon>
      <ActionIcon
        ref={down}
        variant="subtle"
        color="gray"
        disabled={index === count - 1}
        className={classes.move}
        aria-label={t('order.down', place)}
        onClick={() => move(1)}
      >
        <IconArrowDown size={16} aria-hidden="true" />
      </ActionIcon>
    </>
  )
}
