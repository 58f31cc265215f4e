import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import {
  CallToolRequestSchema,
  ErrorCode,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListToolsRequestSchema,
  McpError,
  ReadResourceRequestSchema,
} from '@modelcontextprotocol/sdk/types.js'
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv'
import { problemSentence, type Language } from '../platform/kernel/index.ts'
import { Refusal, type Ask } from './ask.ts'
import { callTool, dataNotice, listTools, type Reader } from './call-tool.ts'
import { getPrompt, listPrompts } from './prompts.ts'
import { listResources, readAgentResource } from './resources.ts'

const instructions = [
  'Vigie evaluates suppliers: companies, their dossiers, the documents that were asked for, indicators and a journal.',
  'You act for one person and see what they see.',
  dataNotice,
  'Answers are cut to a readable size: "cut" says what is missing, "next" is the cursor of the next page.',
  'Whatever you write is written in the name of that person and marked in the journal; let them read it first.',
].join(' ')

// Every server would make one of its own, which takes longer than most answers.
const jsonSchemaValidator = new AjvJsonSchemaValidator()

interface Message {
  readonly body: unknown
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly reader: Reader
  readonly version: string
  /** The account's routes, until this signal ends. */
  readonly askUntil: (signal: AbortSignal) => Ask
  readonly gone: AbortSignal
  /** Hears of what must not happen; the caller learns only that it did. */
  readonly onFault: (error: unknown) => void
}

/** Null when the caller has left. Each message gets a server of its own: no process remembers any. */
export async function answerMessage(message: Message): Promise<Response | null> {
  const server = new McpServer(
    { name: 'vigie', title: 'Vigie', version: message.version },
    { capabilities: { tools: {}, resources: {}, prompts: {} }, instructions, jsonSchemaValidator },
  )
  handleTools(server, message)
  handleReadings(server, message)
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  await server.connect(transport)
  const left = new Promise<null>((resolve) => {
    message.gone.addEventListener('abort', () => resolve(null), { once: true })
  })
  const { url, headers, body: parsedBody } = message
  const asked = new Request(url, { method: 'POST', headers })
  const answer = await Promise.race([transport.handleRequest(asked, { parsedBody }), left])
  await server.close()
  return answer
}

function handleTools({ server }: McpServer, message: Message): void {
  const { reader, askUntil, gone } = message
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: listTools(reader) }))
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal }) => {
    const ask = askUntil(AbortSignal.any([signal, gone]))
    const refuseWrites = () => (reader.access === 'WRITE' ? null : readOnlyRefusal(ask.language))
    const result = await guard(message, () => callTool(ask, params, refuseWrites))
    if (result === null) throw new McpError(ErrorCode.InvalidParams, 'There is no such tool; list the tools.')
    return result
  })
}

/** What was refused keeps its sentence; what went wrong is for the log. */
async function guard<T>({ onFault, gone }: Message, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Refusal)
      throw new McpError(ErrorCode.InvalidRequest, `${error.problem.code}: ${error.problem.detail}`)
    if (!gone.aborted) onFault(error)
    throw new McpError(ErrorCode.InternalError, 'The service failed on this call. Try it again.')
  }
}

function handleReadings({ server }: McpServer, message: Message): void {
  const { askUntil, gone } = message
  server.setRequestHandler(ListResourcesRequestSchema, async () => ({ resources: await listResources() }))
  server.setRequestHandler(ReadResourceRequestSchema, async ({ params }, { signal }) => {
    const ask = askUntil(AbortSignal.any([signal, gone]))
    const result = await guard(message, () => readAgentResource(ask, params.uri))
    if (result === null) throw new McpError(ErrorCode.InvalidParams, 'There is no such resource; list them.')
    return result
  })
  server.setRequestHandler(ListPromptsRequestSchema, () => ({ prompts: listPrompts() }))
  server.setRequestHandler(GetPromptRequestSchema, ({ params }, { signal }) => {
    const { language } = askUntil(signal)
    const result = getPrompt(params.name, params.arguments ?? {}, language)
    if (result === null) throw new McpError(ErrorCode.InvalidParams, 'There is no such prompt; list them.')
    if (typeof result === 'string') throw new McpError(ErrorCode.InvalidParams, result)
    return result
  })
}

function readOnlyRefusal(language: Language): Refusal {
  return new Refusal({ code: 'AGENTS_READ_ONLY', detail: problemSentence('AGENTS_READ_ONLY', language) })
}
