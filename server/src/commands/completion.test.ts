import { spawnSync } from 'node:child_process'
import { Command } from 'commander'
import { describe, expect, test, vi } from 'vitest'
import { accountCommand } from './account.ts'
import { completeWords, completionCommand } from './completion.ts'
import { journalCommand } from './journal.ts'
import { userCommand } from './user.ts'

const open = () => Promise.reject(new Error('Nothing is opened to complete a word.'))
const commands: Record<string, () => Command> = {
  account: () => accountCommand({ open }),
  user: () => userCommand({ open }),
  journal: () => journalCommand({ open }),
  completion: () => completionCommand(),
}
const tree = { names: Object.keys(commands), load: async (name: string) => commands[name]?.() }
const complete = (line: string) => completeWords(tree, line.split(' '))

describe('Completion', () => {
  test('Commands are offered by their beginning, and all of them before anything is typed', async () => {
    expect(await complete('')).toEqual(['account', 'user', 'journal', 'completion'])
    expect(await complete('us')).toEqual(['user'])
    expect(await complete('--v')).toEqual(['--version'])
    expect(await complete('nobody-knows this ')).toEqual([])
  })

  test('What follows a command is taken from the command itself', async () => {
    const account = accountCommand({ open })
    expect(await complete('account ')).toEqual(account.commands.map((one) => one.name()))
    const create = userCommand({ open }).commands.find((one) => one.name() === 'create')
    const options = create?.options.map(({ long }) => long) ?? []
    expect(options.length).toBeGreaterThan(2)
    expect(await complete('user create --')).toEqual([...options, '--help'])
    expect(await complete('user create --ro')).toEqual(['--roles'])
  })

  test('A word that is the value of an option is left to the shell, unless the values are known', async () => {
    expect(await complete('user create --email ')).toEqual([])
    expect(await complete('completion ')).toEqual(['bash', 'zsh', 'fish'])
    expect(await complete('completion z')).toEqual(['zsh'])
    const choosing = new Command('toy').command('act')
    choosing.addOption(choosing.createOption('--kind <kind>').choices(['ONE', 'TWO']))
    const root = choosing.parent as Command
    const toy = { names: ['toy'], load: async () => root }
    expect(await completeWords(toy, ['toy', 'act', '--kind', 'T'])).toEqual(['TWO'])
  })

  test('A real bash asks with the words up to the cursor, and takes the answer', () => {
    const script = `
      vigie() { local IFS=' '; if [ "$1" = complete ]; then printf '%s\\n' "got:$*" user; fi; }
      complete() { :; }
      ${printed('bash')}
      COMP_WORDS=(vigie user cre more); COMP_CWORD=2; _vigie
      printf '%s|' "\${COMPREPLY[@]}"`
    const { stdout, stderr } = spawnSync('bash', ['-c', script], { encoding: 'utf8' })
    expect(stderr).toBe('')
    expect(stdout).toBe('got:complete -- user cre|user|')
  })

  test('An unknown shell is refused', async () => {
    const command = completionCommand().exitOverride()
    command.configureOutput({ writeErr: () => undefined })
    await expect(command.parseAsync(['tcsh'], { from: 'user' })).rejects.toThrow(/unknown command 'tcsh'/)
  })
})

function printed(shell: string): string {
  let text = ''
  const spy = vi.spyOn(process.stdout, 'write').mockImplementation((piece) => {
    text += String(piece)
    return true
  })
  try {
    completionCommand().parse([shell], { from: 'user' })
  } finally {
    spy.mockRestore()
  }
  return text
}
