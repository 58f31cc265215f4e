import { ActionIcon, Button, Text } from '@mantine/core'
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './alerts.module.css'
import { useWishText } from './use-wish-text.ts'
import { WishDialog } from './wish-dialog.tsx'
import type { Subscription } from './wishes.ts'

interface Props {
  wishes: readonly Subscription[]
  onChange: (wishes: Subscription[]) => void
  /** Said where there are none. */
  none: string
  isTeam: boolean
  /** No more fit. */
  isFull: boolean
  mayChange: boolean
}

/** Wishes one by one, in words. */
export function WishList({ wishes, onChange, none, isTeam, isFull, mayChange }: Props) {
  const { t } = useTranslation()
  // Behind the last one stands the new one.
  const [at, setAt] = useState<number | null>(null)
  return (
    <div className={classes.wishes}>
      {wishes.length === 0 && (
        <Text size="sm" c="dimmed">
          {none}
        </Text>
      )}
      <ul className={classes.list}>
        {wishes.map((wish, index) => (
          <WishItem
            // Two wishes may be alike; their place tells them apart.
            key={index}
            wish={wish}
            isTeam={isTeam}
            mayChange={mayChange}
            onEdit={() => setAt(index)}
            onRemove={() => onChange(wishes.filter((_, one) => one !== index))}
          />
        ))}
      </ul>
      {mayChange && isFull && (
        <Text size="sm" c="dimmed">
          {t('alerts.most')}
        </Text>
      )}
      {mayChange && (
        <Button
          variant="default"
          size="sm"
          className={classes.add}
          leftSection={<IconPlus size={16} aria-hidden="true" />}
          disabled={isFull}
          onClick={() => setAt(wishes.length)}
        >
          {t('alerts.addOther')}
        </Button>
      )}
      {at !== null && (
        <WishDialog
          wish={wishes[at] ?? null}
          isTeam={isTeam}
          onDone={(wish) => onChange([...wishes.slice(0, at), wish, ...wishes.slice(at + 1)])}
          onClose={() => setAt(null)}
        />
      )}
    </div>
  )
}

interface ItemProps {
  wish: Subscription
  isTeam: boolean
  mayChange: boolean
  onEdit: () => void
  onRemove: () => void
}

function WishItem({ wish, isTeam, mayChange, onEdit, onRemove }: ItemProps) {
  const { t } = useTranslation()
  const { wishText, teamWishText } = useWishText()
  const said = isTeam ? teamWishText(wish, wish.reach) : wishText(wish, wish.reach)
  const look = { variant: 'subtle', color: 'gray', size: 30 } as const
  return (
    <li className={classes.wish}>
      <span className={classes.words}>
        <span className={classes.how}>{t(`alerts.channel.${wish.channel}`)}</span>
        <span>{said}</span>
      </span>
      {mayChange && (
        <span className={classes.tools}>
          <ActionIcon {...look} aria-label={t('alerts.changeOtherOf', { wish: said })} onClick={onEdit}>
            <IconPencil size={18} aria-hidden="true" />
          </ActionIcon>
          <ActionIcon {...look} aria-label={t('alerts.removeOtherOf', { wish: said })} onClick={onRemove}>
            <IconTrash size={18} aria-hidden="true" />
          </ActionIcon>
        </span>
      )}
    </li>
  )
}
