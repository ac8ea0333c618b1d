// `/mcp`: the Model Context Protocol over HTTP, without sessions. A language model calls it with an API token, and sees what the token's owner may see.
import { Problem } from '@flotta/core/problem.ts'
import {
  CallRefused,
  feature,
  type Mount,
  type MountAnswer,
  type MountVisit,
} from '@flotta/platform/feature.ts'
import type { CallToolResult, McpServer } from '@modelcontextprotocol/server'
import { version } from '../../../package.json'
import { alertTools, careTools, coldTools, officeTools } from './service-tools.ts'
import type { Tool } from './tools.ts'
import { vehicleTools } from './vehicle-tools.ts'

export const tools: readonly Tool[] = [
  ...vehicleTools,
  ...coldTools,
  ...alertTools,
  ...careTools,
  ...officeTools,
]
const INSTRUCTIONS =
  'Vehicles of one company: where they are, who drives them, temperatures, alerts, fuel, due dates and reports. A vehicle is named by its plate or id. Every answer says when it was asked, its period and its units; times are UTC. What the owner of the token may not see is answered as not found or refused.'

/** The answer of a tool, with its times and units; a refusal is reported to the model as an error. */
async function answerOf(tool: Tool, input: object, visit: MountVisit): Promise<CallToolResult> {
  const { ctx, caller } = visit
  const answered_at = new Date(ctx.now()).toISOString()
  try {
    const answer = await tool.ask(input as never, { call: visit.call, now: ctx.now })
    if (tool.writes !== true)
      await visit.audit({
        action: 'export',
        subject: `mcp/${tool.name}`,
        before: null,
        after: input,
      })
    const content = {
      answered_at,
      times: `ISO 8601, UTC; the company's time zone is ${caller.timezone}`,
      units: tool.units,
      ...answer,
    }
    return {
      content: [{ type: 'text', text: JSON.stringify(content) }],
      structuredContent: content,
    }
  } catch (error) {
    if (!(error instanceof Problem) && !(error instanceof CallRefused)) throw error
    return { isError: true, content: [{ type: 'text', text: refusalOf(error, visit) }] }
  }
}
function refusalOf(error: Problem | CallRefused, { ctx, language }: MountVisit): string {
  if (error instanceof Problem) return `${error.status}: ${ctx.say(language, error.words)}`
  const faults = Object.entries(error.fields).map(
    ([field, sentences]) => `${field}: ${sentences.join(' ')}`,
  )
  return [`${error.status}: ${error.message}`, ...faults].join('\n')
}

/** Adds the tools, which answer one request. */
function addTools(server: McpServer, visit: MountVisit): McpServer {
  for (const tool of tools)
    server.registerTool(
      tool.name,
      {
        title: tool.title,
        description: `${tool.description}${unitsOf(tool)}`,
        inputSchema: tool.input,
        annotations: {
          readOnlyHint: tool.writes !== true,
          destructiveHint: false,
          openWorldHint: false,
        },
      },
      input => answerOf(tool, input, visit),
    )
  return server
}
const unitsOf = ({ units }: Tool): string => {
  const list = Object.entries(units).map(([fields, unit]) => `${fields}: ${unit}`)
  return list.length === 0 ? '' : ` Units: ${list.join('; ')}.`
}

/** Lets the protocol's own server answer one request; nothing is kept between two. */
async function run(visit: MountVisit): Promise<MountAnswer> {
  // loaded with the first request, because most servers get none
  const { createMcpHandler, McpServer: Server } = await import('@modelcontextprotocol/server')
  const handler = createMcpHandler(
    () => addTools(new Server({ name: 'Flotta', version }, { instructions: INSTRUCTIONS }), visit),
    { maxSubscriptions: 0, keepAliveMs: 0 },
  )
  try {
    const response = await handler.fetch(
      new Request(`${visit.ctx.config.publicUrl}/mcp`, {
        method: visit.method,
        headers: forwardedHeaders(visit.headers),
        body: JSON.stringify(visit.body ?? null),
      }),
      { parsedBody: visit.body },
    )
    const type = response.headers.get('content-type')
    const body = await response.text()
    return {
      status: response.status,
      ...(type !== null && { headers: { 'content-type': type } }),
      ...(body !== '' && { body }),
    }
  } finally {
    await handler.close()
  }
}
/** The headers of the protocol alone: the token has been checked and is not passed on. */
const forwardedHeaders = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).filter(
      ([name]) => name === 'accept' || name === 'content-type' || name.startsWith('mcp-'),
    ),
  )

/** The codes of JSON-RPC 2.0: the body is no JSON, and what a server refuses by rules of its own. */
const PARSE_ERROR = -32_700
const REFUSED = -32_000

const mount: Mount = {
  path: '/mcp',
  methods: ['POST'],
  run,
  refusal: ({ status, code, message }) => ({
    status,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: null,
      error: { code: code === 'bad_request' ? PARSE_ERROR : REFUSED, message },
    }),
  }),
}
export default feature({ mounts: [mount] })
