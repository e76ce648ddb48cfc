/** Workflows: which Worker owns which name. */
import type { WorkflowGetResponse, WorkflowUpdateResponse } from "cloudflare/resources/workflows/workflows.js"
import { type ApiRoute, jsonOf, Refusal } from "./replies.ts"
import type { CloudflareState } from "./state.ts"

const WORKFLOW = "/accounts/:account/workflows/:workflow"
const TIME = "2026-11-26T00:00:00Z"

export function workflowRoutes(state: CloudflareState): ApiRoute[] {
  return [
    {
      method: "GET",
      path: WORKFLOW,
      answer: ({ params }): WorkflowGetResponse => {
        const name = params.workflow ?? ""
        const owner = state.workflows.get(name)
        if (owner === undefined) throw new Refusal(404, 10200, "workflow.not_found")
        const times = { created_on: TIME, modified_on: TIME, triggered_on: null }
        return { id: name, name, class_name: "NightRun", script_name: owner, instances: {}, ...times }
      },
    },
    {
      method: "PUT",
      path: WORKFLOW,
      answer: (request): WorkflowUpdateResponse => {
        const name = request.params.workflow ?? ""
        const { script_name, class_name } = jsonOf(request)
        const owner = String(script_name)
        if (!state.workers.has(owner)) throw new Refusal(404, 10007, "This Worker does not exist")
        state.workflows.set(name, owner)
        const times = { created_on: TIME, modified_on: TIME, triggered_on: null }
        const fixed = { is_deleted: 0, terminator_running: 0, version_id: "1" }
        return { id: name, name, class_name: String(class_name), script_name: owner, ...times, ...fixed }
      },
    },
  ]
}
