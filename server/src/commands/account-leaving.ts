import { readFile } from 'node:fs/promises'
import type { Command } from 'commander'
import {
  askDeletion,
  deletionHolds,
  readProofs,
  resumeAccount,
  suspendAccount,
  type DeletionProof,
} from '../domain/leaving/index.ts'
import { operatorScope } from '../platform/administration/index.ts'
import type { Tx } from '../platform/db/index.ts'
import { AppError } from '../platform/kernel/index.ts'
import { asAccountId, show, withContext, type CommandDeps } from './accounts-io.ts'

/** What the operator does to an account as a whole. */
export function addLeavingCommands(command: Command, deps: CommandDeps): void {
  command
    .command('suspend <account>')
    .description('keep everybody out of an account, and its jobs waiting')
    .requiredOption('--reason <words>', 'why, for the journals')
    .option('--json', 'answer in JSON')
    .action((account: string, options: { reason: string; json?: boolean }) =>
      withContext(deps, async ({ db, clock }) => {
        const accountId = asAccountId(account)
        const { reason } = options
        await db.system((tx) => suspendAccount(tx, accountId, { reason, now: clock.now() }))
        show({ accountId, suspended: true }, options)
      }),
    )
  command
    .command('resume <account>')
    .description('end the suspension of an account')
    .option('--json', 'answer in JSON')
    .action((account: string, options: { json?: boolean }) =>
      withContext(deps, async ({ db }) => {
        const accountId = asAccountId(account)
        const wasSuspended = await db.system((tx) => resumeAccount(tx, accountId))
        show({ accountId, suspended: false, wasSuspended }, options)
      }),
    )
  addDeletionCommands(command, deps)
}

interface DeleteOptions {
  yes?: boolean
  reason: string
  json?: boolean
}

function addDeletionCommands(command: Command, deps: CommandDeps): void {
  command
    .command('delete <account>')
    .description('delete an account with everything in it; nobody can take that back')
    .requiredOption('--yes', 'begin at once, without days of grace')
    .option('--reason <words>', 'why, for the journals', 'By the operator')
    .option('--json', 'answer in JSON')
    .action((account: string, options: DeleteOptions) => deleteNow(deps, asAccountId(account), options))
  command
    .command('deletion-proof [account]')
    .description('print the signed proof of a deleted account, or verify one')
    .option('--verify <file>', 'verify the proofs in this file, one a line; needs no account')
    .action((account: string | undefined, options: { verify?: string }) =>
      withContext(deps, async ({ db, checkpoints }) => {
        if (options.verify !== undefined) {
          const keyId = checkpoints?.signer.keyId ?? null
          return verifyProofs(readProofs(await readFile(options.verify, 'utf8')), keyId)
        }
        if (account === undefined) throw new Error('Name an account, or a file with --verify.')
        const accountId = asAccountId(account)
        print(await db.system((tx) => findProof(tx, accountId)))
      }),
    )
}

async function deleteNow(deps: CommandDeps, accountId: number, options: DeleteOptions): Promise<void> {
  await withContext(deps, async ({ db, clock }) => {
    const now = clock.now()
    const { reason } = options
    await db.system(async (tx) => {
      const known = await tx
        .selectFrom('account')
        .select('account_id')
        .where('account_id', '=', accountId)
        .executeTakeFirst()
      if (!known) throw new AppError('ACCOUNT_NOT_FOUND', { accountId })
      const scope = operatorScope('account delete', accountId)
      await askDeletion(tx, scope, { reason, now, dueAt: now, publicUrl: null })
    })
    show({ accountId, deleting: true, proof: `vigie account deletion-proof ${accountId}` }, options)
  })
}

async function findProof(tx: Tx, accountId: number): Promise<string> {
  const row = await tx
    .selectFrom('deletion_proof')
    .select('proof')
    .where('former_account', '=', accountId)
    .executeTakeFirst()
  if (!row)
    throw new Error(`There is no proof that account ${accountId} was deleted. Its deletion may be under way.`)
  return row.proof
}

function verifyProofs(proofs: readonly DeletionProof[], ownKeyId: string | null): void {
  const broken = proofs.filter((proof) => !deletionHolds(proof))
  for (const proof of proofs) {
    const verdict = broken.includes(proof) ? 'NOT AS IT WAS SIGNED' : 'as it was signed'
    const whose = proof.keyId === ownKeyId ? 'the key of this installation' : `key ${proof.keyId}`
    print(`Account ${proof.proof.accountId}, deleted at ${proof.proof.deletedAt}: ${verdict}, by ${whose}.`)
  }
  if (broken.length > 0) throw new Error(`${broken.length} of ${proofs.length} proofs do not hold.`)
}

function print(text: string): void {
  process.stdout.write(`${text}\n`)
}
