import { spawn } from 'node:child_process'
import { checkpointText, isSignedBy, keyIdOf, type CheckpointSigner } from './checkpoint.ts'

export interface SignCommand {
  /** A program, started without a shell and without arguments. */
  readonly program: string
  readonly publicKey: Buffer
  readonly timeoutMs: number
  /** All it gets to see of the environment: the service's own holds secrets. */
  readonly environment: Readonly<Record<string, string>>
}

/** Why there is no signature. The code is safe to log: it quotes nothing the program said. */
export class SignerFault extends Error {
  override name = 'SignerFault'
  readonly code: 'NOT_STARTED' | 'TIMEOUT' | 'FAILED' | 'BAD_SIGNATURE'

  constructor(code: SignerFault['code'], cause?: unknown) {
    super(`The program that signs checkpoints gave no signature: ${code}.`, { cause })
    this.code = code
  }
}

const maxAnswerBytes = 1_024
const signatureBytes = 64

/** Puts a module or a service that keeps the key behind a program: bytes in, a signature out. */
export function commandSigner(command: SignCommand): CheckpointSigner {
  const { publicKey } = command
  return {
    keyId: keyIdOf(publicKey),
    publicKey,
    sign: async (accountId, facts) => {
      const text = checkpointText(accountId, facts)
      const signature = readSignature(await runSigner(command, text))
      // Believed only after it was checked: a wrong one stored would read as a forgery for ever.
      if (!signature || !isSignedBy(publicKey, text, signature)) throw new SignerFault('BAD_SIGNATURE')
      return signature
    },
  }
}

/** Raw, or in base64 or hex as text. */
function readSignature(answer: Buffer): Buffer | null {
  if (answer.length === signatureBytes) return answer
  const text = answer.toString('latin1').trim()
  const bytes = Buffer.from(text, /^[0-9a-f]{128}$/i.test(text) ? 'hex' : 'base64')
  return bytes.length === signatureBytes ? bytes : null
}

function runSigner({ program, timeoutMs, environment }: SignCommand, text: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    // A group of its own, so that whatever the program started ends with it.
    const child = spawn(program, [], {
      env: environment,
      stdio: ['pipe', 'pipe', 'ignore'],
      detached: true,
    })
    const chunks: Buffer[] = []
    let bytes = 0
    const end = (outcome: SignerFault | Buffer) => {
      clearTimeout(timer)
      if (outcome instanceof SignerFault) {
        killGroup(child.pid)
        reject(outcome)
      } else resolve(outcome)
    }
    const timer = setTimeout(() => end(new SignerFault('TIMEOUT')), timeoutMs)
    child.once('error', (error) => end(new SignerFault('NOT_STARTED', error)))
    child.stdout.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > maxAnswerBytes) end(new SignerFault('BAD_SIGNATURE'))
      else chunks.push(chunk)
    })
    child.once('close', (code) => end(code === 0 ? Buffer.concat(chunks) : new SignerFault('FAILED')))
    // A program that reads nothing closes the pipe; its exit code or its silence says the rest.
    child.stdin.on('error', () => undefined)
    child.stdin.end(text)
  })
}

function killGroup(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // It had ended already.
  }
}
