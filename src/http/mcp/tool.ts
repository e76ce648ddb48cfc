/** The shape of a tool, and how one is added to a server: listed only for keys that may use it, failures worded for a model. */
import type {
  CallToolResult,
  McpServer,
  StandardSchemaWithJSON,
  ToolAnnotations,
} from "@modelcontextprotocol/server"
import type { z } from "zod"
import { fieldProblems } from "../../domain/field-problems.ts"
import type { McpCall, McpRule } from "./call.ts"

export interface McpTool<I extends z.ZodObject, O extends z.ZodObject> extends McpRule {
  name: string
  title: string
  description: string
  annotations: ToolAnnotations
  input: I
  output: O
  /** Returns structured content; `text` if that is not its JSON. May throw `Refused`. */
  run(args: z.output<I>): Promise<{ data: z.output<O>; text?: string }>
}

/** Reads nothing outside the guild's memory and changes nothing. */
export const READ_ONLY: ToolAnnotations = { readOnlyHint: true, openWorldHint: false }

/** Adds a tool, unless its scope or the key's binding closes it. */
export function addTool<I extends z.ZodObject, O extends z.ZodObject>(
  server: McpServer,
  call: McpCall,
  tool: McpTool<I, O>,
): void {
  if (!call.isOffered(tool)) return
  const { name, title, description, annotations, input, output } = tool
  const config = { title, description, annotations, inputSchema: worded(input), outputSchema: output }
  const run = async (args: z.output<I>): Promise<CallToolResult> => {
    try {
      await call.allow(tool, userIn(args))
      const { data, text = JSON.stringify(data) } = await tool.run(args)
      return { content: [{ type: "text", text }], structuredContent: data }
    } catch (error) {
      return { content: [{ type: "text", text: call.failureText(error) }], isError: true }
    }
  }
  server.registerTool(name, config, (args) => run(input.parse(args)))
}

/** Returns the schema with its problems in the words of the HTTP API. */
function worded<I extends z.ZodObject>(input: I): StandardSchemaWithJSON<z.input<I>, z.output<I>> {
  const validate = (value: unknown) => {
    const { success, data, error } = input.safeParse(value)
    if (success) return { value: data }
    const problems = error.issues.flatMap((issue) => fieldProblems(issue, []))
    return { issues: problems.map(({ field, problem }) => ({ path: [field], message: problem })) }
  }
  return { "~standard": { ...input["~standard"], validate } }
}

function userIn(args: Record<string, unknown>): string | null {
  return typeof args.user_id === "string" ? args.user_id : null
}
