import { Command, type Option } from 'commander'

interface Tree {
  /** Names of all commands. */
  readonly names: readonly string[]
  /** One of them with all it knows; loaded only when somebody has typed its name. */
  readonly load: (name: string) => Promise<Command | undefined>
}

/**
 * The shells ask the program itself at each touch of the key, so that they never offer what an upgrade has taken away;
 * where it has nothing to offer, they offer files.
 */
const scripts: Record<string, string> = {
  bash: `_vigie() {
  local IFS=$'\\n'
  COMPREPLY=($(vigie complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
}
complete -o default -F _vigie vigie
`,
  zsh: `#compdef vigie
_vigie() {
  local -a found
  found=("\${(@f)$(vigie complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ -n "\${found[1]}" ]]; then compadd -a found; else _files; fi
}
compdef _vigie vigie
`,
  fish: `complete -c vigie -a '(vigie complete -- (commandline -opc | tail -n +2) (commandline -ct) 2>/dev/null)'
`,
}

export function completionCommand(): Command {
  const command = new Command('completion')
    .description('print what makes a shell complete the words of vigie')
    .addHelpText('after', '\nIn ~/.bashrc:  eval "$(vigie completion bash)"')
  for (const [shell, script] of Object.entries(scripts)) {
    command
      .command(shell)
      .description(`for ${shell}`)
      .action(() => void process.stdout.write(script))
  }
  return command
}

/** What the shells call. */
export function completeCommand(tree: Tree): Command {
  return new Command('complete')
    .description('what may follow these words')
    .argument('[words...]')
    .action(async (words: string[]) => {
      const found = await completeWords(tree, words)
      process.stdout.write(found.map((word) => `${word}\n`).join(''))
    })
}

/** What the last word, which may still be empty, can become after those before it. */
export async function completeWords({ names, load }: Tree, words: readonly string[]): Promise<string[]> {
  const typed = words.at(-1) ?? ''
  const [name, ...earlier] = words.slice(0, -1)
  if (name === undefined) return choose(typed, [...names, '--help', '--version'])
  const command = await load(name)
  return command === undefined ? [] : choose(typed, offersOf(command, earlier, typed))
}

function offersOf(command: Command, earlier: readonly string[], typed: string): readonly string[] {
  const [word, ...rest] = earlier
  const sub = command.commands.find((one) => one.name() === word || one.aliases().includes(word ?? ''))
  if (sub) return offersOf(sub, rest, typed)
  const last = earlier.at(-1)
  const option = command.options.find(({ long, short }) => last !== undefined && [long, short].includes(last))
  if (option && takesValue(option)) return option.argChoices ?? []
  if (typed.startsWith('-')) return [...command.options.flatMap(({ long }) => long ?? []), '--help']
  const operands = command.registeredArguments.flatMap(({ argChoices }) => argChoices ?? [])
  return [...command.commands.map((one) => one.name()), ...operands]
}

function takesValue({ required, optional }: Option): boolean {
  return required || optional
}

function choose(typed: string, offers: readonly string[]): string[] {
  return offers.filter((offer) => offer.startsWith(typed) && (typed !== '' || !offer.startsWith('-')))
}
