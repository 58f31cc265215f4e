import { Command } from 'commander'
import { addReleaseCommands, type ReleaseDeps } from './restore-release.ts'

export function restoreCommand(deps: ReleaseDeps): Command {
  const command = new Command('restore').description('a copy of an installation, and when it may work')
  addReleaseCommands(command, deps)
  return command
}
