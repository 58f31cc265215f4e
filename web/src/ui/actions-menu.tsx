import { ActionIcon, Menu } from '@mantine/core'
import { IconDots, type Icon } from '@tabler/icons-react'

interface MenuAction {
  label: string
  icon: Icon
  onClick: () => void
}

interface Props {
  /** Whose actions they are, for listeners. */
  label: string
  /** What is false is not offered. */
  actions: readonly (MenuAction | false)[]
  /** Why something one would look for is not among them. */
  note?: string | undefined
  pending?: boolean
  /** Beside buttons that have a frame. */
  framed?: boolean
}

/** What else can be done with one thing, at the end of its row. */
export function ActionsMenu({ label, actions, note, pending = false, framed = false }: Props) {
  const look = framed
    ? ({ variant: 'default', size: 30 } as const)
    : ({ variant: 'subtle', color: 'gray' } as const)
  return (
    <Menu position="bottom-end" width={250} shadow="md" withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <ActionIcon ml={framed ? 0 : 'auto'} {...look} aria-label={label} loading={pending}>
          <IconDots size={18} aria-hidden="true" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {note !== undefined && <Menu.Label>{note}</Menu.Label>}
        {actions
          .filter((action) => action !== false)
          .map(({ label: name, icon: Picture, onClick }) => (
            <Menu.Item key={name} leftSection={<Picture size={16} />} onClick={onClick}>
              {name}
            </Menu.Item>
          ))}
      </Menu.Dropdown>
    </Menu>
  )
}
